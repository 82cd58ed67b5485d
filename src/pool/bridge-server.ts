/** The main thread's end of the bridge: does for scripts what they wait for, under the policy and budget of their job. */
import type { MessagePort } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { ScriptHttp } from '../fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { BEAT, TURN } from '../render/beat.ts';
import type { BridgeAnswer, BridgeRequest } from '../render/bridge-messages.ts';
import type { Gate } from './gate.ts';
import type { ImagePool } from './image-pool.ts';
import type { ComposeTicket } from './ticket.ts';

export interface BridgeServices {
  /** Loaded when the first script needs it. */
  http(): Promise<ScriptHttp>;
  readonly images: ImagePool;
}

export class BridgeServer {
  readonly #services: BridgeServices;
  readonly #gate: Gate;
  readonly #ticketOf: (jobId: number) => ComposeTicket | undefined;
  readonly #ports = new Set<MessagePort>();

  constructor(services: BridgeServices, gate: Gate, ticketOf: (jobId: number) => ComposeTicket | undefined) {
    this.#services = services;
    this.#gate = gate;
    this.#ticketOf = ticketOf;
  }

  /** Answer the requests that come in on a worker's port, until the worker ends. */
  serve(port: MessagePort): void {
    this.#ports.add(port);
    port.on('close', () => this.#ports.delete(port));
    port.on('message', (request: BridgeRequest) => void this.#answer(port, request));
    port.unref();
  }

  stop(): void {
    for (const port of this.#ports) port.close();
  }

  async #answer(port: MessagePort, request: BridgeRequest): Promise<void> {
    const { jobId, requestId } = request;
    const ticket = this.#ticketOf(jobId);
    if (ticket === undefined) return;
    if (ticket.holdsPlace) this.#gate.leave();
    ticket.holdsPlace = false;
    const answer =
      request.kind === 'http'
        ? await this.#fetch(ticket, request.question)
        : await this.#services.images.process(request.question);
    // The job may have been given up meanwhile: then its place is not its own any more.
    if (this.#ticketOf(jobId) === undefined) return;
    this.#gate.comeBack();
    ticket.holdsPlace = true;
    const message: BridgeAnswer = { requestId, answer };
    // Post before waking: the worker looks into its port as soon as it wakes.
    port.postMessage(message);
    const beat = new Int32Array(ticket.beat);
    Atomics.compareExchange(beat, BEAT.turn, TURN.asked, TURN.answered);
    Atomics.notify(beat, BEAT.turn);
  }

  async #fetch(ticket: ComposeTicket, request: FetchRequest): Promise<FetchAnswer> {
    ticket.requests += 1;
    if (ticket.requests > LIMITS.httpRequestsPerRun) {
      return {
        ok: false,
        error: `a script may make at most ${LIMITS.httpRequestsPerRun} HTTP requests a run`,
      };
    }
    const { allowPrivateNetwork, screenRef } = ticket;
    ticket.aborter ??= new AbortController();
    try {
      const http = await this.#services.http();
      return await http.fetch(request, { allowPrivateNetwork, screenRef }, ticket.aborter.signal);
    } catch (cause) {
      ticket.log.error({ err: cause, screen: screenRef }, 'an outbound request failed in an unforeseen way');
      return { ok: false, error: 'the request failed' };
    }
  }
}

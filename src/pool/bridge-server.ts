/** The main thread's end of the HTTP bridge: fetches for scripts, under the policy and budget of their job. */
import type { MessagePort } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { ScriptHttp } from '../fetch/outbound-http.ts';
import type { FetchAnswer } from '../fetch/request.ts';
import { BEAT } from '../render/beat.ts';
import type { BridgeAnswer, BridgeRequest } from '../render/jobs.ts';
import type { Gate } from './gate.ts';
import type { ComposeTicket } from './ticket.ts';

export class BridgeServer {
  readonly #http: () => Promise<ScriptHttp>;
  readonly #gate: Gate;
  readonly #ticketOf: (jobId: number) => ComposeTicket | undefined;
  readonly #ports = new Set<MessagePort>();

  constructor(
    http: () => Promise<ScriptHttp>,
    gate: Gate,
    ticketOf: (jobId: number) => ComposeTicket | undefined,
  ) {
    this.#http = http;
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

  async #answer(port: MessagePort, { jobId, requestId, request }: BridgeRequest): Promise<void> {
    const ticket = this.#ticketOf(jobId);
    if (ticket === undefined) return;
    if (ticket.holdsPlace) this.#gate.leave();
    ticket.holdsPlace = false;
    const answer = await this.#fetch(ticket, request);
    // The job may have been given up meanwhile: then its place is not its own any more.
    if (this.#ticketOf(jobId) === undefined) return;
    this.#gate.comeBack();
    ticket.holdsPlace = true;
    const message: BridgeAnswer = { requestId, answer };
    // Post before waking: the worker looks into its port as soon as it wakes.
    port.postMessage(message);
    const beat = new Int32Array(ticket.beat);
    Atomics.store(beat, BEAT.answered, 1);
    Atomics.notify(beat, BEAT.answered);
  }

  async #fetch(ticket: ComposeTicket, request: BridgeRequest['request']): Promise<FetchAnswer> {
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
      const http = await this.#http();
      return await http.fetch(request, { allowPrivateNetwork, screenRef }, ticket.aborter.signal);
    } catch (cause) {
      ticket.log.error({ err: cause, screen: screenRef }, 'an outbound request failed in an unforeseen way');
      return { ok: false, error: 'the request failed' };
    }
  }
}

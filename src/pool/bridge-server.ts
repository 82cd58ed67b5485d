/** The main thread's end of the bridge: does for jobs what they wait for, under the policy and budget of each. */
import type { MessagePort } from 'node:worker_threads';
import { monotonicMs } from '../base/clock.ts';
import { LIMITS } from '../base/limits.ts';
import { redact } from '../base/redact.ts';
import type { ScriptHttp } from '../fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { BEAT, TURN } from '../render/beat.ts';
import type { BridgeAnswer, BridgeRequest } from '../render/bridge-messages.ts';
import type { ComposeShares } from './compose-shares.ts';
import type { ImagePool } from './image-pool.ts';
import type { ComposeTicket } from './ticket.ts';

export interface BridgeServices {
  /** Loaded when the first script needs it. */
  http(): Promise<ScriptHttp>;
  readonly images: ImagePool;
}

type Answer = BridgeAnswer['answer'];

export class BridgeServer {
  readonly #services: BridgeServices;
  readonly #shares: ComposeShares;
  readonly #ticketOf: (jobId: number) => ComposeTicket | undefined;
  readonly #ports = new Set<MessagePort>();

  constructor(
    services: BridgeServices,
    shares: ComposeShares,
    ticketOf: (jobId: number) => ComposeTicket | undefined,
  ) {
    this.#services = services;
    this.#shares = shares;
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
    this.#shares.pause(ticket);
    const answer = await new Promise<Answer>((resolve) => {
      const sinceMs = request.kind === 'turn' ? null : monotonicMs();
      ticket.sleep = { sinceMs, end: () => resolve(null) };
      void this.#serve(ticket, request).then(resolve);
    });
    countWait(ticket);
    // The job may have been given up meanwhile.
    if (this.#ticketOf(jobId) === undefined) return;
    ticket.sleep = null;
    const message: BridgeAnswer = { requestId, answer };
    // Post before waking: the worker looks into its port as soon as it wakes.
    port.postMessage(message);
    const beat = new Int32Array(ticket.beat);
    Atomics.compareExchange(beat, BEAT.turn, TURN.asked, TURN.answered);
    Atomics.notify(beat, BEAT.turn);
  }

  /** Do what a job wants, and wait until it may go on; null when it may not. */
  async #serve(ticket: ComposeTicket, request: BridgeRequest): Promise<Answer> {
    let answer: Answer = 'go on';
    if (request.kind === 'turn') this.#shares.slowDown(ticket);
    else {
      answer = await this.#ask(ticket, request);
      countWait(ticket);
    }
    return (await this.#shares.resume(ticket)) ? answer : null;
  }

  #ask(ticket: ComposeTicket, request: Exclude<BridgeRequest, { kind: 'turn' }>): Promise<Answer> {
    if (request.kind === 'http') {
      this.#shares.noteQuestion(ticket, hostOf(request.question));
      return this.#fetch(ticket, request.question);
    }
    this.#shares.noteQuestion(ticket, null);
    return this.#services.images.process(request.question);
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
      const startMs = monotonicMs();
      const answer = await http.fetch(request, { allowPrivateNetwork, screenRef }, ticket.aborter.signal);
      noteCall(ticket, request, answer, monotonicMs() - startMs);
      return answer;
    } catch (cause) {
      ticket.log.error({ err: cause, screen: screenRef }, 'an outbound request failed in an unforeseen way');
      return { ok: false, error: 'the request failed' };
    }
  }
}

/** For authors: what a script asked of the network, without what may be secret in its address. */
function noteCall(ticket: ComposeTicket, request: FetchRequest, answer: FetchAnswer, ms: number): void {
  if (!ticket.log.isLevelEnabled('debug')) return;
  const { protocol, host, pathname } = new URL(request.url, 'http://invalid');
  const outcome = answer.ok
    ? { status: answer.status, bytes: answer.body.length, fromCache: answer.fromCache }
    : { error: answer.error };
  const url = redact(`${protocol}//${host}${pathname}`, ticket.secrets);
  ticket.log.debug(
    { screen: ticket.screenRef, method: request.method, url, ms: Math.round(ms), ...outcome },
    'script called',
  );
}

/** The answer is there: what comes now is no wait of the job's own. */
function countWait(ticket: ComposeTicket): void {
  const { sleep } = ticket;
  if (sleep === null || sleep.sinceMs === null) return;
  ticket.waitedMs += monotonicMs() - sleep.sinceMs;
  sleep.sinceMs = null;
}

/** Host and port that a request goes to first; null where it goes nowhere. */
function hostOf({ url }: FetchRequest): string | null {
  return URL.canParse(url) ? new URL(url).host : null;
}

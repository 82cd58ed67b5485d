/** The main thread's end of the bridge: does what jobs wait for, under the policy and the limits of each. */

import type { MessagePort } from 'node:worker_threads';
import type { DataAnswer, DataSource } from '../../domain/pushed-data.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { beginWork } from '../../platform/base/current-work.ts';
import { reserving } from '../../platform/base/deadline.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { redact } from '../../platform/base/redact.ts';
import { parseUrl } from '../../platform/base/url.ts';
import { requestDigest, shownAddress } from '../../screens/fetch/check-request.ts';
import type { ScriptHttp } from '../../screens/fetch/outbound-http.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import type { ImageAnswer, ImageRequest } from '../../screens/script/image/image-request.ts';
import type { BridgeAnswer, BridgeRequest } from '../jobs/bridge-messages.ts';
import type { ImagePool } from './image-pool.ts';
import type { AnswerToRun } from './run-history.ts';
import type { RunningCompose } from './running-compose.ts';
import { Suspensions } from './suspensions.ts';

/** HTTP requests that one run of a script may make. */
export const HTTP_REQUESTS_PER_RUN = 50;

interface BridgeServices {
  /** Loaded when the first script needs it. */
  http(): Promise<ScriptHttp>;
  readonly images: ImagePool;
  /** Data that others have pushed, as they are at this moment. */
  data(): DataSource;
}

interface Question {
  /** Equal for equal questions only. */
  readonly key: string;
  readonly host: string | null;
  readonly isRepeatable: boolean;
}

export class BridgeServer {
  readonly #services: BridgeServices;
  readonly #composeOf: (jobId: number) => RunningCompose | undefined;
  readonly #ports = new Set<MessagePort>();
  readonly #suspensions = new Suspensions();

  constructor(services: BridgeServices, composeOf: (jobId: number) => RunningCompose | undefined) {
    this.#services = services;
    this.#composeOf = composeOf;
  }

  /** Answer the requests that come in on a worker's port, until the worker ends. */
  serve(port: MessagePort): void {
    this.#ports.add(port);
    port.on('close', () => this.#ports.delete(port));
    port.on('message', (request: BridgeRequest) => void this.#onMessage(port, request));
    port.unref();
  }

  /** Jobs that wait for an answer without a thread. */
  get suspended(): number {
    return this.#suspensions.size;
  }

  stop(): void {
    for (const port of this.#ports) port.close();
  }

  async #onMessage(port: MessagePort, request: BridgeRequest): Promise<void> {
    const { jobId, requestId } = request;
    const compose = this.#composeOf(jobId);
    if (compose === undefined) return;
    beginWork('screen', compose.job.screen.ref);
    const answer = await this.#answer(compose, request);
    // The job may have ended meanwhile.
    if (this.#composeOf(jobId) === undefined) return;
    // Post before waking: the worker looks into its port as soon as it wakes.
    port.postMessage({ requestId, answer } satisfies BridgeAnswer);
    compose.slot.clock.wake();
  }

  /** Do what a job waits for, and wait until it may go on; null when it has to end. */
  async #answer(compose: RunningCompose, asked: BridgeRequest): Promise<BridgeAnswer['answer']> {
    switch (asked.kind) {
      case 'data':
        return this.#readData(compose, asked.question);
      case 'turn':
        return (await compose.slot.yieldTurn()) ? 'go on' : null;
      case 'http': {
        const { request, isRepeatable } = asked.question;
        const question = { key: requestDigest(request), host: hostOf(request), isRepeatable };
        compose.requests += 1;
        return this.#ask(compose, question, () => this.#fetch(compose, request));
      }
      case 'image': {
        const { request, isRepeatable } = asked.question;
        const question = { key: request.key, host: null, isRepeatable };
        return this.#ask(compose, question, () => this.#processImage(compose, request));
      }
    }
  }

  /** Nothing is waited for: the data are in memory. A later try gets what this one got. */
  async #readData(compose: RunningCompose, name: string): Promise<AnswerToRun> {
    const { history } = compose;
    const key = `data ${name}`;
    compose.questions += 1;
    const known = history.answerTo(compose.questions, key);
    if (known !== undefined) return known;
    const answer: DataAnswer = this.#services.data().get(name);
    history.note(key, Promise.resolve(answer));
    return answer;
  }

  /** Answer as an earlier try was answered, or ask. A job for which that takes long gives its thread back. */
  async #ask(
    compose: RunningCompose,
    { key, host, isRepeatable }: Question,
    ask: () => Promise<AnswerToRun>,
  ): Promise<AnswerToRun | null> {
    const { slot, history } = compose;
    compose.questions += 1;
    const known = history.answerTo(compose.questions, key);
    if (known !== undefined) {
      slot.noteQuestion(host);
      return unlessBusy(await known);
    }
    const asking = ask();
    history.note(key, asking);
    const answer = await slot.pauseFor(host, () =>
      isRepeatable ? this.#soonOrSuspended(compose, asking) : asking,
    );
    return answer === null ? null : unlessBusy(answer);
  }

  async #soonOrSuspended(compose: RunningCompose, answer: Promise<AnswerToRun>): Promise<AnswerToRun | null> {
    const { history, slot } = compose;
    const outcome = await this.#suspensions.soonOr(answer, history, slot);
    if ('ok' in outcome) return outcome;
    // The job may have ended meanwhile.
    if (this.#composeOf(compose.job.jobId) === compose) compose.suspension = outcome;
    else outcome.end();
    return null;
  }

  #processImage(compose: RunningCompose, request: ImageRequest): Promise<ImageAnswer> {
    const { job, slot, history, log } = compose;
    const deadline = reserving(job.deadline, LIMITS.composeReserveMs);
    const { party, screen: sender } = slot;
    return this.#services.images.process(request, { party, sender, deadline, signal: history.signal, log });
  }

  async #fetch(compose: RunningCompose, request: FetchRequest): Promise<FetchAnswer> {
    if (compose.requests > HTTP_REQUESTS_PER_RUN) {
      return {
        ok: false,
        error: `a script may make at most ${HTTP_REQUESTS_PER_RUN} HTTP requests a run`,
      };
    }
    const { ref: screenRef } = compose.job.screen;
    const allowPrivateNetwork = compose.job.screen.allowPrivateNetwork && request.publicOnly !== true;
    try {
      const http = await this.#services.http();
      const startMs = monotonicMs();
      const { watch, secrets, history, slot } = compose;
      const rules = { allowPrivateNetwork, screenRef, secrets, party: slot.party };
      const send = () => http.fetch(request, rules, history.signal);
      const answer = await (watch === null ? send() : watch.fetch(request, secrets, send));
      noteCall(compose, request, answer, monotonicMs() - startMs);
      return answer;
    } catch (cause) {
      compose.log.error({ err: cause, screen: screenRef }, 'an outbound request failed in an unforeseen way');
      return { ok: false, error: 'the request failed' };
    }
  }
}

/** For authors: what a script requested, without the parts of its address that may be secret. */
function noteCall(compose: RunningCompose, request: FetchRequest, answer: FetchAnswer, ms: number): void {
  const { log, job, secrets } = compose;
  if (!log.isLevelEnabled('debug')) return;
  const outcome = answer.ok
    ? { status: answer.status, bytes: answer.body.length, fromCache: answer.fromCache }
    : { error: redact(answer.error, secrets) };
  const url = redact(shownAddress(request.url), secrets);
  const method = redact(request.method, secrets);
  log.debug({ screen: job.screen.ref, method, url, ms: Math.round(ms), ...outcome }, 'script called');
}

/** Host and port that a request goes to first; null where it goes nowhere. */
function hostOf({ url }: FetchRequest): string | null {
  return parseUrl(url)?.host ?? null;
}

/** Null for a job that can only end, as there was no room for what it asked. */
function unlessBusy(answer: AnswerToRun): AnswerToRun | null {
  return 'isBusy' in answer && answer.isBusy ? null : answer;
}

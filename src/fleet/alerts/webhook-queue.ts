/** The calls of one webhook: one at a time, tried again until it is taken or there were too many tries. */
import { ALERT_LIMITS } from '../../domain/alert-limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { PostOutcome } from '../../screens/fetch/post-webhook.ts';
import type { LastCall, StoredCall, StoredQueue } from './book-records.ts';
import type { WebhookCall } from './webhook-call.ts';

/** How a try ended; `dropped` is the last failed one of a call. */
export const CALL_OUTCOMES = ['delivered', 'failed', 'dropped'] as const;
export type CallOutcome = (typeof CALL_OUTCOMES)[number];

export interface QueueOptions {
  readonly webhook: string;
  readonly log: Logger;
  /** Null where the webhook is not in the config any more. */
  post(call: WebhookCall, signal: AbortSignal): Promise<PostOutcome> | null;
  ended(outcome: CallOutcome): void;
}

export class WebhookQueue {
  readonly #options: QueueOptions;
  readonly #stopped = new AbortController();
  #call: StoredCall | null;
  #last: LastCall | null;
  #trying: Promise<void> | null = null;

  constructor(options: QueueOptions, { call, last }: StoredQueue) {
    this.#options = options;
    this.#call = call;
    this.#last = last;
  }

  /** The state of the queue as the store keeps it. */
  get stored(): StoredQueue {
    return { call: this.#call, last: this.#last };
  }

  /** True while no call waits. */
  get isFree(): boolean {
    return this.#call === null;
  }

  /** Send a call from now on. */
  put({ id, body }: WebhookCall, nowMs: number): void {
    this.#call = { id, body, tries: 0, nextMs: nowMs };
  }

  /** Begin to try the call, if it is due. */
  run(nowMs: number): void {
    const call = this.#call;
    if (call === null || this.#trying !== null || nowMs < call.nextMs || this.#stopped.signal.aborted) return;
    const posted = this.#options.post(call, this.#stopped.signal);
    if (posted === null) return;
    this.#trying = posted.then((outcome) => {
      this.#trying = null;
      if (!this.#stopped.signal.aborted) this.#ended(call, outcome, nowMs);
    });
  }

  /** Resolves when no try is under way. */
  async settled(): Promise<void> {
    await this.#trying;
  }

  /** End the try that is under way, as if it had not begun. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#trying;
  }

  #ended(call: StoredCall, { status, ms, problem }: PostOutcome, nowMs: number): void {
    const { log, webhook, ended } = this.#options;
    this.#last = { atMs: nowMs, status, ms, problem };
    const tries = call.tries + 1;
    if (problem === null) {
      this.#call = null;
      ended('delivered');
      log.info({ webhook, call: call.id, status, ms, tries }, 'alerts sent');
      return;
    }
    const isOver = tries >= ALERT_LIMITS.tries;
    this.#call = isOver ? null : { ...call, tries, nextMs: nowMs + ms + waitAfter(tries, Math.random()) };
    ended(isOver ? 'dropped' : 'failed');
    const fields = { webhook, call: call.id, status, tries, reason: problem };
    if (isOver) log.error(fields, 'alerts not sent, and given up');
    else log.warn(fields, 'alerts not sent yet');
  }
}

/**
 * The wait after so many failed tries: four times longer after each, up to an hour; and up to a quarter more or less, so that
 * servers do not call at the same moments.
 */
export function waitAfter(tries: number, random: number): number {
  const { retryMinMs, retryMaxMs } = ALERT_LIMITS;
  return Math.round(Math.min(retryMinMs * 4 ** (tries - 1), retryMaxMs) * (0.75 + random / 2));
}

/** What the script of a call has said and requested, over all its runs. Runs of one call get the same answers, and each request is sent once. */

import type { LoggedLine } from '../../domain/reads.ts';
import type { RunWatch } from '../../engine/pool/run-watch.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import { WHOLE_STORES } from '../../platform/base/memory-plan.ts';
import { redact } from '../../platform/base/redact.ts';
import { requestDigest, shownAddress } from '../../screens/fetch/check-request.ts';
import type { FetchAnswer, FetchRequest } from '../../screens/fetch/request.ts';
import { DRAFT_LIMITS } from '../drafts/draft-bodies.ts';

/** A request, without the parts of its address that may be secret. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly ms: number;
  /** Null where there was no answer. */
  readonly status: number | null;
  readonly bytes: number | null;
  readonly cached: boolean;
  readonly error: string | null;
}

export class RunRecord implements RunWatch {
  readonly #lines = new Map<string, LoggedLine>();
  readonly #requests: RecordedRequest[] = [];
  readonly #answers = new Map<string, Promise<FetchAnswer>>();
  #bytes = 0;

  /** In the order in which they came, each once. */
  get lines(): readonly LoggedLine[] {
    return [...this.#lines.values()];
  }

  get requests(): readonly RecordedRequest[] {
    return this.#requests;
  }

  said(line: LoggedLine): void {
    const key = JSON.stringify(line);
    if (this.#lines.size < DRAFT_LIMITS.lines) this.#lines.set(key, line);
  }

  async fetch(
    request: FetchRequest,
    secrets: readonly string[],
    send: () => Promise<FetchAnswer>,
  ): Promise<FetchAnswer> {
    const key = requestDigest(request);
    const known = await this.#answers.get(key);
    // A refusal for lack of room says nothing of the answer.
    if (known !== undefined && !('isBusy' in known && known.isBusy)) return known;
    const sent = this.#send(request, secrets, send);
    if (this.#bytes < WHOLE_STORES.httpAnswers) this.#answers.set(key, sent);
    return sent;
  }

  async #send(
    request: FetchRequest,
    secrets: readonly string[],
    send: () => Promise<FetchAnswer>,
  ): Promise<FetchAnswer> {
    const startMs = monotonicMs();
    const answer = await send();
    if (answer.ok) this.#bytes += answer.body.length;
    if (this.#requests.length < DRAFT_LIMITS.requests) {
      this.#requests.push({
        method: redact(request.method, secrets),
        url: redact(shownAddress(request.url), secrets),
        ms: Math.round(monotonicMs() - startMs),
        status: answer.ok ? answer.status : null,
        bytes: answer.ok ? answer.body.length : null,
        cached: answer.ok && answer.fromCache,
        error: answer.ok ? null : redact(answer.error, secrets),
      });
    }
    return answer;
  }
}

/** Failed tries of a device's screen in a row. */
import { describeFailure, type Failure, type FailureCode } from '../base/failure.ts';

/** What a device shows whose screen fails: the error screen, or its last good picture with a mark. */
export const FAILING_SHOWN = ['error', 'last_good'] as const;
export type FailingShown = (typeof FAILING_SHOWN)[number];

export interface FailureRun {
  /** The first of the tries and the last, in ms since 1970. */
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly tries: number;
  /** Why the last one failed; without secrets. */
  readonly code: FailureCode;
  readonly reason: string;
  /** The failure that an error screen tells. */
  readonly told: Failure;
  readonly shown: FailingShown;
  /** Digest of what the content is made from: with another screen, or other params, the count begins anew. */
  readonly sources: string;
}

/** A failed try. */
export interface FailedTry {
  readonly failure: Failure;
  readonly shown: FailingShown;
  readonly sources: string;
  readonly nowMs: number;
}

/** The run with one more try. */
export function addTry(before: FailureRun | null, { failure, shown, sources, nowMs }: FailedTry): FailureRun {
  return {
    sinceMs: before?.sinceMs ?? nowMs,
    lastMs: nowMs,
    tries: (before?.tries ?? 0) + 1,
    code: failure.code,
    reason: describeFailure(failure),
    told: toTell(before?.told ?? null, failure),
    shown,
    sources,
  };
}

/**
 * The failure that an error screen tells: the one that it tells already where only numbers in the sentence are others,
 * as in "no answer after 5003 ms". The panel need not flash for that.
 */
export function toTell(before: Failure | null, failure: Failure): Failure {
  return before !== null && likeness(before) === likeness(failure) ? before : failure;
}

function likeness({ code, file, line, message }: Failure): string {
  return JSON.stringify([code, file, line, message.replaceAll(/\d+/g, '0')]);
}

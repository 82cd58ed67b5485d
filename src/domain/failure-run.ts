/** Consecutive failed tries of a device's screen. */
import { describeFailure, type Failure, type FailureCode } from '../platform/base/failure.ts';

/** What a device shows while its screen fails: the error screen, or its last good picture with a mark. */
export const FAILING_SHOWN = ['error', 'last_good'] as const;
export type FailingShown = (typeof FAILING_SHOWN)[number];

export interface FailureRun {
  /** Time of the first and of the last try, in ms since 1970. */
  readonly sinceMs: number;
  readonly lastMs: number;
  readonly tries: number;
  /** Why the last one failed; without secrets. */
  readonly code: FailureCode;
  readonly reason: string;
  /** The failure that error screens show. */
  readonly told: Failure;
  readonly shown: FailingShown;
  /** Digest of what the content is made from: with another screen, or other params, the count starts again. */
  readonly sources: string;
}

/** What stays of a run when it is over. */
export interface LastFailure extends Pick<FailureRun, 'code' | 'lastMs'> {
  /** Cut: it is kept for each device. */
  readonly reason: string;
}

/** So much of a reason is kept. */
const REASON_CHARACTERS = 300;

export function lastFailureOf({ code, lastMs, reason }: FailureRun): LastFailure {
  return { code, lastMs, reason: reason.slice(0, REASON_CHARACTERS) };
}

/** Read a failure that was kept as JSON; null where it has not its form. */
export function restoreLastFailure(kept: unknown): LastFailure | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { code, lastMs, reason } = kept as Readonly<Record<keyof LastFailure, unknown>>;
  const hasForm = typeof code === 'string' && Number.isFinite(lastMs) && typeof reason === 'string';
  return hasForm ? { code: code as FailureCode, lastMs: lastMs as number, reason } : null;
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

/** Read a run that was kept as JSON; null where it has not its form. */
export function restoreFailureRun(kept: unknown): FailureRun | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const run = kept as Readonly<Record<keyof FailureRun, unknown>>;
  const told = (run.told ?? {}) as Readonly<Record<string, unknown>>;
  const hasForm =
    [run.sinceMs, run.lastMs, run.tries].every((value) => Number.isFinite(value)) &&
    [run.code, run.reason, run.sources, told['code'], told['message']].every(
      (value) => typeof value === 'string',
    ) &&
    FAILING_SHOWN.some((shown) => shown === run.shown);
  return hasForm ? (kept as FailureRun) : null;
}

/**
 * The failure that an error screen shows: the one that it shows already if the new one differs only in its numbers,
 * as in "no answer after 5003 ms". The panel need not be redrawn for that.
 */
export function toTell(before: Failure | null, failure: Failure): Failure {
  return before !== null && likeness(before) === likeness(failure) ? before : failure;
}

function likeness({ code, file, line, message }: Failure): string {
  return JSON.stringify([code, file, line, message.replaceAll(/\d+/g, '0')]);
}

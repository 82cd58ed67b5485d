/** The findings of a check. Plain data, so that they can be sent between threads. */
import type { Failure, Problem } from '../../platform/base/failure.ts';

/** `error`: a device would show an error screen. `warning`: probably a mistake. `note`: worth knowing. */
export type FindingLevel = 'error' | 'warning' | 'note';

export interface CheckFinding {
  readonly level: FindingLevel;
  /** Relative to the roots of the tree. */
  readonly file: string;
  /** 1-based; null for the file as a whole. */
  readonly line: number | null;
  /** 1-based; null when only the line is known. */
  readonly column: number | null;
  readonly message: string;
}

/** All findings about one screen, in the order of its files. */
export interface ScreenReport {
  /** Path of the screen below its roots. */
  readonly path: string;
  readonly findings: readonly CheckFinding[];
}

/** A failure of the engine as a finding. `file` stands in for a failure that names none. */
export function findingOf(failure: Failure, file: string, level: FindingLevel = 'error'): CheckFinding {
  const { line = null, column = null, message } = failure;
  return { level, file: failure.file ?? file, line, column, message };
}

/** A warning of the engine as a finding. `file` stands in for one that names none. */
export function warningOf({ file, line, column, level, message }: Problem, screenFile: string): CheckFinding {
  return {
    level: level ?? 'warning',
    file: file ?? screenFile,
    line: line ?? null,
    column: column ?? null,
    message,
  };
}

/** A finding about a whole file. */
export function general(level: FindingLevel, file: string, message: string): CheckFinding {
  return { level, file, line: null, column: null, message };
}

/** True for a finding that makes a device show an error screen. */
export function isError({ level }: CheckFinding): boolean {
  return level === 'error';
}

/** True when a device could not show the screen. */
export function isBroken({ findings }: ScreenReport): boolean {
  return findings.some(isError);
}

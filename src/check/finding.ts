/** What a check finds: plain data, so that it crosses threads. */
import type { Failure } from '../base/failure.ts';

/** `error`: a device would see an error screen. `warning`: probably not meant. `note`: worth knowing. */
export type FindingLevel = 'error' | 'warning' | 'note';

export interface Finding {
  readonly level: FindingLevel;
  /** Relative to the roots of the tree. */
  readonly file: string;
  /** 1-based; null where the whole file is meant. */
  readonly line: number | null;
  /** 1-based; null where only the line is known. */
  readonly column: number | null;
  readonly message: string;
}

/** Everything that was found about one screen, in the order of its files. */
export interface ScreenReport {
  /** Path of the screen below its roots. */
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** A failure of the engine as a finding. `file` stands in for a failure that names none. */
export function findingOf(failure: Failure, file: string, level: FindingLevel = 'error'): Finding {
  const { line = null, column = null, message } = failure;
  return { level, file: failure.file ?? file, line, column, message };
}

/** How the passes over an SVG begin a warning that has a place. */
const PLACE = /^line (\d+), column (\d+): /;

/** A warning of the engine as a finding: what it says of its place becomes the place. */
export function warningOf(message: string, file: string): Finding {
  const [begin = '', line, column] = PLACE.exec(message) ?? [];
  if (line === undefined) return general('warning', file, message);
  const place = { line: Number(line), column: Number(column) };
  return { level: 'warning', file, ...place, message: message.slice(begin.length) };
}

/** A finding about a whole file. */
export function general(level: FindingLevel, file: string, message: string): Finding {
  return { level, file, line: null, column: null, message };
}

/** True for what a device would see an error screen for. */
export function isError({ level }: Finding): boolean {
  return level === 'error';
}

/** True when a device could not show the screen. */
export function isBroken({ findings }: ScreenReport): boolean {
  return findings.some(isError);
}

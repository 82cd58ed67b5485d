/** Writes what scripts say to the log. */
import type { Logger } from '../base/logger.ts';
import { redact } from '../base/redact.ts';
import type { LoggedLine } from '../domain/reads.ts';

/** Whose log it is, and what must not appear in it. */
export interface ScriptLogTarget {
  readonly log: Logger;
  readonly secrets: readonly string[];
}

/** Write a line of a script. */
export function sayLine({ log, secrets }: ScriptLogTarget, screen: string, line: LoggedLine): void {
  const { level, message, place } = line;
  log[level]({ screen, ...place, script: redact(message, secrets) }, 'script says');
}

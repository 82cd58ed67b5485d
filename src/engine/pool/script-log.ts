/** Writes what scripts say to the log. */

import type { LoggedLine } from '../../domain/reads.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { redact } from '../../platform/base/redact.ts';
import type { RunWatch } from './run-watch.ts';

/** The screen and device whose log it is, and what must not appear in it. */
export interface ScriptLogTarget {
  readonly log: Logger;
  readonly secrets: readonly string[];
  readonly watch?: RunWatch | null;
}

/** Write a line of a script. */
export function sayLine({ log, secrets, watch }: ScriptLogTarget, screen: string, line: LoggedLine): void {
  const { level, place } = line;
  const message = redact(line.message, secrets);
  log[level]({ screen, ...place, script: message }, 'script says');
  watch?.said({ level, message, place });
}

/** Logs the warnings of screens, each of them once: otherwise every call of every device would repeat them. */

import { describeFailure, type Problem } from '../../platform/base/failure.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';

/** After this long a warning is repeated, so that the log of every day has it. */
const REPEAT_MS = 6 * 3_600_000;
/** Most warnings that are remembered; the oldest are forgotten, and logged again. */
const REMEMBERED = 2_000;

export class WarningLog {
  readonly #said = recentlyUsed<string, true>(REMEMBERED, REPEAT_MS);

  /** Log the problems of a screen that have not been logged lately; notes only at debug level. */
  write(log: Logger, screen: string, problems: readonly Problem[], fields: object = {}): void {
    for (const problem of problems) {
      const message = describeFailure(problem);
      // The data in it may change with every picture: each place is logged once.
      const key = `${screen}\n${shapeOf(message)}`;
      if (this.#said.has(key)) continue;
      this.#said.set(key, true);
      log[problem.level === 'note' ? 'debug' : 'warn']({ screen, ...fields }, message);
    }
  }
}

/** A message without quoted text, and without numbers except in the place at its beginning. */
function shapeOf(message: string): string {
  const [place = '', ...words] = message.split(': ');
  const outside = words
    .join(': ')
    .split('"')
    .filter((_, index) => index % 2 === 0);
  return `${place}: ${outside.join('').replaceAll(/\d/g, '')}`;
}

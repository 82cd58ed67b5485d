/** Logs what is wrong with screens that can be shown all the same, once: each poll of each device would say it again. */
import { LRUCache } from 'lru-cache';
import { describeFailure, type Problem } from '../base/failure.ts';
import type { Logger } from '../base/logger.ts';

/** After this long a warning is said again, so that it stands in the log of every day. */
const REPEAT_MS = 6 * 3_600_000;
/** Warnings that are remembered; the oldest are forgotten, and said again. */
const REMEMBERED = 2_000;

export class WarningLog {
  readonly #said = new LRUCache<string, true>({ max: REMEMBERED, ttl: REPEAT_MS });

  /** Log the problems of a screen that have not been logged lately. Notes are for who looks closer. */
  write(log: Logger, screen: string, problems: readonly Problem[], fields: object = {}): void {
    for (const problem of problems) {
      const message = describeFailure(problem);
      // The data in it may change with every picture: it is the place that is said once.
      const key = `${screen}\n${shapeOf(message)}`;
      if (this.#said.has(key)) continue;
      this.#said.set(key, true);
      log[problem.level === 'note' ? 'debug' : 'warn']({ screen, ...fields }, message);
    }
  }
}

/** A message without what stands in quotes, and without numbers but for the place at its beginning. */
function shapeOf(message: string): string {
  const [place = '', ...words] = message.split(': ');
  const outside = words
    .join(': ')
    .split('"')
    .filter((_, index) => index % 2 === 0);
  return `${place}: ${outside.join('').replaceAll(/\d/g, '')}`;
}

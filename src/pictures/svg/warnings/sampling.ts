/** Decides which drawings are searched for warnings, which takes a part of their time. */
import { recentlyUsed } from '../../../platform/base/recently-used.ts';

/** The first drawings of a template are all searched: more than `stipple check` makes. */
const FIRST = 8;
/** One in 16 of the others is searched: names and values of the template are known by then, those of data change. */
const EVERY = 16;
/** Number of templates that are remembered. */
const REMEMBERED = 1_000;

export class WarningSampling {
  readonly #drawings = recentlyUsed<string, number>(REMEMBERED);

  /** Count a drawing of a template. True when it is to be searched for warnings. */
  isDue(template: string): boolean {
    const count = this.#drawings.get(template) ?? 0;
    this.#drawings.set(template, count + 1);
    return count < FIRST || count % EVERY === 0;
  }
}

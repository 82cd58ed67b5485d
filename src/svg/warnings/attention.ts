/** Says which drawings are looked through for warnings: as often as it helps, since it takes a part of their time. */
import { LRUCache } from 'lru-cache';

/** Drawings of a template that are all looked at: as many as `stipple check` makes, and more. */
const FIRST = 8;
/** Of the others every so many: names and values that came from a template have been seen, those from data change. */
const EVERY = 16;
/** Templates that are remembered. */
const REMEMBERED = 1_000;

export class Attention {
  readonly #drawings = new LRUCache<string, number>({ max: REMEMBERED });

  /** Count a drawing of a template. True when it is to be looked through. */
  isDue(template: string): boolean {
    const count = this.#drawings.get(template) ?? 0;
    this.#drawings.set(template, count + 1);
    return count < FIRST || count % EVERY === 0;
  }
}

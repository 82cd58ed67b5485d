/** Which pictures are drawn once more when their worker dies. */
import { LRUCache } from 'lru-cache';
import type { RasterJob } from '../jobs/jobs.ts';

/** For so long, and of so many templates, it is remembered that they end workers. */
const REMEMBERED_MS = 600_000;
const REMEMBERED_TEMPLATES = 1_000;

/**
 * A machine without memory ends workers for what others do, so a picture has a second try; not one of a template with a
 * picture that has ended two of them. Sizes do not count: callers may name as many as they like.
 */
export class SecondTries {
  readonly #refused = new LRUCache<string, true>({ max: REMEMBERED_TEMPLATES, ttl: REMEMBERED_MS });

  has(job: RasterJob): boolean {
    return !this.#refused.has(templateOf(job));
  }

  refuse(job: RasterJob): void {
    this.#refused.set(templateOf(job), true);
  }
}

function templateOf({ name, assets }: RasterJob): string {
  return `${assets.dir}/${name}`;
}

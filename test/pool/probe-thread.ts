/** Thread entry of tests: does what it is told, good or bad, and answers like a worker of a pool. */
import { threadId } from 'node:worker_threads';
import { ok, type Result } from '../../src/base/result.ts';

export type ThreadJob = 'echo' | 'spin' | 'throw' | 'fill the heap';

// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default (job: ThreadJob): Result<number> => {
  if (job === 'throw') throw new Error('thrown on purpose');
  const texts: string[][] = [];
  while (job !== 'echo') {
    if (job === 'fill the heap') texts.push(Array.from({ length: 10_000 }, (_, i) => `text ${i}`));
  }
  return ok(threadId);
};

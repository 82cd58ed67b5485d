/** Thread entry of tests: does what it is told, good or bad, and answers like a worker of a pool. */
import { threadId } from 'node:worker_threads';
import { ok, type Result } from '../../../src/platform/base/result.ts';

export type ThreadJob = 'echo' | 'work' | 'spin' | 'throw' | 'fill the heap';

/** Long enough for things to happen meanwhile. */
const WORK_MS = 400;

// biome-ignore lint/style/noDefaultExport: Piscina calls the default export of a worker file
export default (job: ThreadJob): Result<number> => {
  if (job === 'throw') throw new Error('thrown on purpose');
  if (job === 'work') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WORK_MS);
  const texts: string[][] = [];
  while (job !== 'echo' && job !== 'work') {
    if (job === 'fill the heap') texts.push(Array.from({ length: 10_000 }, (_, i) => `text ${i}`));
  }
  return ok(threadId);
};

/** Reads fonts in a thread of its own: a folder of large fonts takes seconds, in which devices wait for nothing. */
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../platform/base/entry-files.ts';
import { err, ok, type Result } from '../../platform/base/result.ts';
import type { FontBook, FontDir } from './font-book.ts';

/**
 * The font book of some directories, as by `readFontBook`.
 * @param signal ends it
 * @returns else why the fonts could not be read
 */
export function readFontBookAside(
  dirs: readonly FontDir[],
  signal: AbortSignal,
): Promise<Result<FontBook, string>> {
  const worker = new Worker(workerFile('font-book'), {
    workerData: dirs,
    env: {},
  });
  const end = (): void => void worker.terminate();
  signal.addEventListener('abort', end);
  return new Promise<Result<FontBook, string>>((resolve) => {
    worker.once('message', (book: FontBook) => resolve(ok(book)));
    worker.once('error', (error) => resolve(err(`the fonts cannot be read: ${error.message}`)));
    worker.once('exit', () => resolve(err('the fonts cannot be read: their thread ended')));
  }).finally(() => signal.removeEventListener('abort', end));
}

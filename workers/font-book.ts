/** Thread entry that reads fonts: receives their directories, sends the font book, ends. */
import { readdirSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type FontDir, readFontBook } from '../src/pictures/fonts/font-book.ts';

const dirs = workerData as readonly FontDir[];
// At the start the operator's directory exists. One that is away now is a mistake, or a disk that is away too.
for (const { dir, origin } of dirs) if (origin === 'custom') readdirSync(dir);
parentPort?.postMessage(readFontBook(dirs));

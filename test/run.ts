/**
 * Runs every test file below `dist/test`, or those whose path contains one of the words given.
 * One process a file, so that no test sees another's state.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const folder = import.meta.dirname;
const words = process.argv.slice(2);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => path.join(folder, name))
  .sort();

if (files.length === 0) {
  process.stderr.write(`No test file matches: ${words.join(' ')}\n`);
  process.exit(1);
}

/** For one file. All drawings of all corpora take some twenty minutes. */
const TIMEOUT_MS = process.env['CORPUS'] === 'all' ? 3_600_000 : 300_000;

run({ files, concurrency: 2, timeout: TIMEOUT_MS })
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(new spec())
  .pipe(process.stdout);

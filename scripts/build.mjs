// Builds all that `npm start` and `npm test` need: the addon, the compiled TypeScript, the bundle, the assets.
// With --if-needed it does nothing if all results are newer than their sources. With --in-place it keeps the old files,
// for a server that runs, until each is overwritten.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const inRoot = (...parts) => path.join(root, ...parts);

function run(file, ...args) {
  const result = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit', cwd: root });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const stamp = inRoot('dist/build-stamp');
const force = !process.argv.includes('--if-needed');

run(inRoot('scripts/build-addon.mjs'), '--if-needed');

const sources = [
  'src',
  'console',
  'workers',
  'test',
  'benchmarks',
  'assets',
  'scripts',
  'tsconfig.json',
  'package.json',
];
if (force || !existsSync(stamp) || newest(stamp) < newest(...sources.map((name) => inRoot(name)))) {
  if (!process.argv.includes('--in-place')) rmSync(inRoot('dist'), { recursive: true, force: true });
  run(require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc'));
  run(inRoot('scripts/bundle.mjs'));
  run(inRoot('scripts/build-console.mjs'));
  run(inRoot('scripts/copy-assets.mjs'));
}

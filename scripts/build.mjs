// Builds everything that `npm start` and `npm test` need: the addon, the compiled TypeScript, the assets.
// With --if-needed it does nothing when every product is newer than what it is made from.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const inRoot = (...parts) => path.join(root, ...parts);

/** Newest modification time of files below the given places. */
function newest(...places) {
  let time = 0;
  for (const place of places) {
    if (!existsSync(place)) continue;
    const stat = statSync(place);
    if (stat.isDirectory()) {
      time = Math.max(time, newest(...readdirSync(place).map((name) => path.join(place, name))));
    } else time = Math.max(time, stat.mtimeMs);
  }
  return time;
}

function run(file, ...args) {
  const result = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit', cwd: root });
  if (result.status !== 0) process.exit(result.status ?? 1);
}

const addon = inRoot('build/Release/stipple.node');
const stamp = inRoot('dist/build-stamp');
const force = !process.argv.includes('--if-needed');

const nativeSources = ['kernel', '.'].flatMap((folder) =>
  readdirSync(inRoot('native', folder))
    .filter((name) => /\.(cc|h)$/.test(name))
    .map((name) => inRoot('native', folder, name)),
);
if (!existsSync(addon) || newest(addon) < newest(inRoot('binding.gyp'), ...nativeSources)) {
  run(inRoot('scripts/build-addon.mjs'));
}

const sources = [
  'src',
  'workers',
  'test',
  'benchmarks',
  'assets',
  'scripts',
  'tsconfig.json',
  'package.json',
];
if (force || !existsSync(stamp) || newest(stamp) < newest(...sources.map((name) => inRoot(name)))) {
  rmSync(inRoot('dist'), { recursive: true, force: true });
  run(require.resolve('typescript/package.json').replace(/package\.json$/, 'bin/tsc'));
  run(inRoot('scripts/copy-assets.mjs'));
}

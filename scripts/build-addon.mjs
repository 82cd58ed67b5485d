// Builds the native addon with node-gyp. Uses the headers of the Node.js installation if there are any, so that an
// install works offline; otherwise node-gyp downloads them.
// With --if-needed it does nothing if the addon is newer than its sources and can be loaded, since npm also runs the
// install script of a checkout for `npx stipple` and `npm install -g .`. Other arguments are passed to node-gyp.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { newest } from './newest.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(import.meta.url);
const given = process.argv.slice(2);

if (given.includes('--if-needed') && isBuilt()) process.exit(0);

const prefix = path.resolve(process.execPath, '../..');
const args = ['rebuild', '--jobs=max', ...given.filter((argument) => argument !== '--if-needed')];
if (existsSync(path.join(prefix, 'include/node/node_api.h'))) args.push(`--nodedir=${prefix}`);

function isBuilt() {
  const addon = path.join(root, 'build/Release/stipple.node');
  const native = path.join(root, 'native');
  // What only tests and tools read does not count.
  const sources = readdirSync(native)
    .filter((name) => name === 'kernel' || /\.(cc|h)$/.test(name))
    .map((name) => path.join(native, name));
  if (!existsSync(addon) || newest(addon) < newest(path.join(root, 'binding.gyp'), ...sources)) return false;
  try {
    require(addon);
    return true;
  } catch {
    // Built for another system or architecture.
    return false;
  }
}

// Uses the copy of npm if that of the project, a development dependency, is not installed.
function findNodeGyp() {
  for (const find of [
    () => require.resolve('node-gyp/bin/node-gyp.js'),
    () => process.env.npm_config_node_gyp,
  ]) {
    try {
      const file = find();
      if (file) return file;
    } catch {
      // Try the next place.
    }
  }
  console.error('stipple: node-gyp was not found; run this through npm (`npm run install`).');
  process.exit(1);
}

const result = spawnSync(process.execPath, [findNodeGyp(), ...args], { stdio: 'inherit', cwd: root });
process.exit(result.status ?? 1);

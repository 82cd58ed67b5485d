// Builds the native addon with node-gyp. Uses the headers beside the node binary where they are, so that an
// install works offline; otherwise node-gyp fetches them.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const prefix = path.resolve(process.execPath, '../..');
const args = ['rebuild', '--jobs=max', ...process.argv.slice(2)];
if (existsSync(path.join(prefix, 'include/node/node_api.h'))) args.push(`--nodedir=${prefix}`);

// The copy that npm carries serves where the project's own (a development dependency) is not installed.
function findNodeGyp() {
  const require = createRequire(import.meta.url);
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

const result = spawnSync(process.execPath, [findNodeGyp(), ...args], { stdio: 'inherit' });
process.exit(result.status ?? 1);

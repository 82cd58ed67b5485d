// Fills dist/code-cache for an image whose server cannot write it: starts the server, waits until it is ready, and stops
// it. Versions of Node before 22.1 keep no compiled code. Run it as the user that the server will have: Node keeps the
// code of each user apart.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const server = spawn(process.execPath, ['dist/bundle/src/cli/main.js', 'serve'], {
  cwd: root,
  env: { PATH: process.env.PATH, BIND_ADDR: '127.0.0.1:0', LOG_FORMAT: 'json' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let log = '';
server.stdout.on('data', (chunk) => {
  log += chunk;
  // A second signal would end it before it has written.
  if (!server.killed && log.includes('"msg":"ready"')) server.kill('SIGTERM');
});
const [code, signal] = await once(server, 'close');
if (code !== 0) {
  console.error(`fill-code-cache: the server ended with ${code ?? signal}\n${log}`);
  process.exit(1);
}

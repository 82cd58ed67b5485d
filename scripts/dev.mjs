// Serves with the embedded defaults, and builds and serves anew after every change: for those who work on the source.
// While a build fails, the server before goes on. Ctrl-C ends both.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const WATCHED = ['src', 'workers', 'assets', 'native', 'package.json', 'tsconfig.json'];
/** An editor that saves several files writes them within this time. */
const QUIET_MS = 100;

let server = null;
let build = null;
let hasChanged = true;
let isUpdating = false;
let isEnding = false;

/** Start a script in a process group of its own. */
function start(...args) {
  return spawn(process.execPath, args, { cwd: root, stdio: 'inherit', detached: true });
}

const isRunning = (child) => child !== null && child.exitCode === null && child.signalCode === null;

async function stopServer() {
  if (!isRunning(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

/** Build until nothing has changed meanwhile. */
async function update() {
  if (isUpdating) return;
  isUpdating = true;
  while (hasChanged && !isEnding) {
    hasChanged = false;
    build = start('scripts/build.mjs', '--if-needed', '--in-place');
    const [code] = await once(build, 'exit');
    if (code !== 0 || isEnding) continue;
    await stopServer();
    if (!isEnding) server = start('dist/bundle/src/cli/main.js', 'serve');
  }
  isUpdating = false;
}

let timer;
const watchers = WATCHED.map((name) =>
  watch(path.join(root, name), { recursive: true }, () => {
    hasChanged = true;
    clearTimeout(timer);
    timer = setTimeout(update, QUIET_MS);
  }),
);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, async () => {
    isEnding = true;
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    // With the compiler that it has started, which would run to its end.
    if (isRunning(build)) process.kill(-build.pid, 'SIGKILL');
    await stopServer();
  });
}

await update();

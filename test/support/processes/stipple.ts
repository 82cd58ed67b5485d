/** The command as people run it: in a process of its own, or in one that runs many. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { mainFile } from '../../../src/platform/base/entry-files.ts';

/** The command as users run it; where it is counted what runs, the one with a file for each source. */
export const MAIN =
  process.env['NODE_V8_COVERAGE'] === undefined
    ? fileURLToPath(mainFile())
    : path.join(import.meta.dirname, '../../../src/cli/main.js');

export interface Outcome {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Start the command in a folder, with nothing of this process's environment but its programs. */
export function start(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return startProgram(MAIN, cwd, args, env);
}

/** Start any program of Node in the same way. */
export function startProgram(
  file: string,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): ChildProcess {
  return spawn(process.execPath, [file, ...args], { cwd, env: { PATH: process.env['PATH'], ...env } });
}

/** Wait for the end of a process, and collect what it prints. */
export function finish(child: ChildProcess): Promise<Outcome> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    err += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, err })));
}

/** What to run where. */
export interface Order {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

let host: ChildProcess | null = null;
let last: Promise<unknown> = Promise.resolve();

/**
 * Run a command that ends by itself, with the same result as `finish(start(…))`, in a process that has its modules from the
 * command before. Where the process itself is what is tested, as by signals, it needs one of its own.
 */
export function runCommand(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  // The process may stand in a folder that its last command has removed.
  const folder = path.resolve(cwd);
  const next = last.then(() => order({ cwd: folder, args, env: { PATH: process.env['PATH'], ...env } }));
  last = next.catch(() => undefined);
  return next;
}

async function order(what: Order): Promise<Outcome> {
  if (host?.connected !== true) {
    host = fork(path.join(import.meta.dirname, 'command-host.js'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
  }
  const child = host;
  child.ref();
  child.channel?.ref();
  const answered = once(child, 'message') as Promise<[Outcome]>;
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the host ended with ${code}`)),
  );
  child.send(what);
  const [outcome] = await Promise.race([answered, ended]);
  ended.catch(() => undefined);
  // It ends with this process, which it does not keep alive.
  child.unref();
  child.channel?.unref();
  return outcome;
}

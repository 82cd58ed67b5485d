/** The command as people run it: in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
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

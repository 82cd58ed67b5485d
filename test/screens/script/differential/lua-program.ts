/** Runs Lua source with the program `lua5.4`, which the sandbox is compared with. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { requireTool } from '../../../support/tools/tools.ts';

export const PROGRAM = 'lua5.4';
/** Name of the script in messages. */
export const FILE = 'case.lua';

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/**
 * The output of a script with the real program.
 * @throws {MissingToolError} it is not installed
 */
export function runProgram(source: string): { readonly printed: string; readonly error: string } {
  const program = requireTool(PROGRAM);
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-lua-'));
  try {
    writeFileSync(path.join(folder, FILE), source);
    const options = {
      cwd: folder,
      encoding: 'latin1',
      timeout: 20_000,
      maxBuffer: MAX_OUTPUT_BYTES,
    } as const;
    const { stdout, stderr } = spawnSync(program, [FILE], { ...options, argv0: PROGRAM });
    const error = /^lua5\.4: (.*?)(?:\nstack traceback:|\n$)/s.exec(stderr)?.[1] ?? stderr;
    return { printed: Buffer.from(stdout, 'latin1').toString('utf8'), error };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The sandbox against the program `lua5.4`: equal scripts print equal lines and end with equal errors. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { runLua } from '../run-lua.ts';
import { CORPUS, FAILING } from './corpus.ts';

const PROGRAM = 'lua5.4';
const FILE = 'case.lua';

const isInstalled = spawnSync(PROGRAM, ['-v']).status === 0;
/** Where the program has to be there, its absence must not pass for success. */
const isRequired = process.env['CI'] !== undefined;

const folder = mkdtempSync(path.join(tmpdir(), 'stipple-lua-'));
after(() => rmSync(folder, { recursive: true }));

/** What the real program makes of a script. */
function runProgram(source: string): { readonly printed: string; readonly error: string } {
  writeFileSync(path.join(folder, FILE), source);
  const { stdout, stderr } = spawnSync(PROGRAM, [FILE], { cwd: folder, encoding: 'latin1', timeout: 20_000 });
  const error = /^lua5\.4: (.*?)(?:\nstack traceback:|\n$)/s.exec(stderr)?.[1] ?? stderr;
  return { printed: Buffer.from(stdout, 'latin1').toString('utf8'), error };
}

/** What the sandbox makes of it. */
function runSandbox(source: string): { readonly printed: string; readonly error: string } {
  const { result, logs } = runLua(source, { chunkName: FILE });
  const printed = logs.map((line) => `${line.replace(/^info: /, '')}\n`).join('');
  if (result.ok) return { printed, error: '' };
  const { file, line, message } = result.error;
  return { printed, error: line === undefined ? message : `${file}:${line}: ${message}` };
}

/** Lines that differ for a reason: tables, functions and threads are printed with their addresses. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/\b(table|function|thread|builtin|userdata): (?:0x)?[0-9a-f]+/g, '$1: …')
    .split('\n');
}

describe(`the sandbox and ${PROGRAM}`, {
  skip: !isInstalled && !isRequired && `${PROGRAM} is not installed`,
}, () => {
  it('is there to be compared with', () => assert.ok(isInstalled, `${PROGRAM} is not installed`));

  for (const [name, source] of Object.entries(CORPUS)) {
    it(`print the same: ${name}`, () => {
      const [expected, got] = [runProgram(source), runSandbox(source)];
      assert.deepEqual([expected.error, got.error], ['', '']);
      assert.ok(expected.printed.split('\n').length > 5);
      assert.deepEqual(comparable(got.printed), comparable(expected.printed));
    });
  }

  for (const source of FAILING) {
    it(`fail with the same error: ${source.split('\n').at(-1) || source.split('\n').at(-2)}`, () => {
      const [expected, got] = [runProgram(source), runSandbox(source)];
      assert.notEqual(expected.error, '');
      // Of several places, as `coroutine.wrap` adds one, the sandbox tells the last: there it happened.
      const error = expected.error.replace(/^(?:case\.lua:\d+: )+(?=case\.lua:)/, '');
      // Errors that Lua raises without a place get one from the sandbox.
      const isPlaced = error.startsWith(`${FILE}:`);
      assert.equal(isPlaced ? got.error : got.error.replace(/^case\.lua:\d+: /, ''), error);
    });
  }
});

/** Compares the sandbox with the program `lua5.4`: a script prints the same lines and ends with the same error. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runLua } from '../run-lua.ts';
import { CORPUS, FAILING } from './corpus.ts';
import { FILE, PROGRAM, runProgram } from './lua-program.ts';

/** The output of a script in the sandbox. */
function runSandbox(source: string): { readonly printed: string; readonly error: string } {
  const { result, logs } = runLua(source, { chunkName: FILE });
  const printed = logs.map((line) => `${line.replace(/^info: /, '')}\n`).join('');
  if (result.ok) return { printed, error: '' };
  const { file, line, message } = result.error;
  return { printed, error: line === undefined ? message : `${file}:${line}: ${message}` };
}

/** Lines without addresses, with which tables, functions and threads are printed. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/\b(table|function|thread|builtin|userdata): (?:0x)?[0-9a-f]+/g, '$1: …')
    .split('\n');
}

describe(`the sandbox and ${PROGRAM}`, () => {
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
      // Of several places (`coroutine.wrap` adds one) the sandbox reports the last, where the error was raised.
      const error = expected.error.replace(/^(?:case\.lua:\d+: )+(?=case\.lua:)/, '');
      // Errors that Lua raises without a place get one from the sandbox.
      const isPlaced = error.startsWith(`${FILE}:`);
      assert.equal(isPlaced ? got.error : got.error.replace(/^case\.lua:\d+: /, ''), error);
    });
  }
});

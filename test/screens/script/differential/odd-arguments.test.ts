/** Standard functions with unusual arguments: the sandbox returns the same as the program `lua5.4`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaValue } from '../run-lua.ts';
import { FILE, PROGRAM, runProgram } from './lua-program.ts';
import { ODD_ARGUMENTS } from './odd-arguments.ts';

const LIMITS = { cpuMs: 30_000, wallMs: 60_000, memoryBytes: 256 * 1024 * 1024 };
const COLLECTED = 'table.concat(out, "\\n")';

describe(`standard functions with odd arguments, here and in ${PROGRAM}`, () => {
  for (const [name, source] of Object.entries(ODD_ARGUMENTS)) {
    it(`give the same: ${name}`, () => {
      const { printed, error } = runProgram(`${source}\nio.write(${COLLECTED})`);
      assert.equal(error, '');
      const { data } = luaValue(`${source}\nreturn { data = ${COLLECTED} }`, {
        chunkName: FILE,
        limits: LIMITS,
      }) as {
        data: string;
      };
      const expected = printed.split('\n');
      const different = data.split('\n').flatMap((line, index) => {
        const other = expected[index];
        return line === other ? [] : [`here ${line}\nthere ${other}`];
      });
      assert.ok(expected.length > 200, `only ${expected.length} calls`);
      assert.deepEqual(different.slice(0, 20), [], `${different.length} of ${expected.length} calls differ`);
    });
  }
});

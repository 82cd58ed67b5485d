import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure } from './run-lua.ts';

describe('a line that is written as in another language', () => {
  for (const [source, hint] of [
    [
      'for i = 1, 3 do\n  if i == 2 then continue end\nend',
      'Lua has no continue: write goto next, and ::next:: in front of the end of the loop',
    ],
    [
      'for i = 1, 3 do\n  if i == 2 then\n    continue\n  end\nend',
      'Lua has no continue: write goto next, and ::next:: in front of the end of the loop',
    ],
    ['if a != b then end', 'write ~= for "not equal"'],
    ['if a && b then end', 'write and'],
    ['if a || b then end', 'write or'],
    ['local n = 1\nn += 1', 'Lua has no += and the like: write x = x + 1'],
    ['if a then x = 1\nelse if b then x = 2\nend', 'write elseif, in one word'],
    ['const a = 1', 'write local'],
  ] as const) {
    it(`is named with Lua's own words: ${JSON.stringify(source)}`, () => {
      const { code, message } = luaFailure(source);
      assert.equal(code, 'script_syntax');
      assert.ok(message.endsWith(` (${hint})`), message);
    });
  }

  it('is not looked for in comments and other lines', () => {
    for (const source of ['-- continue\nlocal = 1', 'local s = "a"\n\n\nlocal = 1', 'x = = 1 -- a != b']) {
      assert.doesNotMatch(luaFailure(source).message, /\(/, source);
    }
  });
});

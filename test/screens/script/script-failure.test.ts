import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure } from './run-lua.ts';

describe('a misspelt name in a script', () => {
  for (const [source, message] of [
    [
      'io.open("x")',
      "attempt to index a nil value (global 'io') (scripts have no files: read those of the screen with read_asset)",
    ],
    [
      'os.execute("ls")',
      "attempt to call a nil value (field 'execute') (scripts cannot reach the system: use params)",
    ],
    ['http_gte("x")', "attempt to call a nil value (global 'http_gte'); did you mean http_get?"],
    ['return strnig.rep("a", 2)', "attempt to index a nil value (global 'strnig'); did you mean string?"],
    ['return string.uper("a")', "attempt to call a nil value (field 'uper'); did you mean upper?"],
    ['return ("a"):uper()', "attempt to call a nil value (method 'uper'); did you mean upper?"],
    ['lod("return 1")', "attempt to call a nil value (global 'lod'); did you mean load?"],
    ['return json_nul.x', "attempt to index a nil value (global 'json_nul'); did you mean json_null?"],
    [
      'html_parse("<p>"):select("p"):eahc(print)',
      "attempt to call a nil value (method 'eahc'); did you mean each?",
    ],
    ['return os.tiem()', "attempt to call a nil value (field 'tiem'); did you mean time?"],
    ['return layuot.width', "attempt to index a nil value (global 'layuot'); did you mean layout?"],
    [
      'return layout.widht * 2',
      "attempt to perform arithmetic on a nil value (field 'widht'); did you mean width?",
    ],
  ] as const) {
    it(`${source} is reported with the name that was meant`, () => {
      assert.equal(luaFailure(source, { globals: { layout: { width: 800 } } }).message, message);
    });
  }

  it('gets no suggestion when no known name is close, or when the name is right', () => {
    for (const source of [
      'return quux.x',
      'local t = {} return t.width + 1',
      'error("a nil value (global \'x\')")',
    ]) {
      const { message } = luaFailure(source, { globals: { layout: { width: 800 } } });
      assert.doesNotMatch(message, /did you mean/);
    }
  });
});

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

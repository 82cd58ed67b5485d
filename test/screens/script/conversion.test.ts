import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCRIPT_RESULT_DEPTH } from '../../../src/screens/script/from-lua.ts';
import { luaFailure, luaValue, runLua } from './run-lua.ts';

describe('the result', () => {
  it('of keys 1..n is a list, in whatever order they were set', () => {
    assert.deepEqual(luaValue('return { 1, "two", true }'), [1, 'two', true]);
    assert.deepEqual(luaValue('local t = {} for i = 3, 1, -1 do t[i] = i end return t'), [1, 2, 3]);
  });

  it('with other keys is a map with text keys in sorted order', () => {
    assert.deepEqual(luaValue('return { 1, 2, n = 2 }'), { 1: 1, 2: 2, n: 2 });
    assert.deepEqual(luaValue('return { [1] = "a", [3] = "c" }'), { 1: 'a', 3: 'c' });
    assert.deepEqual(luaValue('return { [1.5] = "x", [-1] = "y" }'), { '1.5': 'x', '-1': 'y' });
    const { result } = runLua('return { zeta = 1, alpha = 2, mid = 3, Beta = 4 }');
    assert.deepEqual(result.ok && Object.keys(result.value ?? {}), ['Beta', 'alpha', 'mid', 'zeta']);
  });

  it('prefers a text key to an equal number key', () => {
    assert.deepEqual(luaValue('return { [1] = "number", ["1"] = "text", x = 0 }'), { 1: 'text', x: 0 });
  });

  it('that is empty is a map, unless it came from a list', () => {
    assert.deepEqual(luaValue('return {}'), {});
    assert.deepEqual(luaValue('return json_decode("[]")'), []);
    assert.deepEqual(luaValue('return json_decode("{}")'), {});
    assert.deepEqual(luaValue('return params.list', { globals: { params: { list: [] } } }), []);
    assert.deepEqual(luaValue('local t = json_decode("[1]") table.remove(t) return t'), []);
    assert.deepEqual(luaValue('local t = json_decode("[]") t.x = 1 return t'), { x: 1 });
  });

  it('has plain numbers: integral floats, and integers that are rounded beyond 2^53', () => {
    assert.deepEqual(luaValue('return { 5.0, -7, 1 << 40, 0.1, (1 << 53) + 1 }'), [
      5,
      -7,
      2 ** 40,
      0.1,
      2 ** 53,
    ]);
  });

  it('reads text as UTF-8, keeps NUL, and replaces invalid bytes', () => {
    assert.deepEqual(luaValue('return { "ä€😀", "a\\0b", "x\\255y", ("é"):rep(20) }'), [
      'ä€😀',
      'a\0b',
      'x\ufffdy',
      'é'.repeat(20),
    ]);
  });

  it('turns json_null into null and leaves out nil', () => {
    assert.deepEqual(luaValue('return { a = json_null, b = nil, c = { json_null, 1 } }'), {
      a: null,
      c: [null, 1],
    });
    assert.equal(luaValue('return nil'), null);
    assert.equal(luaValue(''), null);
  });

  it('has no prototype, so odd keys are just keys', () => {
    const { result } = runLua('return { ["__proto__"] = { polluted = 1 }, constructor = 2, toString = 3 }');
    assert.ok(result.ok);
    const value = result.value as Record<string, unknown>;
    assert.equal(Object.getPrototypeOf(value), null);
    assert.deepEqual(Object.keys(value).sort(), ['__proto__', 'constructor', 'toString']);
    assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
  });

  it('reads only the fields of a table itself: metamethods are not called', () => {
    const source =
      'return setmetatable({ a = 1 }, { __index = { b = 2 }, __pairs = function() error("x") end })';
    assert.deepEqual(luaValue(source), { a: 1 });
  });

  it('is the first value when a script returns several', () => {
    assert.equal(luaValue('return 1, 2, 3'), 1);
  });

  it('may hold one table twice', () => {
    assert.deepEqual(luaValue('local t = { 1 } return { t, t }'), [[1], [1]]);
  });
});

describe('a result that cannot be used', () => {
  const refused: [name: string, source: string, message: RegExp][] = [
    [
      'a function',
      'return { data = { rows = { 1, 2, { fn = print } } } }',
      /^data\.rows\[3\]\.fn: a function cannot/,
    ],
    ['a coroutine', 'return { ["odd key"] = coroutine.create(print) }', /^\["odd key"\]: a thread cannot/],
    ['a document', 'return { d = html_parse("<p>") }', /^d: a userdata cannot/],
    ['a boolean key', 'return { data = { [true] = 1 } }', /^data: a boolean cannot be a key/],
    ['a table key', 'return { [{}] = 1 }', /^the result: a table cannot be a key/],
    ['a cycle', 'local t = { a = {} } t.a.back = t return t', /^a\.back: the table contains itself/],
    ['a function alone', 'return print', /^the result: a function cannot/],
  ];
  for (const [name, source, message] of refused) {
    it(`has its path in the message: ${name}`, () => {
      const failure = luaFailure(source);
      assert.match(failure.message, message);
      assert.deepEqual([failure.code, failure.file], ['script_result', 'clock.lua']);
    });
  }

  it('is limited in depth', () => {
    const nest = (levels: number) => `local t = 1 for _ = 1, ${levels} do t = { t } end return t`;
    assert.equal(runLua(nest(SCRIPT_RESULT_DEPTH)).result.ok, true);
    assert.match(luaFailure(nest(SCRIPT_RESULT_DEPTH + 1)).message, /nested deeper than 64 levels/);
  });

  it('is limited in the number of values, shared ones counted every time', () => {
    const laughs = 'local t = { 1 } for _ = 1, 40 do t = { t, t } end return t';
    assert.match(luaFailure(laughs).message, /more than 200000 values/);
    assert.match(luaFailure('local t = {} for i = 1, 200000 do t[i] = i end return t').message, /more than/);
  });
});

describe('globals', () => {
  it('may have lists, nested maps, numbers and unusual keys', () => {
    const params = {
      list: [1, [2, { x: 'y' }]],
      big: 2 ** 40,
      half: 0.5,
      yes: true,
      'odd key': 'é',
      __proto: 1,
    };
    const source = 'return { params, math.type(params.big), math.type(params.half), #params.list }';
    assert.deepEqual(luaValue(source, { globals: { params } }), [params, 'integer', 'float', 2]);
  });

  it('have nil for null in a map, and json_null for null in a list', () => {
    const globals = { params: { gone: null, list: [1, null, 3] } };
    const source = 'return { params.gone == nil, #params.list, params.list[2] == json_null }';
    assert.deepEqual(luaValue(source, { globals }), [true, 3, true]);
  });

  it('may hold long texts', () => {
    const text = 'ä'.repeat(100_000);
    assert.equal(luaValue('return params.text', { globals: { params: { text } } }), text);
  });
});

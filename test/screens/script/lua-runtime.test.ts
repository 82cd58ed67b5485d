import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure, luaValue, runLua } from './run-lua.ts';

describe('a run', () => {
  it('returns what the script returns, and sees the globals', () => {
    const globals = { params: { station: 'Köln', limit: 3 }, device: { battery_voltage: 4.1 } };
    const source =
      'return { data = { params.station, params.limit + 1, device.battery_voltage }, refresh_rate = 60 }';
    assert.deepEqual(luaValue(source, { globals }), { data: ['Köln', 4, 4.1], refresh_rate: 60 });
  });

  it('sees nothing of earlier runs, not even in library tables', () => {
    runLua('x = 1; string.x = 1; params.y = 2; getmetatable("").z = 3', { globals: { params: {} } });
    const source = 'return { x == nil, string.x == nil, params.y == nil, getmetatable("").z == nil }';
    assert.deepEqual(luaValue(source, { globals: { params: {} } }), [true, true, true, true]);
  });

  it('is the same every time: random numbers, table order and addresses', () => {
    const source = `
      local keys = {}
      for k in pairs({ a = 1, b = 2, c = 3, d = 4, e = 5, [print] = 6 }) do keys[#keys + 1] = tostring(k) end
      return { math.random(1, 1e9), math.random(), keys, tostring({}) }`;
    const first = luaValue(source);
    luaValue('local t = {} for i = 1, 50000 do t[i] = { i } end return #t');
    luaFailure('error("x")');
    assert.deepEqual(luaValue(source), first);
    assert.notDeepEqual(luaValue(source, { chunkName: 'other.lua' }), first);
  });

  it('has other random numbers when the script sets the seed', () => {
    const source = 'math.randomseed(params.seed) return math.random(1, 1e9)';
    const draw = (seed: number) => luaValue(source, { globals: { params: { seed } } });
    assert.equal(draw(1), draw(1));
    assert.notEqual(draw(1), draw(2));
  });

  it('keeps its results through a thousand runs of all kinds', () => {
    const sources = [
      'local t = {} for i = 1, 3000 do t[i] = tostring(i) end return #t',
      'return ("x"):rep(1000000):len()',
      'local t = {} for i = 1, 900 do t["k" .. i] = { i } end for i = 1, 900, 2 do t["k" .. i] = nil end return next(t) ~= nil',
      'error({ code = 5 })',
      'local function f(n) if n == 0 then return 0 end return 1 + f(n - 1) end return f(10000)',
    ];
    const outcomes = sources.map((source) => JSON.stringify(runLua(source).result));
    for (let n = 0; n < 1000; n++) {
      const pick = (n * 7 + (n >> 3)) % sources.length;
      assert.equal(JSON.stringify(runLua(sources[pick] ?? '').result), outcomes[pick]);
    }
  });

  it('accepts a source with a byte order mark, a first line with #, and CRLF', () => {
    assert.equal(luaValue('\ufeffreturn 1'), 1);
    assert.equal(luaValue('#!/usr/bin/lua\nreturn 2'), 2);
    assert.equal(luaFailure('local x = 1\r\nx.y.z = 1\r\n').line, 2);
  });
});

describe('errors', () => {
  it('have file, line and a message without both', () => {
    assert.deepEqual(luaFailure('\nlocal t = {}\nreturn t.x.y'), {
      code: 'script_error',
      message: "attempt to index a nil value (field 'x')",
      file: 'clock.lua',
      line: 3,
    });
  });

  it('of syntax have a code of their own, and a line', () => {
    const failure = luaFailure('local x = 1\n\nlocal = 2');
    assert.equal(failure.code, 'script_syntax');
    assert.equal(failure.line, 3);
    assert.match(failure.message, /^<name> expected near '='$/);
  });

  it('that are tables, nil or numbers, or have no place, are readable and have a line', () => {
    const cases: [source: string, message: RegExp][] = [
      ['\nerror({ code = 7, why = "x" })', /^error was called with the table \{"code":7,"why":"x"\}$/],
      ['\nerror({ message = "no trains" })', /^no trains$/],
      ['\nerror(setmetatable({}, { __tostring = function() return "shown" end }))', /^shown$/],
      ['\nerror(nil)', /without a message \(nil\)/],
      ['\nerror(42)', /42/],
      ['\nerror(true)', /true/],
      ['\nerror("plain", 0)', /^plain$/],
      ['\nerror(print)', /function/],
      ['\nlocal t = {} t.t = t error(t)', /^error was called with a table$/],
    ];
    for (const [source, message] of cases) {
      const failure = luaFailure(source);
      assert.match(failure.message, message);
      assert.deepEqual([failure.code, failure.file, failure.line], ['script_error', 'clock.lua', 2], source);
    }
  });

  it('of the functions for scripts have the line of the call', () => {
    const failure = luaFailure('local f = json_decode\n\nf(nil)');
    assert.equal(failure.message, "bad argument #1 to 'json_decode' (string expected, got nil)");
    assert.equal(failure.line, 3);
  });

  it('in coroutines, load and callbacks end the run', () => {
    assert.equal(luaFailure('\ncoroutine.wrap(function()\nerror("deep")\nend)()').line, 3);
    assert.match(luaFailure('\nload("error(\'inner\')")()').message, /inner/);
    assert.equal(luaFailure('\ntable.sort({ 3, 2, 1 }, function(a, b)\nreturn a.x < b.x end)').line, 3);
  });

  it('name a file below folders, and one with a very long name', () => {
    assert.equal(luaFailure('error("x")', { chunkName: 'a/b/script.lua' }).file, 'a/b/script.lua');
    const long = `${'ü'.repeat(80)}/script.lua`;
    const failure = luaFailure('\nerror("x")', { chunkName: long });
    assert.deepEqual([failure.file, failure.line, failure.message], [long, 2, 'x']);
  });

  it('with megabytes of text are cut', () => {
    assert.ok(luaFailure('error(("x"):rep(5000000))').message.length < 3000);
  });

  it('in a __tostring of an error value end the run with a message', () => {
    const source = 'error(setmetatable({}, { __tostring = function() error("again") end }))';
    assert.equal(luaFailure(source).code, 'script_error');
    assert.equal(luaValue('return 1'), 1);
  });
});

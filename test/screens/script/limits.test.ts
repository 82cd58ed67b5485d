/** Hostile scripts: each ends by its limit, and does not affect the next run. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answered, luaFailure, luaValue, runLua } from './run-lua.ts';

const SHORT = { limits: { cpuMs: 60 } };

/** Scripts without an end. */
const ENDLESS: Readonly<Record<string, string>> = {
  'a loop': 'while true do end',
  'tail calls': 'local function f() return f() end f()',
  'a loop of errors': 'while true do pcall(error, "x") end',
  'a loop in a coroutine': 'coroutine.wrap(function() while true do end end)()',
  'loops behind pcall': 'while true do pcall(function() while true do end end) end',
  'a loop in an error handler': 'xpcall(error, function() while true do end end)',
  'coroutines behind pcall': 'while true do pcall(coroutine.wrap(function() while true do end end)) end',
  'a pattern bomb': 'string.find(("a"):rep(10000), ".-.-.-.-b$")',
  'a pattern bomb in a coroutine':
    'coroutine.wrap(function() string.find(("a"):rep(10000), ".-.-.-.-b$") end)()',
  'a quadratic gsub': 'string.gsub(("a"):rep(1000000), ".-b", "")',
  'string.rep of nothing': 'string.rep("", 1e18)',
  'table.move over nothing': 'table.move({}, 1, 1 << 60, 2)',
  'table.insert with a false length':
    'table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)',
  'table.concat of nothing':
    'table.concat(setmetatable({}, { __index = function() return "" end }), "", 1, 1 << 60)',
  'a loop in __index': 'return setmetatable({}, { __index = function() while true do end end }).x',
  'a loop in __close': 'local x <close> = setmetatable({}, { __close = function() while true do end end })',
  'a loop of compilations': 'while true do load("x = 1") end',
  'a loop of log lines': 'while true do print(1) end',
  'a loop of queries':
    'local d = html_parse(("<p><b>x</b></p>"):rep(2000)) while true do d:select("p b") end',
};

/** Scripts that would use all memory. */
const GREEDY: Readonly<Record<string, string>> = {
  'string.rep': 'return string.rep("x", 1e9)',
  doubling: 'local s = "x" while true do s = s .. s end',
  'a giant table': 'local t = {} while true do t[#t + 1] = {} end',
  'a giant map': 'local t = {} local i = 0 while true do i = i + 1 t["k" .. i] = i end',
  concat: 'local t = {} for i = 1, 1e6 do t[i] = ("x"):rep(100) end return table.concat(t)',
  coroutines:
    'local t = {} while true do t[#t + 1] = coroutine.create(function() end) coroutine.resume(t[#t]) end',
  recursion: 'local function f() return 1 + f() end f()',
  gsub: 'return ("x"):rep(1e6):gsub("x", ("y"):rep(1e4))',
};

/** Scripts that Lua itself ends with an error. */
const BROKEN: Readonly<Record<string, string>> = {
  'string.rep beyond 4 GiB': 'return string.rep("x", 1e10)',
  'nested pcall': 'local function f() pcall(f) error("x") end f()',
  'gsub recursion': 'local function f(s) return (s:gsub(".", f)) end f("abc")',
  'sort with a bad order':
    'local t = {} for i = 1, 1e4 do t[i] = i % 7 end table.sort(t, function() return true end)',
  parentheses: 'assert(load(("("):rep(1e5) .. "1" .. (")"):rep(1e5)))',
  unpacking: 'return table.unpack({}, 1, 1e7)',
  'a chain of __index': 'return setmetatable({}, { __index = function(t, k) return t[k + 1] end })[1]',
};

describe('CPU time', () => {
  afterEach(() => assert.equal(luaValue('return 6 * 7'), 42));

  for (const [name, source] of Object.entries(ENDLESS)) {
    it(`ends ${name}`, () => {
      const { result, overruns } = runLua(`\n${source}`, SHORT);
      assert.equal(result.ok, false);
      if (result.ok) return;
      assert.deepEqual(
        [result.error.code, result.error.file, result.error.line],
        ['script_timeout', 'clock.lua', 2],
      );
      assert.match(result.error.message, /more than 0\.06 s of CPU time/);
      assert.ok(overruns.length <= 1);
    });
  }

  it('reports the place to the host before it ends the run', () => {
    const { overruns } = runLua('local x\nwhile true do end', SHORT);
    assert.match(overruns.join(), /^clock\.lua(:[12])?$/);
  });

  it('does not count while the script waits for the network', () => {
    const http = () => {
      const end = performance.now() + 100;
      while (performance.now() < end);
      return answered('late');
    };
    assert.equal(luaValue('return http_get("http://x/")', { ...SHORT, http }), 'late');
  });
});

describe('wall time', () => {
  it('ends a script that waits too often', () => {
    const http = () => {
      const end = performance.now() + 20;
      while (performance.now() < end);
      return answered('');
    };
    const failure = luaFailure('while true do\nhttp_get("http://x/")\nend', {
      limits: { wallMs: 100 },
      http,
    });
    assert.deepEqual([failure.code, failure.line], ['script_timeout', 2]);
    assert.match(failure.message, /took longer than 0\.1 s/);
  });

  it('limits the timeout of a request to the time that is left', () => {
    const seen: number[] = [];
    const http = ({ timeoutMs }: { timeoutMs: number }) => {
      seen.push(timeoutMs);
      return answered('');
    };
    luaValue('http_get("http://x/", { timeout = 30 })', { limits: { wallMs: 500 }, http });
    assert.ok((seen[0] ?? 0) > 0 && (seen[0] ?? 0) <= 500);
  });
});

describe('memory', () => {
  afterEach(() => assert.equal(luaValue('return ("x"):rep(1e6):len()'), 1e6));

  for (const [name, source] of Object.entries(GREEDY)) {
    it(`stops ${name}`, () => {
      const failure = luaFailure(`\n${source}`, { limits: { cpuMs: 30_000 } });
      assert.deepEqual([failure.code, failure.file], ['script_memory', 'clock.lua']);
      const isDeep = name === 'recursion';
      assert.match(failure.message, isDeep ? /^stack overflow: .* 64 MiB/ : /more than its 64 MiB/);
      assert.equal(failure.line, 2);
    });
  }

  it('can run out without ending the run when the script catches the error', () => {
    const source = 'local ok, e = pcall(string.rep, "x", 1e9) return { ok, e, #("y"):rep(1000) }';
    assert.deepEqual(luaValue(source), [false, 'not enough memory', 1000]);
  });

  it('is limited for each run: with a higher limit the same script succeeds', () => {
    const source = 'return #string.rep("x", 30000000)';
    assert.equal(luaFailure(source, { limits: { memoryBytes: 24 * 1024 * 1024 } }).code, 'script_memory');
    assert.equal(luaValue(source), 30_000_000);
  });
});

describe('broken scripts', () => {
  for (const [name, source] of Object.entries(BROKEN)) {
    it(`end with an error of Lua: ${name}`, () => {
      assert.equal(luaFailure(source).code, 'script_error');
      assert.equal(luaValue('return 1'), 1);
    });
  }
});

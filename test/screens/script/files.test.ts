/** `require` and `read_asset` in scripts; which files they may read is tested in `test/engine/jobs`. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { luaFailure, luaValue } from './run-lua.ts';

const COUNTER = 'local M = { n = 0 } function M.next() M.n = M.n + 1 return M.n end return M';

describe('require', () => {
  it('returns the same value every time, for every spelling, and runs the module once', () => {
    const files = { 'lib/counter.lua': COUNTER };
    const source = `
      local a, b = require("lib/counter"), require("lib/counter")
      return { a == b, a.next(), b.next(), require("lib/counter").n }`;
    assert.deepEqual(luaValue(source, { files }), [true, 1, 2, 2]);
  });

  it('forgets everything between runs', () => {
    const files = { 'lib/counter.lua': COUNTER };
    for (let run = 0; run < 3; run++) {
      assert.equal(luaValue('return require("lib/counter").next()', { files }), 1);
    }
  });

  it('passes its name and file to the module, and returns the file as a second value', () => {
    const files = { 'a.lua': 'return { ... }' };
    assert.deepEqual(luaValue('local m, file = require("a") return { m, file }', { files }), [
      ['a', 'a.lua'],
      'a.lua',
    ]);
  });

  it('returns true for a module that returns nothing, and false for one that returns false', () => {
    const files = { 'none.lua': 'x = (x or 0) + 1', 'no.lua': 'y = (y or 0) + 1 return false' };
    const source = 'return { require("none"), (require("none")), x, (require("no")), (require("no")), y }';
    assert.deepEqual(luaValue(source, { files }), [true, true, 1, false, false, 1]);
  });

  it('takes dots between folders, and the file init.lua of a folder', () => {
    const files = {
      'lib/text.lua': 'return ...',
      'shapes/init.lua': 'return ...',
      'a/b/init.lua': 'return ...',
    };
    const source =
      'return { (require("lib.text")), (require("shapes")), (require("a.b")), (require("a/b")) }';
    assert.deepEqual(luaValue(source, { files }), ['lib.text', 'shapes', 'a.b', 'a.b']);
    assert.equal(luaValue('return (require("v1.2"))', { files: { 'v1.2.lua': 'return 12' } }), 12);
    assert.match(
      luaFailure('require("lib.none")', { files }).message,
      /lib\/none\.lua: this file does not exist/,
    );
  });

  it('gives the standard libraries by their names', () => {
    for (const name of ['string', 'table', 'math', 'utf8', 'os', 'coroutine', '_G']) {
      assert.equal(luaValue(`return require("${name}") == ${name} and ${name} ~= nil`), true, name);
    }
    assert.equal(
      luaValue('return (require("string")) == string', { files: { 'string.lua': 'return 1' } }),
      true,
    );
  });

  it('says what to use instead of the usual modules for JSON and HTTP', () => {
    assert.match(luaFailure('require("json")').message, /json\.lua: .*use json_encode and json_decode/);
    assert.match(luaFailure('require("socket.http")').message, /use http_get/);
  });

  it('shares the globals of the script, and lets modules require modules', () => {
    const files = {
      'lib/b.lua': 'local a = require("lib/a") return a .. params.x',
      'lib/a.lua': 'return "a"',
    };
    assert.equal(luaValue('return require("lib/b")', { files, globals: { params: { x: 'b' } } }), 'ab');
  });

  it('lets a module yield, and returns its value when it has ended', () => {
    const files = { 'slow.lua': 'coroutine.yield("half") return "whole"' };
    const source = `
      local step = coroutine.wrap(function() return (require("slow")) end)
      return { step(), step(), (require("slow")) }`;
    assert.deepEqual(luaValue(source, { files }), ['half', 'whole', 'whole']);
  });

  it('reports the modules of a circular dependency', () => {
    const files = {
      'a.lua': 'local m = require("b") return m',
      'b.lua': 'local m = require("c") return m',
      'c.lua': 'local m = require("b") return m',
    };
    const failure = luaFailure('require("a")', { files });
    assert.match(failure.message, /modules need each other: b\.lua -> c\.lua -> b\.lua/);
    assert.deepEqual([failure.file, failure.line], ['c.lua', 1]);
  });

  it('runs a module again after it ended with an error', () => {
    const files = { 'm.lua': 'tries = (tries or 0) + 1 if tries < 3 then error("not yet") end return tries' };
    const source = 'return { (pcall(require, "m")), (pcall(require, "m")), (require("m")) }';
    assert.deepEqual(luaValue(source, { files }), [false, false, 3]);
  });

  it('reports the place in a module where an error was raised', () => {
    const files = { 'lib/x.lua': 'local M = {}\nfunction M.f(t)\n  return t.a.b\nend\nreturn M' };
    const failure = luaFailure('local x = require("lib/x")\nx.f({})', { files });
    assert.deepEqual([failure.code, failure.file, failure.line], ['script_error', 'lib/x.lua', 3]);
    const table = luaFailure('require("y")', { files: { 'y.lua': '\nerror({ message = "no" })' } });
    assert.deepEqual([table.file, table.line, table.message], ['y.lua', 2, 'no']);
  });

  it('reports the place of a syntax error in a module', () => {
    const failure = luaFailure('\nrequire("lib/x")', { files: { 'lib/x.lua': '\n\nlocal = 3' } });
    assert.deepEqual([failure.file, failure.line], ['lib/x.lua', 3]);
    assert.match(failure.message, /<name> expected/);
  });

  it('reports the place in the script where a missing module was required', () => {
    const failure = luaFailure('\n\nrequire("lib/x")', { files: {} });
    assert.deepEqual([failure.file, failure.line], ['clock.lua', 3]);
    assert.equal(failure.message, 'require: lib/x.lua: this file does not exist');
    assert.match(luaFailure('require("x.lua")', { files: { 'x.lua': '' } }).message, /leave out the "\.lua"/);
    assert.match(
      luaFailure('require({})').message,
      /bad argument #1 to 'require' \(string expected, got table\)/,
    );
    assert.equal(
      luaValue('return select(2, pcall(function() require("q") end))'),
      'clock.lua:1: require: q.lua: this file does not exist',
    );
  });

  it('refuses bytecode', () => {
    const failure = luaFailure('require("x")', { files: { 'x.lua': '\u001bLua\u0054\u0000' } });
    assert.match(failure.message, /attempt to load a binary chunk/);
  });

  it('keeps the line numbers of a file with a byte order mark and a # line', () => {
    const failure = luaFailure('require("x")', { files: { 'x.lua': '\ufeff#!/usr/bin/lua\nerror("here")' } });
    assert.deepEqual([failure.file, failure.line, failure.message], ['x.lua', 2, 'here']);
  });

  it('is limited: a module that uses too much time or memory ends the run, and is reported', () => {
    const spin = luaFailure('require("spin")', {
      files: { 'spin.lua': '\nwhile true do end' },
      limits: { cpuMs: 60 },
    });
    assert.deepEqual([spin.code, spin.file, spin.line], ['script_timeout', 'spin.lua', 2]);
    const eat = luaFailure('require("eat")', {
      files: { 'eat.lua': 'local s = "x"\nwhile true do s = s .. s end' },
    });
    assert.deepEqual([eat.code, eat.file, eat.line], ['script_memory', 'eat.lua', 2]);
  });

  it('works also when a script changes the libraries', () => {
    const source = 'table.concat, table.remove, setmetatable = nil, nil, nil return (require("a"))';
    assert.equal(luaValue(source, { files: { 'a.lua': 'return 5' } }), 5);
  });
});

describe('read_asset', () => {
  it('returns all bytes of a file', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
    const source = 'local s = read_asset("a.bin") local t = { s:byte(1, -1) } return t';
    assert.deepEqual(luaValue(source, { files: { 'a.bin': bytes } }), [...bytes]);
    assert.equal(luaValue('return #read_asset("empty")', { files: { empty: '' } }), 0);
  });

  it('raises an error that names the file, which pcall catches', () => {
    const failure = luaFailure('\nread_asset("a.csv")');
    assert.deepEqual([failure.line, failure.message], [2, 'read_asset: a.csv: this file does not exist']);
    assert.equal(luaValue('return (pcall(read_asset, "a.csv"))'), false);
    assert.match(luaFailure('read_asset()').message, /bad argument #1 to 'read_asset'/);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkLuaSyntax, findRequires } from '../../../src/engine/check/repo-files.ts';
import { lua } from './run-lua.ts';

function names(source: string): string[] {
  return findRequires(source).map(({ name, line, column }) => `${line}:${column} ${name}`);
}

describe('findRequires', () => {
  it('finds both ways of writing a call, and where they stand', () => {
    assert.deepEqual(names('local a = require("lib/a")\n  local b = require \'lib/b\'\n'), [
      '1:11 lib/a',
      '2:13 lib/b',
    ]);
    assert.deepEqual(names('require(\n  "a")require"b"'), ['1:1 a', '2:7 b']);
  });

  it('passes over comments and strings, short and long', () => {
    const source = [
      '-- require("a")',
      '--[[ require("b")',
      ']] local x = [==[ require("c") ]] ]==]',
      'print("require(\\"d\\")", \'require "e"\')',
      '--[==[ ]] require("f") ]==] require("g")',
    ].join('\n');
    assert.deepEqual(names(source), ['5:29 g']);
  });

  it('passes over fields and methods of that name, and over names that are computed', () => {
    assert.deepEqual(names('x.require("a") x:require("b") require(name) require("a" .. x)'), ['1:45 a']);
    assert.deepEqual(names('myrequire("a") required("b") local require = 1'), []);
  });

  it('takes linear time for strings and brackets that are not closed', () => {
    for (const part of ['"', '[[', '--[[', '[==', 'require(', '\\', "'\\"]) {
      assert.deepEqual(names(part.repeat(200_000)), [], part);
    }
  });
});

function check(source: string | Uint8Array): string | null {
  const failure = checkLuaSyntax(lua, 'a.lua', Buffer.from(source));
  return failure === null ? null : `${failure.code} ${failure.file}:${failure.line}: ${failure.message}`;
}

describe('checkLuaSyntax', () => {
  it('accepts every chunk that Lua accepts', () => {
    for (const source of [
      '',
      '\n\n',
      'return 1',
      'local a <const> = 1 goto done ::done::',
      'return',
      '-- x',
    ]) {
      assert.equal(check(source), null, source);
    }
  });

  it('names line and reason of a syntax error, in the first line as in others', () => {
    assert.match(check('x = = 1') ?? '', /^script_syntax a\.lua:1: .*near '='/);
    assert.match(check('local a\nif a then') ?? '', /^script_syntax a\.lua:2: 'end' expected/);
    assert.match(check('end') ?? '', /^script_syntax a\.lua:1: /);
    assert.match(check('goto nowhere') ?? '', /nowhere/);
  });

  it('runs nothing', () => {
    assert.equal(check('error("run")'), null);
    assert.equal(check('while true do end'), null);
  });

  it('refuses bytecode and other bytes', () => {
    assert.match(check(Buffer.from([0x1b, 0x4c, 0x75, 0x61, 0x54])) ?? '', /^script_syntax/);
    assert.match(check(Buffer.from([0xff, 0xfe, 0x00])) ?? '', /^script_syntax/);
  });

  it('ends with an error on source that is made to exhaust the compiler', () => {
    for (const bomb of [
      '('.repeat(500_000),
      `x = ${'{'.repeat(500_000)}`,
      'do '.repeat(500_000),
      `x = ${'-'.repeat(3)}${'not '.repeat(400_000)}1`,
      `return ${'function() '.repeat(100_000)}`,
    ]) {
      assert.match(check(bomb) ?? '', /^script_(syntax|memory|timeout)/);
    }
    assert.equal(check('return 1'), null, 'the runtime works on');
  });
});

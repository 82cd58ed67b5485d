import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findRequires } from '../../../src/engine/check/lua-requires.ts';

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

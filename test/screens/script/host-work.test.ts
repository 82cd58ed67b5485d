/** Work outside of Lua for a script: limited in size, and fast up to that size. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCRIPT_RESULT_BYTES } from '../../../src/screens/script/from-lua.ts';
import { SCRIPT_LOG_LINE_BYTES } from '../../../src/screens/script/run-context.ts';
import { luaFailure, luaValue, runLua } from './run-lua.ts';

const MIB = 1024 * 1024;

describe('large strings', () => {
  it('are encoded as base64 and decoded', () => {
    assert.equal(luaValue('return #base64_decode(("AAAA"):rep(2600000))'), 7_800_000);
    const pieces =
      'local s = ("\\0\\255x"):rep(1000) local e = base64_encode(s) return base64_decode(e:gsub(("."):rep(76), "%0\\r\\n")) == s';
    assert.equal(luaValue(pieces), true);
    assert.match(luaFailure('base64_decode(("AAAA"):rep(2000000) .. "!")').message, /not base64/);
  });

  it('are escaped for URLs and unescaped', () => {
    const source = 'local s = ("\\255 a%"):rep(700000) return url_decode(url_encode(s)) == s';
    assert.equal(luaValue(source), true);
  });

  it('are read from JSON, with their escapes', () => {
    const source = `local s = json_decode('"' .. ("\\\\u00e4\\\\n\\\\ud83d\\\\ude00"):rep(200000) .. '"') return { #s, s:sub(1, 7) }`;
    assert.deepEqual(luaValue(source), [1_400_000, 'ä\n😀']);
  });

  it('are cut before they reach the log', () => {
    const { logs } = runLua(
      'print(("ä"):rep(5000000)) log_warn(table.unpack({ ("x"):rep(1500), ("y"):rep(1500), "z" }))',
    );
    const most = SCRIPT_LOG_LINE_BYTES;
    assert.deepEqual(logs, [
      `info: ${'ä'.repeat(most)}…`,
      `warn: ${'x'.repeat(1500)} ${'y'.repeat(most - 1501)}…`,
    ]);
  });

  it('cannot make a large value by being repeated in a list', () => {
    const many = 'local s, t = ("x"):rep(10000000), {} for i = 1, 200000 do t[i] = s end';
    assert.equal(runLua(`${many} print(table.unpack(t))`).logs.length, 1);
    const failure = luaFailure(`${many} return { data = { rows = t } }`);
    assert.equal(failure.code, 'script_result');
    const limit = SCRIPT_RESULT_BYTES / MIB;
    assert.equal(failure.message, `data.rows[2]: the result has more than ${limit} MiB of text`);
    assert.match(luaFailure(`${many} return json_encode(t)`).message, /json_encode: more than \d+ bytes/);
  });
});

describe('a result', () => {
  it('of many keys is sorted', () => {
    const source = 'local t = {} for i = 1, 60000 do t["k" .. i] = i end return t';
    const keys = Object.keys(luaValue(source, { limits: { cpuMs: 20_000 } }) as object);
    assert.deepEqual([keys.length, keys[0], keys[1], keys.at(-1)], [60_000, 'k1', 'k10', 'k9999']);
  });

  it('contains a shared table every time, up to the limit', () => {
    assert.deepEqual(luaValue('local a = { 1 } return { a, a }'), [[1], [1]]);
    const doubling = 'local t = {} for i = 1, 60 do t = { t, t } end return t';
    assert.match(luaFailure(doubling).message, /more than 200000 values/);
  });
});

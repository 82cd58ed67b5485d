import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DataAnswer } from '../../../../src/domain/pushed-data.ts';
import { type LuaOptions, luaFailure, luaValue } from '../run-lua.ts';

const NOW = 1_700_000_000_000;

/** Data that were pushed so many seconds ago. */
function pushed(json: string, seconds: number): LuaOptions {
  const bytes = new Uint8Array(Buffer.from(json));
  const answer: DataAnswer = { ok: true, bytes, updatedMs: NOW - seconds * 1000, version: '1' };
  return { nowMs: NOW, readData: (name) => (name === 'weather' ? answer : { ok: false }) };
}

describe('data_get', () => {
  it('returns the value as json_decode does, and its age', () => {
    const json = '{"a":[1,null,1.5],"big":9007199254740993,"no":null}';
    const source = `local value, age = data_get("weather")
      return { value.a[1], value.a[2] == json_null, value.big == 9007199254740993, value.no == nil, age }`;
    assert.deepEqual(luaValue(source, pushed(json, 125)), [1, true, true, true, 120]);
  });

  it('returns nil where there are no data', () => {
    const source =
      'local value, age = data_get("other") return { value == nil, age == nil, select("#", data_get("x")) }';
    assert.deepEqual(luaValue(source, pushed('1', 0)), [true, true, 1]);
    assert.equal(luaValue('return data_get("weather") == nil'), true);
  });

  it('tells the age in steps, and never one below zero', () => {
    const age = (seconds: number, step: string) =>
      luaValue(`local _, age = data_get("weather"${step}) return age`, pushed('1', seconds));
    assert.equal(age(3_700, ''), 3_660);
    assert.equal(age(3_700, ', 1'), 3_700);
    assert.equal(age(3_700, ', 3600'), 3_600);
    assert.equal(age(59, ''), 0);
    assert.equal(age(-30, ''), 0);
  });

  it('says until when the age stays the same', () => {
    const windows: unknown[] = [];
    const noteClock: LuaOptions['noteClock'] = (window) => void windows.push(window);
    luaValue('data_get("weather") data_get("weather", 3600)', { ...pushed('1', 130), noteClock });
    const updated = NOW / 1000 - 130;
    assert.deepEqual(windows, [
      { from: updated + 120, until: updated + 180 },
      { from: 0, until: updated + 3_600 },
    ]);
  });

  it('gives the same data to all looks of a run', () => {
    let asked = 0;
    const readData = (): DataAnswer => {
      asked += 1;
      return { ok: true, bytes: new Uint8Array(Buffer.from(String(asked))), updatedMs: NOW, version: '1' };
    };
    assert.deepEqual(
      luaValue('return { data_get("n"), data_get("n"), (data_get("m")) }', { readData }),
      [1, 1, 2],
    );
  });

  it('refuses names and steps that are none, and too many names', () => {
    const failure = (source: string): string => luaFailure(source, pushed('1', 0)).message;
    for (const name of ['""', '"a/b"', '".hidden"', '("x"):rep(65)', '"a b"', '"ä"'])
      assert.match(failure(`data_get(${name})`), /bad argument #1 to 'data_get' \(a name of 1 to 64 letters/);
    assert.match(failure('data_get()'), /string expected, got no value/);
    for (const step of ['0', '-1', '1.5', '1e9', '0/0'])
      assert.match(
        failure(`data_get("weather", ${step})`),
        /bad argument #2 to 'data_get' \(a whole number of seconds/,
      );
    assert.match(failure('for n = 1, 65 do data_get("n" .. n) end'), /data_get: too many names in one run/);
  });
});

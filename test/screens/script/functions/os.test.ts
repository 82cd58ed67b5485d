import assert from 'node:assert/strict';
import { it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

it('returns the time of the host, and the CPU time of the run', () => {
  assert.equal(luaValue('return os.time()', { nowMs: 1_700_000_000_500 }), 1_700_000_000);
  assert.equal(luaValue('local c = os.clock() return math.type(c) == "float" and c >= 0 and c < 5'), true);
  assert.equal(luaValue('return os.difftime(7, 5)'), 2);
});

it('formats in local time or UTC, with %c as the default', () => {
  assert.deepEqual(luaValue('return { os.date("!%Y-%m-%d %H:%M:%S", 0), os.date("!%c", 0) }'), [
    '1970-01-01 00:00:00',
    'Thu Jan  1 00:00:00 1970',
  ]);
  assert.equal(luaValue('return os.date("%F %T", 1700000000) == time_format(1700000000, "%F %T")'), true);
});

it('splits a time into fields and composes it again', () => {
  assert.deepEqual(luaValue('return os.date("!*t", 951827696)'), {
    ...{ year: 2000, month: 2, day: 29, hour: 12, min: 34, sec: 56, wday: 3, yday: 60, isdst: false },
  });
  const inverse =
    'local ok = true for t = 1e9, 2e9, 7777777 do ok = ok and os.time(os.date("*t", t // 1 | 0)) == t // 1 end return ok';
  assert.equal(luaValue(inverse), true);
});

it('normalizes fields out of range, and uses noon without an hour', () => {
  const source = `local function d(t) return os.date("%F %T", os.time(t)) end
    return { d{ year = 2024, month = 14, day = 31 }, d{ year = 2024, month = 3, day = 0, hour = 0 },
      d{ year = 2024, month = 1, day = 1, hour = 0, sec = -1 } }`;
  assert.deepEqual(luaValue(source), ['2025-03-03 12:00:00', '2024-02-29 00:00:00', '2023-12-31 23:59:59']);
});

it('reports errors in dates', () => {
  assert.match(luaFailure('os.time({ year = 2024 })').message, /field 'month' missing in date table/);
  assert.match(
    luaFailure('os.time({ year = 1.5, month = 1, day = 1 })').message,
    /field 'year' is not an integer/,
  );
  assert.match(
    luaFailure('os.time({ year = 2 ^ 40, month = 1, day = 1 })').message,
    /field 'year' is out-of-bound/,
  );
  assert.match(
    luaFailure('os.time({ year = 999999999, month = 1, day = 1 })').message,
    /cannot be represented/,
  );
  assert.match(luaFailure('os.date("%Y", 1e300)').message, /is no time that can be shown/);
});

it('writes the normalized date into the table, as Lua 5.4 does', () => {
  const source = `local t = { year = "2024", month = 14, day = 35.0, hour = 30, min = -5, sec = 100 }
    local time = os.time(t)
    return { os.date("*t", time), t }`;
  const [made, written] = luaValue(source) as unknown[];
  assert.deepEqual(written, made);
});

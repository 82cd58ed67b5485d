import assert from 'node:assert/strict';
import { it } from 'node:test';
import { luaFailure, luaValue } from '../run-lua.ts';

it('returns the time of the host in whole seconds', () => {
  assert.deepEqual(luaValue('return { time_now(), math.type(time_now()) }', { nowMs: 1_700_000_000_999 }), [
    1_700_000_000,
    'integer',
  ]);
});

it('formats by zone and locale', () => {
  const source = `return {
    time_format(1700000000, "%Y-%m-%d %H:%M:%S", "UTC"),
    time_format(1700000000.9, "%H:%M %Z", "Europe/Berlin"),
    time_format(1700000000, "%A, %-d. %B", "UTC", "de"),
    time_format("1700000000", "%S", "UTC"),
    time_format(1700000000, "ä\\0%%", "UTC") }`;
  assert.deepEqual(luaValue(source), [
    '2023-11-14 22:13:20',
    '23:13 CET',
    'Dienstag, 14. November',
    '20',
    'ä\0%',
  ]);
});

it('parses formatted times, and returns nil for text that does not match', () => {
  const source = `return {
    time_parse("2023-11-14 22:13:20", "%Y-%m-%d %H:%M:%S", "UTC"),
    time_parse(time_format(1700000000, "%c"), "%c"),
    time_parse("14. März 2024", "%d. %B %Y", "UTC", "de"),
    time_parse("2024-02-30", "%Y-%m-%d") == nil,
    math.type(time_parse("0", "%s")) }`;
  assert.deepEqual(luaValue(source), [1_700_000_000, 1_700_000_000, 1_710_374_400, true, 'integer']);
});

it('reports wrong arguments', () => {
  const cases: [source: string, message: RegExp][] = [
    ['time_format("soon", "%Y")', /#1 to 'time_format' \(number expected, got string\)/],
    ['time_format(0)', /#2 to 'time_format' \(string expected, got no value\)/],
    ['time_format(0, "%Y", "Mars/Base")', /time_format: unknown time zone 'Mars\/Base'/],
    ['time_format(0, "%Y", nil, "fr")', /unknown locale 'fr', expected one of: en, de/],
    ['time_format(1e300, "%Y")', /1e\+300 is no time/],
    ['time_format(0/0, "%Y")', /NaN is no time/],
    ['time_format(0, ("%Y"):rep(9999))', /longer than 4096 characters/],
    ['time_parse("x", "%Y", "Nowhere")', /time_parse: unknown time zone/],
  ];
  for (const [source, message] of cases) assert.match(luaFailure(source).message, message);
});

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { SCRIPT_LOG_LINE_BYTES, SCRIPT_LOG_LINES } from '../../../../src/screens/script/run-context.ts';
import { luaFailure, runLua } from '../run-lua.ts';

it('logs by level; print is info with tabs', () => {
  const { logs } = runLua(
    'log_info("a", 1) log_warn("b", nil, true) log_error("c") print("d", 2.0, {} ~= nil)',
  );
  assert.deepEqual(logs, ['info: a 1', 'warn: b nil true', 'error: c', 'info: d\t2.0\ttrue']);
});

it('shows values as tostring does', () => {
  const source = 'print(setmetatable({}, { __tostring = function() return "shown" end }), json_null == nil)';
  assert.deepEqual(runLua(source).logs, ['info: shown\tfalse']);
  assert.match(
    luaFailure('print(setmetatable({}, { __tostring = function() return {} end }))').message,
    /__tostring/,
  );
});

it('drops lines beyond the limit with one notice, and cuts long ones', () => {
  const { logs } = runLua('for i = 1, 1000 do log_info(i) end');
  assert.equal(logs.length, SCRIPT_LOG_LINES + 1);
  assert.match(logs.at(-1) ?? '', /^warn: more than 100 lines logged/);
  const [long] = runLua('log_info(("x"):rep(1e6))').logs;
  assert.equal(long, `info: ${'x'.repeat(SCRIPT_LOG_LINE_BYTES)}…`);
});

it('reports the line of the script', () => {
  const { places } = runLua('print("a")\n\nlocal function f() log_warn("b") end\nf()');
  assert.deepEqual(places, ['clock.lua:1', 'clock.lua:3']);
});

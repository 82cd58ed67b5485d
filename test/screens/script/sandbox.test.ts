import assert from 'node:assert/strict';
import { it } from 'node:test';
import { luaFailure, luaValue } from './run-lua.ts';

const GLOBALS = [
  ...[
    '_G',
    '_VERSION',
    'assert',
    'base64_decode',
    'base64_encode',
    'collectgarbage',
    'coroutine',
    'data_get',
  ],
  ...[
    'error',
    'getmetatable',
    'greys',
    'html_parse',
    'http_get',
    'http_post',
    'http_request',
    'http_response',
    'image_process',
    'ipairs',
  ],
  ...['json_decode', 'json_encode', 'json_null', 'load', 'log_error', 'log_info', 'log_warn', 'math', 'next'],
  ...[
    'os',
    'pairs',
    'pcall',
    'print',
    'qr_svg',
    'rawequal',
    'rawget',
    'rawlen',
    'rawset',
    'read_asset',
    'require',
    'scale_font',
    'scale_pixel',
  ],
  ...['select', 'setmetatable', 'string', 'table', 'time_format', 'time_now', 'time_parse', 'tonumber'],
  ...['tostring', 'type', 'url_decode', 'url_encode', 'utf8', 'xpcall'],
];

it('has exactly the listed globals', () => {
  const source = 'local n = {} for k in pairs(_G) do n[#n + 1] = k end table.sort(n) return n';
  assert.deepEqual(luaValue(source), GLOBALS);
});

it('has no access to files, processes, the environment or the debugger', () => {
  const names = ['io', 'debug', 'package', 'dofile', 'loadfile', 'loadstring'];
  const fields = [
    'os.execute',
    'os.exit',
    'os.getenv',
    'os.remove',
    'os.rename',
    'os.tmpname',
    'string.dump',
  ];
  for (const name of [...names, ...fields]) assert.equal(luaValue(`return type(${name})`), 'nil', name);
  assert.equal(luaValue('return type(("").dump)'), 'nil');
  const os = 'local n = {} for k in pairs(os) do n[#n + 1] = k end table.sort(n) return n';
  assert.deepEqual(luaValue(os), ['clock', 'date', 'difftime', 'time']);
});

it('loads text, also with an environment, and no bytecode', () => {
  assert.equal(luaValue('return load("return 1 + 1")()'), 2);
  assert.equal(luaValue('return load("return x", "c", "t", { x = 5 })()'), 5);
  assert.equal(luaValue('return load("return x", "c", "b", { x = 5 })()'), 5);
  assert.equal(
    luaValue('local n = 0 return load(function() n = n + 1 return ({ "return ", "3" })[n] end)()'),
    3,
  );
  const source = 'local f, e = load("\\27Lua\\84\\0\\25\\147") return { f == nil, e }';
  assert.match(String((luaValue(source) as string[])[1]), /attempt to load a binary chunk/);
});

it('loads text without an environment when nil is passed as one', () => {
  assert.match(luaFailure('load("return x", "c", "t", nil)()').message, /index a nil value/);
});

it('refuses finalizers, which Lua would run where they cannot be stopped', () => {
  assert.match(luaFailure('setmetatable({}, { __gc = function() end })').message, /'__gc' is not available/);
  assert.match(luaFailure('setmetatable({}, { __gc = true })').message, /'__gc' is not available/);
  assert.equal(luaValue('return getmetatable(json_decode("[]"))'), false);
});

it('has a setmetatable that otherwise behaves as in Lua', () => {
  assert.equal(luaValue('return setmetatable({}, { __index = { x = 1 } }).x'), 1);
  assert.equal(luaValue('return getmetatable(setmetatable(setmetatable({}, {}), nil)) == nil'), true);
  assert.match(
    luaFailure('setmetatable(1, {})').message,
    /#1 to 'setmetatable' \(table expected, got number\)/,
  );
  assert.match(luaFailure('setmetatable({})').message, /#2 to 'setmetatable' \(nil or table expected\)/);
  const locked = 'setmetatable(setmetatable({}, { __metatable = "no" }), {})';
  assert.match(luaFailure(locked).message, /cannot change a protected metatable/);
});

it('lets a script replace the metatable of a list', () => {
  assert.equal(luaValue('return setmetatable(json_decode("[1]"), { __index = { x = 7 } }).x'), 7);
});

it('offers only the memory in use of collectgarbage', () => {
  assert.equal(luaValue('return math.type(collectgarbage("count"))'), 'float');
  assert.equal(luaValue('return collectgarbage("stop") + collectgarbage() + collectgarbage("step", 5)'), 0);
});

it('keeps the methods of strings and the rest of the library', () => {
  assert.equal(luaValue('return ("%s-%d"):format("a", 3):upper():rep(2, ",")'), 'A-3,A-3');
  assert.equal(luaValue('return utf8.len("äöü") + #table.pack(1, 2) + math.tointeger(2.0)'), 7);
  const yields =
    'local c = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) return c() + c() + c()';
  assert.equal(luaValue(yields), 6);
});

it('survives a script that breaks its own globals', () => {
  const source = `
    getmetatable("").__index = nil
    local all = _G
    for k in pairs(all) do all[k] = nil end
    return { data = 1 }`;
  assert.deepEqual(luaValue(source), { data: 1 });
});

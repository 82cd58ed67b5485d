/** The tables of facts fill themselves, and scripts cannot tell. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { randomNumbers } from '../../support/random.ts';
import { luaFailure, luaValue, runLua } from './run-lua.ts';

const FACTS: PlainObject = {
  name: 'Hall',
  width: 800,
  height: 480,
  battery: 4.05,
  registered: true,
  tags: ['a', 'b'],
  place: { floor: 2, room: 'north' },
  none: null,
};

/** What a script may do with a table `T`. Each adds what it sees to `seen`. */
const OPERATIONS = [
  'see(T.name)',
  'see(T.width, T["height"])',
  'see(T.missing, T[1], T[true], T[1.5])',
  'see(T.none)',
  'see(T.tags[1], #T.tags, T.place.room)',
  'T.name = "changed"',
  'T.name = nil',
  'T.missing = "new"',
  'T.battery = nil',
  'T[1] = "one"',
  'T[#T + 1] = "more"',
  'table.insert(T, "item")',
  'see(#T)',
  'see(rawlen(T))',
  'see(rawget(T, "name"), rawget(T, "missing"), rawget(T, 1))',
  'rawset(T, "height", 7)',
  'rawset(T, "battery", nil)',
  'see(pcall(rawset, T, nil, 1))',
  'see(keys(pairs(T)))',
  'see(keys(next, T))',
  'see(next(T) ~= nil)',
  'for n, v in ipairs(T) do see(n, v) if n > 3 then break end end',
  'see(getmetatable(T))',
  'see(json_encode(T))',
  'see(tostring(T):match("^%a+"))',
  'see(type(T))',
  'see(pcall(table.concat, T, ","))',
  'see(select("#", table.unpack(T)))',
  'see(string.gsub("$name $width $missing", "%$(%w+)", T))',
  'see(setmetatable({}, { __index = T }).width)',
  'see(rawequal(T, T), T == T)',
  'setmetatable(T, { __index = function(_, key) return "made " .. tostring(key) end })',
  'see(pcall(next, T, "no such key"))',
  'do local _ENV = T; width = (width or 0) + 1 end see(T.width)',
  'see(coroutine.wrap(function() return T.name, T.place.floor end)())',
  'for key in pairs(T) do if key == "width" then T[key] = 5 end end see(T.width)',
  'collectgarbage()',
];

const PRELUDE = `
local seen = {}
local function show(value)
  if type(value) == "table" then
    local ok, text = pcall(json_encode, value)
    return ok and text or "no JSON: " .. text
  end
  return (tostring(value):gsub("0x%x+", "address"))
end
function see(...)
  local texts = {}
  for n = 1, select("#", ...) do texts[n] = show((select(n, ...))) end
  seen[#seen + 1] = table.concat(texts, " ")
end
function keys(...)
  local found = {}
  for key, value in ... do found[#found + 1] = tostring(key) .. "=" .. show(value) end
  table.sort(found)
  return table.concat(found, ";")
end
`;

function run(name: string, operations: readonly string[]): unknown {
  const source = `${PRELUDE}local T = ${name}\n${operations.map((text) => `see(pcall(function() ${text} end))`).join('\n')}\nreturn { seen = seen, all = T }`;
  return luaValue(source, { globals: { [name]: FACTS } });
}

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));

describe('a table of facts', () => {
  for (const operation of OPERATIONS) {
    it(`is like a plain one: ${operation}`, () => {
      assert.deepEqual(run('device', [operation]), run('plain', [operation]));
    });
  }

  it(`is like a plain one after any sequence of operations (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    const anyOperation = (): string => OPERATIONS[random(OPERATIONS.length)] ?? '';
    for (let n = 0; n < 1_500; n++) {
      const operations = Array.from({ length: 1 + random(8) }, anyOperation);
      assert.deepEqual(run('params', operations), run('plain', operations), operations.join('\n'));
    }
  });

  it('is like a plain one as a table of options', () => {
    const encode = (name: string): unknown =>
      luaValue(`return { (qr_svg("x", ${name})) }`, {
        globals: { [name]: { ecc: 'high', x: 3, dark: '#123456' } },
      });
    assert.deepEqual(encode('params'), encode('plain'));
    const message = (name: string): string =>
      luaFailure(`return { qr_svg("x", ${name}) }`, { globals: { [name]: FACTS } }).message;
    assert.equal(message('params'), message('plain'));
  });

  it('is copied only as far as it is read', () => {
    const touched: string[] = [];
    const device = new Proxy(FACTS, {
      get: (target, key) => {
        touched.push(String(key));
        return target[String(key)];
      },
    });
    assert.deepEqual(
      luaValue('return { device.width, device.width, device.name }', { globals: { device } }),
      [800, 800, 'Hall'],
    );
    assert.deepEqual(touched, ['width', 'name']);
  });

  it('lets nothing that is not read change the addresses of tables', () => {
    const source =
      'local t = {} return { tostring(t), tostring(device), device.width, collectgarbage("count") }';
    const run = (device: PlainObject): unknown => luaValue(source, { globals: { device } });
    assert.deepEqual(
      run({ width: 800, name: 'x' }),
      run({ width: 800, name: 'y'.repeat(1_000), more: Array.from({ length: 50 }, String) }),
    );
  });

  it('says nothing of how it works, not even in errors', () => {
    for (const source of [
      'return { device.place.room.x.y }',
      'device.name()',
      'local x = device + 1',
      'return device .. ""',
    ]) {
      const [lazy, plain] = ['device', 'plain'].map((name) =>
        luaFailure(source.replaceAll('device', name), { globals: { [name]: FACTS } }),
      );
      assert.equal(lazy?.message.replaceAll('device', 'plain'), plain?.message);
    }
  });
});

describe('the list of fonts', () => {
  const fonts = [{ name: 'A' }, { name: 'B' }];
  for (const operation of [
    'see(#T, T[1].name, T[3])',
    'for n, font in ipairs(T) do see(n, font.name) end',
    'see(keys(pairs(T)))',
    'see(next(T))',
    'see(rawlen(T), rawget(T, 2).name)',
    'see(getmetatable(T))',
    'see(json_encode(T))',
    'see(tostring(T):match("^%a+"))',
    'table.insert(T, { name = "C" }) see(#T)',
    'rawset(T, 1, "x") see(T[1])',
    'T.x = 1 see(T.x)',
    'see(table.unpack(T))',
    'setmetatable(T, nil) see(#T)',
  ]) {
    it(`is like a plain one: ${operation}`, () => {
      const source = (name: string) => `${PRELUDE}local T = ${name}\n${operation}\nreturn { seen }`;
      const [lazy, plain] = ['fonts', 'plain'].map((name) =>
        luaValue(source(name), { globals: { [name]: fonts } }),
      );
      assert.deepEqual(lazy, plain);
    });
  }

  it('stays a list when it is empty', () => {
    assert.equal(runLua('return { list = fonts }', { globals: { fonts: [] } }).result.ok, true);
    assert.deepEqual(luaValue('return { list = fonts }', { globals: { fonts: [] } }), { list: [] });
  });
});

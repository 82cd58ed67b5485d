/**
 * Faults that versions of Lua 5.4 have had where scripts can reach them: closing coroutines, and closures that are made
 * while memory ends. Whatever becomes of such a script, the next one runs as if there had been none.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';
import { luaFailure, luaValue, runLua } from './run-lua.ts';

const SEED = 548;
const MIB = 1024 * 1024;

/** Each coroutine closes the one before it while it is closed. */
const chain = (count: number): string => `
local closed, last = 0, nil
for i = 1, ${count} do
  local before = last
  last = coroutine.create(function()
    local guard <close> = setmetatable({}, { __close = function()
      closed = closed + 1
      if before then assert(coroutine.close(before)) end
    end })
    coroutine.yield()
  end)
  assert(coroutine.resume(last))
end
local ok, message = coroutine.close(last)
return { ok = ok, message = tostring(message), closed = closed }`;

/** What a script does that runs as it should. */
function assertSound(after: string): void {
  assert.deepEqual(
    luaValue('local t = {} for i = 1, 3 do t[i] = function() return i end end return { t[1]() + t[3]() }'),
    [4],
    after,
  );
}

describe('closing coroutines', () => {
  it('ends in an error of the script where they close each other without end', () => {
    const few = luaValue(chain(100)) as { ok: boolean; closed: number };
    assert.deepEqual([few.ok, few.closed], [true, 100]);
    const many = luaValue(chain(20_000)) as { ok: boolean; message: string };
    assert.equal(many.ok, false);
    assert.match(many.message, /C stack overflow/);
    assertSound('a chain of coroutines');
  });

  it('is refused for one that is being closed', () => {
    const value = luaValue(`
local co, message
co = coroutine.create(function()
  local guard <close> = setmetatable({}, { __close = function() message = select(2, pcall(coroutine.close, co)) end })
  coroutine.yield()
end)
coroutine.resume(co)
local ok = coroutine.close(co)
return { ok = ok, message = message }`) as { ok: boolean; message: string };
    assert.equal(value.ok, true);
    assert.match(value.message, /cannot close a running coroutine/);
    assertSound('a coroutine that closes itself');
  });

  it('fails with a message where a variable fails that is closed within xpcall', () => {
    const value = luaValue(`
local function guarded(handler)
  local co = coroutine.create(function()
    local first <close> = setmetatable({}, { __close = function(_, e) error("second " .. tostring(e), 0) end })
    local again <close> = setmetatable({}, { __close = function() error("first", 0) end })
    xpcall(function() coroutine.yield() end, handler)
  end)
  coroutine.resume(co)
  local ok, message = coroutine.close(co)
  return ok, message, coroutine.status(co)
end
local ok, message, status = guarded(function() return "handled" end)
local _, outer = xpcall(function() error(select(2, guarded(error)), 0) end, function(e) return "seen " .. e end)
return { tostring(ok), message, status, outer }`) as readonly string[];
    const [ok, message = '', status, outer] = value;
    assert.deepEqual([ok, status, outer], ['false', 'dead', `seen ${message}`]);
    // Lua before 5.4.8 calls what lies in the place of the handler, and so may lose the message of the error itself.
    assert.match(message, /^(?:second first|error in error handling)$/);
    assertSound('an error while a coroutine is closed');
  });
});

describe('memory that ends', () => {
  const SCRIPTS = {
    'while closures are made':
      'local t = {} for i = 1, 1e6 do local a, b, c = i, {}, "x" t[i] = function() return a, b, c, t end end',
    'while functions are loaded':
      'local t = {} for i = 1, 1e6 do t[i] = load("local a, b = {}, 1 return function() return a, b, _ENV end") t[-i] = t[i]() end',
    'while loading fails':
      'local t = {} for i = 1, 1e6 do t[i] = { load("return function(" .. i .. " end") } end',
    'while coroutines are closed': `local t = {} for i = 1, 1e6 do
  t[i] = coroutine.create(function()
    local guard <close> = setmetatable({}, { __close = function() t[#t + 1] = { string.rep("x", i) } error({ i }) end })
    coroutine.yield(function() return guard end)
  end)
  coroutine.resume(t[i]) t[-i] = { coroutine.close(t[i]) }
end`,
  } as const;

  for (const [what, source] of Object.entries(SCRIPTS)) {
    it(`ends the script alone, ${what}`, () => {
      const below = randomNumbers(SEED);
      for (let round = 0; round < rounds(4); round += 1) {
        // Collections in an emergency come at another place for each size.
        const memoryBytes = MIB + below(MIB / 4);
        const caught = round % 2 === 0 ? source : `pcall(function() ${source} end) error("after it")`;
        const failure = luaFailure(caught, { limits: { memoryBytes, cpuMs: 1_500, wallMs: 60_000 } });
        const at = `seed ${SEED}, round ${round}, ${memoryBytes} bytes: ${failure.message}`;
        assert.match(failure.code, /^script_(?:memory|error|timeout)$/, at);
        assert.doesNotMatch(failure.message, /the Lua engine failed/, at);
        assertSound(at);
      }
    });
  }

  it('leaves a run that asks for nothing of the kind as it is', () => {
    assert.ok(runLua('return {}').result.ok);
  });
});

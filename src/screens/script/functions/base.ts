/** Replacements of base functions whose originals are not safe, and `print`. */
import { badArgument, type FunctionGroup } from '../function-group.ts';
import { LuaRaise, type LuaStack } from '../lua-stack.ts';
import { LUA_TYPE } from '../lua-wasm.ts';
import { LIST_METATABLE } from '../metatables.ts';
import type { RunContext } from '../run-context.ts';
import { logLine } from './log.ts';

/**
 * `setmetatable` without `__gc`: Lua runs finalizers without hooks, so that one with an endless loop could not be stopped.
 * The metatable that marks a list may be replaced.
 */
function setMetatable(lua: LuaStack): number {
  const { api, L } = lua;
  if (lua.type(1) !== LUA_TYPE.table) {
    throw badArgument(1, 'setmetatable', `table expected, got ${lua.typeName(1)}`);
  }
  lua.beforeRaw(1);
  const type = lua.type(2);
  if (type !== LUA_TYPE.nil && type !== LUA_TYPE.table) {
    throw badArgument(2, 'setmetatable', 'nil or table expected');
  }
  if (type === LUA_TYPE.table) lua.beforeRaw(2);
  if (type === LUA_TYPE.table && lua.field(2, '__gc') !== LUA_TYPE.nil) {
    throw new LuaRaise("setmetatable: '__gc' is not available");
  }
  if (api.lua_getmetatable(L, 1) !== 0) {
    const current = api.lua_gettop(L);
    if (lua.field(current, '__metatable') !== LUA_TYPE.nil && !lua.hasMetatable(1, LIST_METATABLE)) {
      throw new LuaRaise('cannot change a protected metatable');
    }
  }
  api.lua_settop(L, 2);
  api.lua_setmetatable(L, 1);
  return 1;
}

/** `print`: writes its arguments, separated by tabs, as one line of the log. */
function print(lua: LuaStack, run: RunContext): number {
  run.log('info', logLine(lua, '\t'));
  return 0;
}

/** `load` without binary chunks; `collectgarbage` which only tells how much memory is in use. */
const PRELUDE = `
local globals, _, _, original = ...
local load, collectgarbage = original.load, original.collectgarbage
function globals.load(chunk, name, mode, ...) return load(chunk, name, "t", ...) end
function globals.collectgarbage(option)
  if option == "count" then return collectgarbage("count") end
  return 0
end`;

export const baseGroup: FunctionGroup = {
  functions: { setmetatable: setMetatable, print },
  prelude: PRELUDE,
};

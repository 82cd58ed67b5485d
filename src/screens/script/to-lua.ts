/** Converts plain values to Lua: maps and lists become tables, null becomes nil (in a list: `json_null`). */
import type { PlainValue } from '../../platform/base/plain.ts';
import { LuaRaise, type LuaStack } from './lua-stack.ts';
import { LIST_METATABLE } from './metatables.ts';

const MAX_DEPTH = 200;

/** Push a value. Lists are marked, so that an empty one is read back as a list. */
export function pushPlain(lua: LuaStack, value: PlainValue, depth = 0): void {
  switch (typeof value) {
    case 'string':
      lua.pushText(value);
      return;
    case 'number':
      lua.pushNumber(value);
      return;
    case 'boolean':
      lua.pushBoolean(value);
      return;
    default:
      if (value === null) lua.pushNil();
      else pushTable(lua, value, depth);
  }
}

function pushTable(
  lua: LuaStack,
  value: readonly PlainValue[] | { readonly [key: string]: PlainValue },
  depth: number,
): void {
  if (depth > MAX_DEPTH) throw new LuaRaise(`a value is nested deeper than ${MAX_DEPTH} levels`);
  lua.reserve(8);
  const { api } = lua;
  if (Array.isArray(value)) {
    pushList(lua, value, depth);
    return;
  }
  const entries = Object.entries(value);
  api.lua_createtable(lua.L, 0, entries.length);
  for (const [key, item] of entries) {
    if (item === null || item === undefined) continue;
    lua.pushText(key);
    pushPlain(lua, item, depth + 1);
    api.lua_rawset(lua.L, -3);
  }
}

function pushList(lua: LuaStack, list: readonly PlainValue[], depth: number): void {
  const { api } = lua;
  api.lua_createtable(lua.L, list.length, 0);
  for (const [n, item] of list.entries()) {
    if (item === null) api.lua_pushlightuserdata(lua.L, 0);
    else pushPlain(lua, item, depth + 1);
    api.lua_rawseti(lua.L, -2, BigInt(n + 1));
  }
  markList(lua);
}

/** Mark the table on top of the stack as a list. */
export function markList(lua: LuaStack): void {
  lua.pushMetatable(LIST_METATABLE);
  lua.api.lua_setmetatable(lua.L, -2);
}

/** How scripts reach the tables of facts, and the base functions that look at tables without metamethods. */

import { LAZY_LIST, LAZY_MAPS } from '../fact-tables.ts';
import { badArgument, expected, type FunctionGroup, type LuaFunction } from '../function-group.ts';
import type { LuaStack } from '../lua-stack.ts';
import { LUA_REGISTRY, LUA_TYPE } from '../lua-wasm.ts';
import { LIST_METATABLE, lazyMetatable, ORIGINAL_NEXT } from '../metatables.ts';

type Metamethods = Readonly<Record<string, LuaFunction>>;

/** `__pairs`: fills the table, and goes through it as `pairs` does. */
const pairs: LuaFunction = (lua) => {
  lua.beforeRaw(1);
  lua.pushText(ORIGINAL_NEXT);
  lua.api.lua_rawget(lua.L, LUA_REGISTRY);
  lua.api.lua_pushvalue(lua.L, 1);
  lua.pushNil();
  return 3;
};

/** Metamethods of a table that is filled field by field. It has no list part, so its length needs none. */
function mapMetamethods(name: string): Metamethods {
  return {
    __index: (lua, run) => run.facts.field(lua, name),
    __newindex: (lua, run) => {
      const key = lua.keyText(2);
      if (key !== null) run.facts.settle(name, key);
      lua.api.lua_settop(lua.L, 3);
      lua.api.lua_rawset(lua.L, 1);
      return 0;
    },
    __pairs: pairs,
  };
}

/** Metamethods of a list that is filled at the first look. */
const LIST_METAMETHODS: Metamethods = {
  __index: (lua) => {
    lua.beforeRaw(1);
    lua.api.lua_settop(lua.L, 2);
    lua.api.lua_rawget(lua.L, 1);
    return 1;
  },
  __newindex: (lua) => {
    lua.beforeRaw(1);
    lua.api.lua_settop(lua.L, 3);
    lua.api.lua_rawset(lua.L, 1);
    return 0;
  },
  __len: (lua) => {
    lua.beforeRaw(1);
    lua.pushNumber(Number(lua.api.lua_rawlen(lua.L, 1)));
    return 1;
  },
  __pairs: pairs,
};

/** @throws {LuaRaise} argument 1 is no table */
function tableArgument(lua: LuaStack, name: string): void {
  if (lua.type(1) !== LUA_TYPE.table) throw expected(lua, 1, name, 'table');
}

/** @throws {LuaRaise} the argument is missing */
function anyArgument(lua: LuaStack, index: number, name: string): void {
  if (lua.type(index) === LUA_TYPE.none) throw badArgument(index, name, 'value expected');
}

export const factsGroup: FunctionGroup = {
  functions: {
    next: (lua) => {
      tableArgument(lua, 'next');
      lua.beforeRaw(1);
      lua.api.lua_settop(lua.L, 2);
      if (lua.api.lua_next(lua.L, 1) !== 0) return 2;
      lua.pushNil();
      return 1;
    },
    rawget: (lua, run) => {
      tableArgument(lua, 'rawget');
      anyArgument(lua, 2, 'rawget');
      lua.api.lua_settop(lua.L, 2);
      const name = run.facts.nameOf(lua, 1);
      if (name === LAZY_LIST) lua.beforeRaw(1);
      else if (name !== null) {
        run.facts.field(lua, name);
        lua.api.lua_settop(lua.L, 2);
      }
      lua.api.lua_rawget(lua.L, 1);
      return 1;
    },
    rawset: (lua, run) => {
      tableArgument(lua, 'rawset');
      anyArgument(lua, 2, 'rawset');
      anyArgument(lua, 3, 'rawset');
      lua.api.lua_settop(lua.L, 3);
      const name = run.facts.nameOf(lua, 1);
      const key = lua.keyText(2);
      if (name === LAZY_LIST) lua.beforeRaw(1);
      else if (name !== null && key !== null) run.facts.settle(name, key);
      lua.api.lua_rawset(lua.L, 1);
      return 1;
    },
    rawlen: (lua) => {
      const type = lua.type(1);
      if (type !== LUA_TYPE.table && type !== LUA_TYPE.string) {
        throw expected(lua, 1, 'rawlen', 'table or string');
      }
      if (type === LUA_TYPE.table) lua.beforeRaw(1);
      lua.pushNumber(Number(lua.api.lua_rawlen(lua.L, 1)));
      return 1;
    },
    getmetatable: (lua, run) => {
      anyArgument(lua, 1, 'getmetatable');
      const name = run.facts.nameOf(lua, 1);
      if (name !== null) {
        // What the table has once it is filled.
        if (name === LAZY_LIST) lua.pushBoolean(false);
        else lua.pushNil();
        return 1;
      }
      if (lua.api.lua_getmetatable(lua.L, 1) === 0) {
        lua.pushNil();
        return 1;
      }
      if (lua.field(lua.top, '__metatable') === LUA_TYPE.nil) lua.pop(1);
      return 1;
    },
  },
  metatables: {
    ...Object.fromEntries(LAZY_MAPS.map((name) => [lazyMetatable(name), { methods: mapMetamethods(name) }])),
    [lazyMetatable(LAZY_LIST)]: { shown: LIST_METATABLE, methods: LIST_METAMETHODS },
  },
};

/**
 * Converts Lua values to plain values.
 *
 * A table whose keys are exactly 1..n (n > 0) is a list; an empty table is a map, unless it came from a list;
 * any other table is a map with sorted keys, in which number keys become text. Metamethods are not called.
 * Integers beyond 2^53 lose their last digits. Text is read as UTF-8; invalid bytes become U+FFFD.
 */
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';
import { LIST_METATABLE } from './metatables.ts';
import { listItems, mapEntries, type TableKey } from './table-entries.ts';

/** Nesting of the values that a script passes to its template. */
export const SCRIPT_RESULT_DEPTH = 64;
/** Text in these values: twice what a template may produce. */
export const SCRIPT_RESULT_BYTES = 16 * 1024 * 1024;

/** A Lua value cannot be converted to a plain value; the message names the path to it. */
export class ConversionError extends Error {}

/** Slots of Lua's stack for each level of tables. */
const LEVEL_SLOTS = 6;

/**
 * Read the value at an absolute stack index. The stack is left unchanged.
 * @throws {ConversionError} it has no plain form, contains itself, or is too large
 */
export function readPlain(lua: LuaStack, index: number): PlainValue {
  return new Reader(lua).value(index);
}

class Reader {
  readonly #lua: LuaStack;
  /** Addresses of the tables around the current one. */
  readonly #parents: number[] = [];
  readonly #path: TableKey[] = [];
  /** Keys by their address, since they repeat in every row and equal short strings share one address. */
  readonly #keys = new Map<number, string>();
  #nodes = 0;
  #textBytes = 0;

  constructor(lua: LuaStack) {
    this.#lua = lua;
  }

  value(index: number): PlainValue {
    const lua = this.#lua;
    this.#nodes += 1;
    if (this.#nodes > LIMITS.scriptResultNodes) {
      throw new ConversionError(`the result has more than ${LIMITS.scriptResultNodes} values`);
    }
    const type = lua.type(index);
    switch (type) {
      case LUA_TYPE.string:
        return this.#text(index);
      case LUA_TYPE.number:
        return lua.number(index) ?? 0;
      case LUA_TYPE.boolean:
        return lua.boolean(index);
      case LUA_TYPE.table:
        return this.#table(index);
      case LUA_TYPE.nil:
        return null;
      default:
        if (type === LUA_TYPE.lightUserdata && lua.api.lua_touserdata(lua.L, index) === 0) return null;
        throw new ConversionError(`${this.#where()}: a ${lua.typeName(index)} cannot be part of the result`);
    }
  }

  /** Text is counted: equal strings share memory in Lua, but not here, so that a small table can become a large value. */
  #text(index: number): string {
    const lua = this.#lua;
    this.#textBytes += Number(lua.api.lua_rawlen(lua.L, index));
    if (this.#textBytes > SCRIPT_RESULT_BYTES) {
      const limit = SCRIPT_RESULT_BYTES / 1024 / 1024;
      throw new ConversionError(`${this.#where()}: the result has more than ${limit} MiB of text`);
    }
    return lua.text(index) ?? '';
  }

  #table(index: number): PlainValue {
    const lua = this.#lua;
    const { api, L } = lua;
    const address = api.lua_topointer(L, index);
    if (this.#parents.includes(address)) {
      throw new ConversionError(`${this.#where()}: the table contains itself`);
    }
    if (this.#parents.length >= SCRIPT_RESULT_DEPTH) {
      throw new ConversionError(
        `${this.#where()}: tables are nested deeper than ${SCRIPT_RESULT_DEPTH} levels`,
      );
    }
    lua.reserve(LEVEL_SLOTS);
    lua.beforeRaw(index);
    this.#parents.push(address);
    const keys: TableKey[] = [];
    const values: PlainValue[] = [];
    api.lua_pushnil(L);
    const keyIndex = api.lua_gettop(L);
    while (api.lua_next(L, index) !== 0) {
      const key = this.#key(keyIndex);
      this.#path.push(key);
      values.push(this.value(keyIndex + 1));
      this.#path.pop();
      keys.push(key);
      api.lua_settop(L, keyIndex);
    }
    this.#parents.pop();
    if (keys.length === 0) return lua.hasMetatable(index, LIST_METATABLE) ? [] : mapOf([]);
    return listItems(keys, values) ?? mapOf(mapEntries(keys, values));
  }

  #key(index: number): TableKey {
    const lua = this.#lua;
    const type = lua.type(index);
    if (type === LUA_TYPE.number) return lua.number(index) ?? 0;
    if (type !== LUA_TYPE.string) {
      throw new ConversionError(`${this.#where()}: a ${lua.typeName(index)} cannot be a key of the result`);
    }
    const address = lua.api.lua_topointer(lua.L, index);
    let key = this.#keys.get(address);
    if (key === undefined) {
      key = lua.text(index) ?? '';
      this.#keys.set(address, key);
    }
    return key;
  }

  #where(): string {
    let where = '';
    for (const key of this.#path) {
      if (typeof key === 'string' && /^[A-Za-z_]\w*$/.test(key)) where += where === '' ? key : `.${key}`;
      else where += `[${JSON.stringify(key)}]`;
    }
    return where === '' ? 'the result' : where;
  }
}

function mapOf(members: readonly (readonly [name: string, value: PlainValue])[]): PlainValue {
  const map = Object.create(null) as Record<string, PlainValue>;
  for (const [name, value] of members) map[name] = value;
  return map;
}

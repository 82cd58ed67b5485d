/**
 * The tables of facts of a run (`params`, `device`, `layout`, `fonts`). They fill themselves: a field is copied into Lua when
 * the script first reads it. So a run costs only what it reads, and nothing that it does not read can change what it does,
 * not even the addresses of its tables.
 *
 * To a script they are plain tables. Whatever looks at such a table without metamethods has it filled before.
 */
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import { isPlainObject } from '../../platform/base/plain.ts';
import type { LuaStack } from './lua-stack.ts';
import type { Pointer } from './lua-wasm.ts';
import { LIST_METATABLE, lazyMetatable } from './metatables.ts';
import { pushPlain } from './to-lua.ts';

/** Tables that are filled field by field. */
export const LAZY_MAPS = ['params', 'device', 'layout'] as const;
/** A list that is filled at the first look at it. */
export const LAZY_LIST = 'fonts';

type LazyName = (typeof LAZY_MAPS)[number] | typeof LAZY_LIST;

const LAZY_NAMES: readonly LazyName[] = [...LAZY_MAPS, LAZY_LIST];

type Globals = Readonly<Record<string, PlainValue>>;

/** The tables of one run. */
export class FactTables {
  readonly #globals: Globals;
  /** Fields that are in Lua's hands: read, or written by the script. */
  readonly #settled = new Map<string, Set<string>>();

  constructor(globals: Globals) {
    this.#globals = globals;
  }

  /** Push a global of the run: a table that fills itself, where it is one of those, and a copy of the value otherwise. */
  push(lua: LuaStack, name: string, value: PlainValue): void {
    if (!isLazy(name, value)) {
      pushPlain(lua, value);
      return;
    }
    lua.api.lua_createtable(lua.L, 0, 8);
    lua.pushMetatable(lazyMetatable(name));
    lua.api.lua_setmetatable(lua.L, -2);
  }

  /**
   * Push the field of a table that is not in it yet. The table is at index 1, the key at index 2.
   * @returns count of results
   */
  field(lua: LuaStack, name: string): number {
    const value = this.take(name, lua.keyText(2));
    pushPlain(lua, value);
    if (value === null) return 1;
    lua.api.lua_pushvalue(lua.L, 2);
    lua.api.lua_pushvalue(lua.L, -2);
    lua.api.lua_rawset(lua.L, 1);
    return 1;
  }

  /** The value of a field that the script sees for the first time; null when it has none. */
  take(name: string, key: string | null): PlainValue {
    if (key === null || !this.settle(name, key)) return null;
    const source = this.#map(name);
    return Object.hasOwn(source, key) ? (source[key] ?? null) : null;
  }

  /** From now on the field is what Lua's table says. False when it was so before. */
  settle(name: string, key: string): boolean {
    let fields = this.#settled.get(name);
    if (fields === undefined) {
      fields = new Set();
      this.#settled.set(name, fields);
    }
    if (fields.has(key)) return false;
    fields.add(key);
    return true;
  }

  /** The name of the table at an absolute index, if it still fills itself. */
  nameOf(lua: LuaStack, index: number): LazyName | null {
    const address = lua.addressOfMetatable(index);
    return address === null ? null : (this.#byMetatable(lua, address) ?? null);
  }

  /** Fill the table at an absolute index, if it is one that fills itself; from then on it is a plain one. */
  fill(lua: LuaStack, index: number): void {
    const name = this.nameOf(lua, index);
    if (name === LAZY_LIST) this.#fillList(lua, index);
    else if (name !== null) this.#fillMap(lua, index, name);
  }

  #fillMap(lua: LuaStack, index: number, name: LazyName): void {
    const { api, L } = lua;
    lua.reserve(8);
    for (const [key, value] of Object.entries(this.#map(name))) {
      if (!this.settle(name, key) || value === null) continue;
      pushPlain(lua, value);
      lua.setField(index, key);
    }
    api.lua_pushnil(L);
    api.lua_setmetatable(L, index);
  }

  #fillList(lua: LuaStack, index: number): void {
    const { api, L } = lua;
    lua.reserve(8);
    const list = this.#globals[LAZY_LIST];
    for (const [n, item] of (Array.isArray(list) ? list : []).entries()) {
      pushPlain(lua, item);
      api.lua_rawseti(L, index, BigInt(n + 1));
    }
    lua.pushMetatable(LIST_METATABLE);
    api.lua_setmetatable(L, index);
  }

  #map(name: string): PlainObject {
    const source = this.#globals[name];
    return isPlainObject(source) ? source : {};
  }

  #byMetatable(lua: LuaStack, address: Pointer): LazyName | undefined {
    return LAZY_NAMES.find((name) => lua.metatableAddress(lazyMetatable(name)) === address);
  }
}

function isLazy(name: string, value: PlainValue): boolean {
  if (name === LAZY_LIST) return Array.isArray(value);
  return (LAZY_MAPS as readonly string[]).includes(name) && isPlainObject(value);
}

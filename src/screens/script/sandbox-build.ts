/** Builds the globals of a sandbox: those of `allowed.ts` and of the groups, and no others. */
import { ALLOWED_BASE, ALLOWED_LIBRARIES, type LibraryName } from './allowed.ts';
import type { FunctionGroup } from './function-group.ts';
import { FUNCTION_GROUPS } from './groups.ts';
import type { LuaStack } from './lua-stack.ts';
import { LUA_REGISTRY, LUA_STATUS, LUA_TYPE } from './lua-wasm.ts';
import { LIST_METATABLE, NULL_METATABLE, ORIGINAL_NEXT } from './metatables.ts';

/** Chunk name of the sandbox's own Lua code, which is left out of messages. */
export const PRELUDE_NAME = 'stipple';

/** Registry key under which Lua keeps the table of globals (LUA_RIDX_GLOBALS). */
export const REGISTRY_GLOBALS = 2n;

/** Registry key of the table of loaded modules (LUA_LOADED_TABLE). */
const REGISTRY_LOADED = '_LOADED';

/**
 * Build the globals in the state of `lua`.
 * @param first  callback number of the first function of the groups
 */
export function buildSandbox(lua: LuaStack, first: number): void {
  new SandboxBuilder(lua, first).build();
}

class SandboxBuilder {
  readonly #lua: LuaStack;
  #callback: number;
  /** Stack indices of the new globals and of the method tables by type name. */
  #globals = 0;
  #methods = 0;

  constructor(lua: LuaStack, first: number) {
    this.#lua = lua;
    this.#callback = first;
  }

  build(): void {
    const { api, L } = this.#lua;
    api.luaopen_base(L);
    api.lua_settop(L, 0);
    this.#globals = this.#newTable();
    this.#methods = this.#newTable();
    api.lua_pushvalue(L, this.#globals);
    this.#lua.setField(this.#globals, '_G');
    this.#addBase();
    for (const name of Object.keys(ALLOWED_LIBRARIES) as LibraryName[]) this.#addLibrary(name);
    this.#addMetatable(LIST_METATABLE, () => {});
    this.#nameNull();
    this.#keepNext();
    for (const group of FUNCTION_GROUPS) this.#addGroup(group);
    for (const { prelude } of FUNCTION_GROUPS) if (prelude !== undefined) this.#runPrelude(prelude);
    this.#nameFunctions();
    api.lua_settop(L, this.#globals);
    api.lua_rawseti(L, LUA_REGISTRY, REGISTRY_GLOBALS);
  }

  /** Fill the table in which Lua looks up the names of functions for messages: `bad argument #1 to 'string.rep'`. */
  #nameFunctions(): void {
    const lua = this.#lua;
    lua.pushText(REGISTRY_LOADED);
    const loaded = this.#newTable();
    for (const name of ['_G', 'os', ...Object.keys(ALLOWED_LIBRARIES)]) {
      lua.field(this.#globals, name);
      lua.setField(loaded, name);
    }
    lua.api.lua_rawset(lua.L, LUA_REGISTRY);
  }

  #newTable(): number {
    this.#lua.api.lua_createtable(this.#lua.L, 0, 16);
    return this.#lua.top;
  }

  #pushOriginal(name: string): void {
    this.#lua.api.lua_getglobal(this.#lua.L, this.#lua.machine.constant(name));
  }

  #addBase(): void {
    for (const name of ALLOWED_BASE) {
      this.#pushOriginal(name);
      this.#lua.setField(this.#globals, name);
    }
  }

  #addLibrary(name: LibraryName): void {
    const lua = this.#lua;
    const { api, L } = lua;
    api[`luaopen_${name}`](L);
    const full = lua.top;
    const reduced = this.#newTable();
    for (const field of ALLOWED_LIBRARIES[name]) {
      lua.field(full, field);
      lua.setField(reduced, field);
    }
    if (name === 'string') this.#replaceStringMethods(reduced);
    lua.setField(this.#globals, name);
    lua.pop(1);
  }

  /** Let the methods of strings, as in `("x"):rep(3)`, come from the reduced table too. */
  #replaceStringMethods(reduced: number): void {
    const lua = this.#lua;
    lua.pushText('');
    lua.api.lua_getmetatable(lua.L, -1);
    const metatable = lua.top;
    lua.api.lua_pushvalue(lua.L, reduced);
    lua.setField(metatable, '__index');
    lua.pop(2);
  }

  /**
   * Register a metatable that scripts can neither read nor replace.
   * @param shown  what `tostring` calls its values; null for the name of their Lua type
   */
  #addMetatable(name: string, fill: (table: number) => void, shown: string | null = name): void {
    const lua = this.#lua;
    lua.pushText(name);
    const table = this.#newTable();
    lua.pushBoolean(false);
    lua.setField(table, '__metatable');
    if (shown !== null) {
      lua.pushText(shown);
      lua.setField(table, '__name');
    }
    fill(table);
    lua.api.lua_rawset(lua.L, LUA_REGISTRY);
  }

  /** Give `json_null` (the null pointer as light userdata) its metatable, which all light userdata share. */
  #nameNull(): void {
    const { api, L } = this.#lua;
    this.#addMetatable(NULL_METATABLE, () => {});
    api.lua_pushlightuserdata(L, 0);
    this.#lua.pushMetatable(NULL_METATABLE);
    api.lua_setmetatable(L, -2);
    this.#lua.pop(1);
  }

  /** Keep Lua's own `next`, which `pairs` uses. */
  #keepNext(): void {
    this.#lua.pushText(ORIGINAL_NEXT);
    this.#pushOriginal('next');
    this.#lua.api.lua_rawset(this.#lua.L, LUA_REGISTRY);
  }

  #addGroup(group: FunctionGroup): void {
    const lua = this.#lua;
    for (const name of Object.keys(group.functions)) {
      const [first = '', field] = name.split('.');
      const table = field === undefined ? this.#globals : this.#subtable(first);
      this.#pushNextFunction();
      lua.setField(table, field ?? first);
      lua.api.lua_settop(lua.L, this.#methods);
    }
    for (const [type, methods] of Object.entries(group.types ?? {})) {
      this.#addMetatable(type, (table) => this.#addMethods(type, table, Object.keys(methods)));
    }
    for (const [name, { shown = null, methods }] of Object.entries(group.metatables ?? {})) {
      this.#addMetatable(name, (table) => this.#addMetamethods(table, Object.keys(methods)), shown);
    }
  }

  #addMethods(type: string, metatable: number, names: readonly string[]): void {
    const lua = this.#lua;
    const methods = this.#newTable();
    for (const name of names) {
      this.#pushNextFunction();
      lua.setField(methods, name);
    }
    lua.api.lua_pushvalue(lua.L, methods);
    lua.setField(this.#methods, type);
    lua.setField(metatable, '__index');
  }

  #addMetamethods(metatable: number, names: readonly string[]): void {
    for (const name of names) {
      this.#pushNextFunction();
      this.#lua.setField(metatable, name);
    }
  }

  #pushNextFunction(): void {
    const { api, L, machine } = this.#lua;
    api.lua_pushcclosure(L, machine.slot(this.#callback), 0);
    this.#callback += 1;
  }

  /** Push the table in a field of the globals, which is created if necessary; returns its index. */
  #subtable(name: string): number {
    const lua = this.#lua;
    if (lua.field(this.#globals, name) === LUA_TYPE.table) return lua.top;
    lua.pop(1);
    const table = this.#newTable();
    lua.api.lua_pushvalue(lua.L, table);
    lua.setField(this.#globals, name);
    return table;
  }

  #runPrelude(source: string): void {
    const lua = this.#lua;
    const { api, L, machine } = lua;
    const name = machine.constant(`=${PRELUDE_NAME}`);
    const text = machine.constant(source);
    api.luaL_loadbufferx(L, text, Buffer.byteLength(source), name, machine.constant('t'));
    api.lua_pushvalue(L, this.#globals);
    api.lua_pushlightuserdata(L, 0);
    api.lua_pushvalue(L, this.#methods);
    // The full globals, for replacements of Lua's own functions that call the originals.
    api.lua_rawgeti(L, LUA_REGISTRY, REGISTRY_GLOBALS);
    if (api.lua_pcallk(L, 4, 0, 0, 0, 0) !== LUA_STATUS.ok) throw new Error(lua.text(-1) ?? 'prelude failed');
  }
}

/**
 * Compiles the Lua 5.4 WebAssembly binary of wasmoon, with a meter in its loops, and declares the exports used here.
 *
 * wasmoon's own JavaScript is not loaded: its emscripten runtime has a file system, an environment and a conversion of
 * types that scripts must not have. `lua-machine.ts` provides the imports of the binary.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findAssets } from '../../config/env/assets.ts';
import {
  type WasmGlobal,
  type WasmMemory,
  type WasmModule,
  type WasmTable,
  wasm,
} from '../../platform/base/web-assembly.ts';
import { addMeter, FUEL_EXPORT } from './meter.ts';

/** Address of a `lua_State`, of a C string, or of any other memory inside the instance. */
export type Pointer = number;

/** The part of Lua's C API that is used here. Pointers and `int` are numbers, `lua_Integer` is a bigint. */
export interface LuaExports {
  readonly memory: WasmMemory;
  /** Turns of loops until the meter calls out (`meter.ts`). */
  readonly [FUEL_EXPORT]: WasmGlobal;
  readonly __indirect_function_table: WasmTable;
  __wasm_call_ctors(): void;
  emscripten_stack_init(): void;
  emscripten_stack_get_base(): Pointer;
  emscripten_stack_get_end(): Pointer;
  stackSave(): Pointer;
  stackRestore(pointer: Pointer): void;
  setThrew(threw: number, value: number): void;
  malloc(bytes: number): Pointer;
  free(block: Pointer): void;
  luaL_newstate(): Pointer;
  luaopen_base(L: Pointer): number;
  luaopen_coroutine(L: Pointer): number;
  luaopen_table(L: Pointer): number;
  luaopen_string(L: Pointer): number;
  luaopen_utf8(L: Pointer): number;
  luaopen_math(L: Pointer): number;
  luaL_loadbufferx(L: Pointer, source: Pointer, bytes: number, name: Pointer, mode: Pointer): number;
  luaL_where(L: Pointer, level: number): void;
  luaL_getmetafield(L: Pointer, index: number, name: Pointer): number;
  luaL_tolstring(L: Pointer, index: number, length: Pointer): Pointer;
  lua_atpanic(L: Pointer, callback: number): number;
  lua_callk(L: Pointer, args: number, results: number, context: number, k: number): void;
  lua_checkstack(L: Pointer, slots: number): number;
  lua_createtable(L: Pointer, listSlots: number, mapSlots: number): void;
  lua_error(L: Pointer): number;
  lua_getglobal(L: Pointer, name: Pointer): number;
  lua_getinfo(L: Pointer, what: Pointer, debug: Pointer): number;
  lua_getmetatable(L: Pointer, index: number): number;
  lua_getstack(L: Pointer, level: number, debug: Pointer): number;
  lua_gettop(L: Pointer): number;
  lua_isinteger(L: Pointer, index: number): number;
  lua_newuserdatauv(L: Pointer, bytes: number, values: number): Pointer;
  lua_next(L: Pointer, index: number): number;
  lua_pcallk(L: Pointer, args: number, results: number, handler: number, context: number, k: number): number;
  lua_pushboolean(L: Pointer, value: number): void;
  lua_pushcclosure(L: Pointer, callback: number, upvalues: number): void;
  lua_pushinteger(L: Pointer, value: bigint): void;
  lua_pushlightuserdata(L: Pointer, value: Pointer): void;
  lua_pushlstring(L: Pointer, text: Pointer, bytes: number): Pointer;
  lua_pushnil(L: Pointer): void;
  lua_pushnumber(L: Pointer, value: number): void;
  lua_pushvalue(L: Pointer, index: number): void;
  lua_rawequal(L: Pointer, a: number, b: number): number;
  lua_rawget(L: Pointer, index: number): number;
  lua_rawgeti(L: Pointer, index: number, key: bigint): number;
  lua_rawlen(L: Pointer, index: number): bigint;
  lua_rawset(L: Pointer, index: number): void;
  lua_rawseti(L: Pointer, index: number, key: bigint): void;
  lua_rotate(L: Pointer, index: number, by: number): void;
  lua_setglobal(L: Pointer, name: Pointer): void;
  lua_sethook(L: Pointer, hook: number, mask: number, count: number): void;
  lua_setmetatable(L: Pointer, index: number): number;
  lua_settop(L: Pointer, top: number): void;
  lua_toboolean(L: Pointer, index: number): number;
  lua_tointegerx(L: Pointer, index: number, isInteger: Pointer): bigint;
  lua_tolstring(L: Pointer, index: number, length: Pointer): Pointer;
  lua_tonumberx(L: Pointer, index: number, isNumber: Pointer): number;
  lua_topointer(L: Pointer, index: number): Pointer;
  lua_touserdata(L: Pointer, index: number): Pointer;
  lua_type(L: Pointer, index: number): number;
}

/** Type numbers of `lua_type`. */
export const LUA_TYPE = {
  none: -1,
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
  userdata: 7,
  thread: 8,
} as const;

/** Names of Lua types, indexed by the type number. */
export const LUA_TYPE_NAMES = [
  'nil',
  'boolean',
  'userdata',
  'number',
  'string',
  'table',
  'function',
  'userdata',
  'thread',
] as const;

/** Status numbers of `lua_pcallk` and `lua_load`. */
export const LUA_STATUS = { ok: 0, runtime: 2, syntax: 3, memory: 4, handler: 5 } as const;

/** Pseudo-index of the registry: -LUAI_MAXSTACK - 1000 (lua.h, luaconf.h). */
export const LUA_REGISTRY = -1_001_000;

/** `mask` of `lua_sethook` for a hook that is called every `count` instructions. */
export const LUA_MASK_COUNT = 8;

/**
 * The binary of wasmoon, with a meter in its loops. To make it takes 50 ms, so the build keeps it.
 * @throws {Error} the file is missing, or has no place for a meter
 */
export async function meteredLua(): Promise<Uint8Array> {
  const main = createRequire(import.meta.url).resolve('wasmoon');
  return addMeter(await readFile(path.join(path.dirname(main), 'glue.wasm')));
}

/** Compile the binary that the build has metered. Threads can share the result. */
export async function compileLua(): Promise<WasmModule> {
  return wasm.compile(await readFile(findAssets().luaFile));
}

/** Loads the text of a Lua file as a function. */
import type { LuaStack } from './lua-stack.ts';
import type { Pointer } from './lua-wasm.ts';

/** Load source text as a chunk, and push it or an error message. Returns Lua's status. Bytecode is refused. */
export function loadChunk(lua: LuaStack, file: Uint8Array, name: string): number {
  const { api, machine } = lua;
  const source = file.subarray(sourceStart(file));
  lua.pushText(`@${name}`);
  const namePointer: Pointer = api.lua_tolstring(lua.L, -1, 0);
  const block = api.lua_newuserdatauv(lua.L, source.length, 0);
  machine.memory.set(source, block);
  const status = api.luaL_loadbufferx(lua.L, block, source.length, namePointer, machine.textMode);
  // Remove the name and the block below the result.
  api.lua_rotate(lua.L, -3, 1);
  lua.pop(2);
  return status;
}

/** Offset at which Lua source begins in a file, as in Lua's `loadfile`: behind a byte order mark and a first line with `#`. */
function sourceStart(file: Uint8Array): number {
  const start = file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? 3 : 0;
  if (file[start] !== 0x23) return start;
  // The line end is kept, so that line numbers stay right.
  const end = file.indexOf(0x0a, start);
  return end < 0 ? file.length : end;
}

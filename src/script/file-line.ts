/** Where in the script, or in a module of it, Lua is at the moment. */
import type { Position } from '../base/position.ts';
import type { LuaStack } from './lua-stack.ts';
import type { Pointer } from './lua-wasm.ts';

/** `lua_Debug` of Lua 5.4 for 32-bit pointers: offsets in bytes. */
const DEBUG = { currentLine: 24, shortSource: 44, shortSourceEnd: 104, bytes: 112 } as const;
/** Lua cuts the names of chunks to this many bytes in messages (LUA_IDSIZE without its end mark). */
const NAME_BYTES = 59;
/** How far up the stack a place is looked for. */
const MAX_LEVELS = 200;

/** A line of a file, as its author knows both. */
export interface FileLine extends Pick<Position, 'line'> {
  readonly file: string;
}

/** Files of a run by the name under which Lua has each. */
export type Chunks = ReadonlyMap<string, string>;

/** The name under which a file is loaded: its own, or the end of it where Lua would cut it. */
export function chunkId(fileName: string): string {
  const bytes = Buffer.from(fileName, 'utf8');
  return bytes.length <= NAME_BYTES ? fileName : `…${bytes.toString('utf8', bytes.length - NAME_BYTES + 6)}`;
}

/** Finds places in a running script. Allocates nothing inside Lua, so it works when memory has run out, too. */
export class LineFinder {
  readonly #lua: LuaStack;
  readonly #debug: Pointer;
  readonly #what: Pointer;

  constructor(lua: LuaStack) {
    this.#lua = lua;
    this.#debug = lua.machine.exports.malloc(DEBUG.bytes);
    this.#what = lua.machine.constant('Sl');
  }

  /** True when at least so many calls are active in state `L`. */
  isDeep(L: Pointer, calls: number): boolean {
    return this.#lua.machine.exports.lua_getstack(L, calls, this.#debug) !== 0;
  }

  /** Where the innermost function of the files is that is active in state `L`; null when there is none. */
  find(L: Pointer, chunks: Chunks): FileLine | null {
    const { exports } = this.#lua.machine;
    for (let level = 0; level < MAX_LEVELS; level++) {
      if (exports.lua_getstack(L, level, this.#debug) === 0) return null;
      exports.lua_getinfo(L, this.#what, this.#debug);
      const { memory, words } = this.#lua.machine;
      const line = words[(this.#debug + DEBUG.currentLine) >> 2] ?? -1;
      if (line <= 0) continue;
      const start = this.#debug + DEBUG.shortSource;
      const end = memory.indexOf(0, start);
      const name = memory.toString('utf8', start, Math.min(end, this.#debug + DEBUG.shortSourceEnd));
      const file = chunks.get(name);
      if (file !== undefined) return { file, line };
    }
    return null;
  }
}

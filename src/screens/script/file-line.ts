/** Finds the line of the script, or of a module, that Lua is running. */
import type { Position } from '../../platform/base/position.ts';
import type { LuaStack } from './lua-stack.ts';
import type { Pointer } from './lua-wasm.ts';

/** `lua_Debug` of Lua 5.4 for 32-bit pointers: offsets in bytes. */
const DEBUG = { currentLine: 24, shortSource: 44, shortSourceEnd: 104, bytes: 112 } as const;
/** Bytes to which Lua cuts the names of chunks in messages (LUA_IDSIZE without the final zero). */
const NAME_BYTES = 59;
/** Levels of the stack in which a place is searched. */
const MAX_LEVELS = 200;

/** A line of a file, as its author knows both. */
export interface FileLine extends Pick<Position, 'line'> {
  readonly file: string;
}

/** The files of a run, by their names inside Lua. */
export type Chunks = ReadonlyMap<string, string>;

/** The name of a file inside Lua: its own name, or the end of it if Lua would cut it. */
export function chunkId(fileName: string): string {
  const bytes = Buffer.from(fileName, 'utf8');
  return bytes.length <= NAME_BYTES ? fileName : `…${bytes.toString('utf8', bytes.length - NAME_BYTES + 6)}`;
}

/** Finds places in a running script. Allocates no memory of Lua, so that it works without free memory too. */
export class LineFinder {
  readonly #lua: LuaStack;
  readonly #debug: Pointer;
  readonly #what: Pointer;

  constructor(lua: LuaStack) {
    this.#lua = lua;
    this.#debug = lua.machine.exports.malloc(DEBUG.bytes);
    this.#what = lua.machine.constant('Sl');
  }

  /** True when state `L` has more than `calls` active calls. */
  isDeep(L: Pointer, calls: number): boolean {
    return this.#lua.machine.exports.lua_getstack(L, calls, this.#debug) !== 0;
  }

  /** Current line of the innermost active function of state `L` that is in one of the files; null when there is none. */
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

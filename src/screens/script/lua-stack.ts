/** Lua's stack for functions in TypeScript: arguments, results, strings as bytes or as text. */
import type { LuaMachine } from './lua-machine.ts';
import { LUA_REGISTRY, LUA_TYPE, LUA_TYPE_NAMES, type LuaExports, type Pointer } from './lua-wasm.ts';

/** An error to raise in the script, with the line of the caller. A `pcall` can catch it. */
export class LuaRaise extends Error {}

/** Longest text that is decoded character by character; for longer text the native decoder is faster. */
const SHORT_TEXT = 16;

/** The stack of the call in progress. Indices count from 1; negative ones from the top. */
export class LuaStack {
  readonly machine: LuaMachine;
  readonly api: LuaExports;
  /** The state (main or coroutine) of the call in progress. */
  L: Pointer;
  /** Called with the stack index of a table before it is read without metamethods. */
  beforeRaw: (index: number) => void = () => {};
  readonly #metatables = new Map<string, Pointer>();

  constructor(machine: LuaMachine) {
    this.machine = machine;
    this.api = machine.exports;
    this.L = machine.L;
  }

  /** Number of values on the stack; at the start of a call, of its arguments. */
  get top(): number {
    return this.api.lua_gettop(this.L);
  }

  /** Type number (`LUA_TYPE`); `none` beyond the last argument. */
  type(index: number): number {
    return this.api.lua_type(this.L, index);
  }

  typeName(index: number): string {
    return LUA_TYPE_NAMES[this.type(index)] ?? 'no value';
  }

  isNoneOrNil(index: number): boolean {
    return this.type(index) <= LUA_TYPE.nil;
  }

  pop(count: number): void {
    this.api.lua_settop(this.L, -count - 1);
  }

  /**
   * Make room for `slots` more values.
   * @throws {LuaRaise} the stack is full
   */
  reserve(slots: number): void {
    if (this.api.lua_checkstack(this.L, slots) === 0) throw new LuaRaise('stack overflow');
  }

  /** A copy of the bytes of a string (or number); null for any other type. */
  bytes(index: number): Uint8Array<ArrayBuffer> | null {
    const { cell } = this.machine;
    const start = this.api.lua_tolstring(this.L, index, cell);
    if (start === 0) return null;
    const length = this.machine.words[cell >> 2] ?? 0;
    return Uint8Array.prototype.slice.call(
      this.machine.memory,
      start,
      start + length,
    ) as Uint8Array<ArrayBuffer>;
  }

  /**
   * A string (or number) read as UTF-8, at most `maxBytes` of it; null for any other type. Invalid bytes become U+FFFD.
   */
  text(index: number, maxBytes: number = Number.MAX_SAFE_INTEGER): string | null {
    const { cell } = this.machine;
    const start = this.api.lua_tolstring(this.L, index, cell);
    return start === 0 ? null : this.decode(start, Math.min(this.machine.words[cell >> 2] ?? 0, maxBytes));
  }

  /** A string (or number) with one character (0..255) for each byte; null for any other type. */
  binary(index: number): string | null {
    const { cell } = this.machine;
    const start = this.api.lua_tolstring(this.L, index, cell);
    if (start === 0) return null;
    return this.machine.memory.toString('latin1', start, start + (this.machine.words[cell >> 2] ?? 0));
  }

  /** Decode UTF-8 at an address. */
  decode(start: Pointer, length: number): string {
    const { memory } = this.machine;
    if (length > SHORT_TEXT) return memory.toString('utf8', start, start + length);
    let text = '';
    for (let at = start; at < start + length; at++) {
      const byte = memory[at] ?? 0;
      if (byte > 0x7f) return memory.toString('utf8', start, start + length);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  /** A key of a table that is text; null for any other key. A number is not converted. */
  keyText(index: number): string | null {
    return this.type(index) === LUA_TYPE.string ? this.text(index) : null;
  }

  /** A number, or a string that Lua converts to one; null otherwise. */
  number(index: number): number | null {
    const { cell } = this.machine;
    const value = this.api.lua_tonumberx(this.L, index, cell);
    return this.machine.words[cell >> 2] === 0 ? null : value;
  }

  /** Any value as `tostring` shows it (with `__tostring` and `__name`), at most `maxBytes` of it. */
  display(index: number, maxBytes: number): string {
    const { cell } = this.machine;
    const start = this.api.luaL_tolstring(this.L, index, cell);
    const text = this.decode(start, Math.min(this.machine.words[cell >> 2] ?? 0, maxBytes));
    this.pop(1);
    return text;
  }

  boolean(index: number): boolean {
    return this.api.lua_toboolean(this.L, index) !== 0;
  }

  pushText(text: string): void {
    const { machine, api } = this;
    if (text.length * 3 <= machine.scratchBytes) {
      const length = machine.memory.write(text, machine.scratch, 'utf8');
      api.lua_pushlstring(this.L, machine.scratch, length);
    } else this.pushBytes(Buffer.from(text, 'utf8'));
  }

  pushBytes(bytes: Uint8Array): void {
    const { machine, api } = this;
    if (bytes.length <= machine.scratchBytes) {
      machine.memory.set(bytes, machine.scratch);
      api.lua_pushlstring(this.L, machine.scratch, bytes.length);
      return;
    }
    // A block that Lua owns counts against the memory limit, and does not leak when the run ends here.
    const block = api.lua_newuserdatauv(this.L, bytes.length, 0);
    machine.memory.set(bytes, block);
    api.lua_pushlstring(this.L, block, bytes.length);
    api.lua_rotate(this.L, -2, -1);
    this.pop(1);
  }

  /** Push a string with one character (0..255) for each byte. */
  pushBinary(text: string): void {
    this.pushBytes(Buffer.from(text, 'latin1'));
  }

  /** Push an integer if the value is a safe integer (below 2^53), otherwise a float. */
  pushNumber(value: number): void {
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) {
      this.api.lua_pushinteger(this.L, BigInt(value));
    } else this.api.lua_pushnumber(this.L, value);
  }

  pushBoolean(value: boolean): void {
    this.api.lua_pushboolean(this.L, value ? 1 : 0);
  }

  pushNil(): void {
    this.api.lua_pushnil(this.L);
  }

  /** Pop the top of the stack into `table[key]`; `table` is an absolute index. */
  setField(table: number, key: string): void {
    this.pushText(key);
    this.api.lua_rotate(this.L, -2, 1);
    this.api.lua_rawset(this.L, table);
  }

  /** Push `table[key]` without metamethods and return its type; `table` is an absolute index. */
  field(table: number, key: string): number {
    this.pushText(key);
    return this.api.lua_rawget(this.L, table);
  }

  /** Push the metatable that the sandbox registered under a name. */
  pushMetatable(name: string): void {
    this.pushText(name);
    this.api.lua_rawget(this.L, LUA_REGISTRY);
  }

  /** Address of the metatable registered under a name; the same for all runs. */
  metatableAddress(name: string): Pointer {
    let address = this.#metatables.get(name);
    if (address === undefined) {
      this.pushMetatable(name);
      address = this.api.lua_topointer(this.L, -1);
      this.pop(1);
      this.#metatables.set(name, address);
    }
    return address;
  }

  /** Address of the value's metatable; null when it has none. */
  addressOfMetatable(index: number): Pointer | null {
    if (this.api.lua_getmetatable(this.L, index) === 0) return null;
    const address = this.api.lua_topointer(this.L, -1);
    this.pop(1);
    return address;
  }

  /** True when the value's metatable has the field. */
  hasMetafield(index: number, field: string): boolean {
    if (this.api.lua_getmetatable(this.L, index) === 0) return false;
    const found = this.field(this.top, field) !== LUA_TYPE.nil;
    this.pop(2);
    return found;
  }

  /** True when the value has the metatable registered under the name. */
  hasMetatable(index: number, name: string): boolean {
    if (this.api.lua_getmetatable(this.L, index) === 0) return false;
    this.pushMetatable(name);
    const same = this.api.lua_rawequal(this.L, -1, -2) !== 0;
    this.pop(2);
    return same;
  }
}

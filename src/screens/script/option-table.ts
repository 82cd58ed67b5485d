/** Reads and checks the table of options of a function. */
import { didYouMean } from '../../platform/base/nearest.ts';
import { badArgument } from './function-group.ts';
import type { LuaRaise, LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';

/** A table of options. Its methods throw a `LuaRaise` that names the option when a value is not as expected. */
export class OptionTable {
  readonly lua: LuaStack;
  readonly #table: number;
  readonly #function: string;

  /**
   * @param argument  index of the table among the arguments
   * @param name      the function, for messages
   */
  constructor(lua: LuaStack, argument: number, name: string) {
    this.lua = lua;
    this.#table = argument;
    this.#function = name;
  }

  /** Raise for options that are not known, which would otherwise be ignored in silence. */
  refuseUnknown(known: Iterable<string>): void {
    this.#refuseUnknownIn(this.#table, 'option', known);
  }

  /** The same for the keys of an option that is a table, at an absolute index. */
  refuseUnknownOf(option: string, index: number, known: Iterable<string>): void {
    this.#refuseUnknownIn(index, `key of option '${option}':`, known);
  }

  #refuseUnknownIn(index: number, what: string, known: Iterable<string>): void {
    const names = [...known].sort();
    for (const key of this.keys(index, 'the options')) {
      if (names.includes(key)) continue;
      const meant = didYouMean(key, names);
      throw this.wrong(`unknown ${what} '${key.slice(0, 40)}'${meant}; there are ${names.join(', ')}`);
    }
  }

  /** An option that is text; null when it is not set. */
  text(key: string): string | null {
    return this.read(key, 'a string', (index) => this.lua.text(index));
  }

  /** A number from `min` to `max`; the fallback, which is not checked, when it is not set. */
  number<T extends number | null>(
    key: string,
    fallback: T,
    min: number,
    max = Number.POSITIVE_INFINITY,
  ): number | T {
    const value = this.read(key, 'a number', (index) => this.lua.number(index));
    if (value === null) return fallback;
    if (!(value >= min)) throw this.wrong(`option '${key}' must be at least ${min}, got ${value}`);
    if (value > max) throw this.wrong(`option '${key}' must be at most ${max}, got ${value}`);
    return value;
  }

  /** A whole number, otherwise like `number`. */
  whole<T extends number | null>(key: string, fallback: T, min: number, max?: number): number | T {
    const value = this.number(key, fallback, min, max);
    if (value !== null && !Number.isInteger(value)) {
      throw this.wrong(`option '${key}' must be a whole number, got ${value}`);
    }
    return value;
  }

  /** True or false; the fallback when it is not set. */
  boolean(key: string, fallback: boolean): boolean {
    const read = (index: number) =>
      this.lua.type(index) === LUA_TYPE.boolean ? this.lua.boolean(index) : null;
    return this.read(key, 'true or false', read) ?? fallback;
  }

  /** One of a few words; the fallback when it is not set. */
  choice<T extends string, F extends T | null>(key: string, choices: readonly T[], fallback: F): T | F {
    const text = this.text(key);
    if (text === null) return fallback;
    const choice = choices.find((known) => known === text);
    if (choice === undefined) {
      throw this.wrong(`option '${key}' must be one of ${choices.join(', ')}, got '${text.slice(0, 40)}'`);
    }
    return choice;
  }

  /**
   * The value of an option; null when it is not set.
   * @param expected  for the message when `read` returns null for a value that is set
   * @param read      reads the value at a stack index; null when it is not as expected
   */
  read<T>(key: string, expected: string, read: (index: number) => T | null): T | null {
    const { lua } = this;
    const type = lua.field(this.#table, key);
    if (type === LUA_TYPE.table) lua.beforeRaw(lua.top);
    const value = type === LUA_TYPE.nil ? null : read(lua.top);
    const typeName = lua.typeName(-1);
    lua.pop(1);
    if (type !== LUA_TYPE.nil && value === null) {
      throw this.wrong(`option '${key}' must be ${expected}, got a ${typeName}`);
    }
    return value;
  }

  /**
   * The keys of a table, sorted. They must be text.
   * @param what   the table, for messages
   * @param visit  called with each key and the stack index of its value
   */
  keys(index: number, what: string, visit: (key: string, value: number) => void = () => {}): string[] {
    const { lua } = this;
    const { api, L } = lua;
    const keys: string[] = [];
    lua.reserve(6);
    lua.beforeRaw(index);
    api.lua_pushnil(L);
    const at = lua.top;
    while (api.lua_next(L, index) !== 0) {
      const key = lua.type(at) === LUA_TYPE.string ? lua.text(at) : null;
      if (key === null) throw this.wrong(`keys of ${what} must be strings`);
      keys.push(key);
      visit(key, at + 1);
      api.lua_settop(L, at);
    }
    return keys.sort();
  }

  /** The error for a wrong option. */
  wrong(problem: string): LuaRaise {
    return badArgument(this.#table, this.#function, problem);
  }
}

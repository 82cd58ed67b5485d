/** Reads the table of options that a function takes, and says what is wrong with it. */
import { didYouMean } from '../base/nearest.ts';
import { badArgument } from './function-group.ts';
import type { LuaRaise, LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';

export class OptionTable {
  readonly lua: LuaStack;
  readonly #table: number;
  readonly #function: string;

  /** @param argument index of the table among the arguments of the function `name` */
  constructor(lua: LuaStack, argument: number, name: string) {
    this.lua = lua;
    this.#table = argument;
    this.#function = name;
  }

  /** A misspelt option would be ignored in silence otherwise. */
  refuseUnknown(known: Iterable<string>): void {
    this.#refuseUnknownIn(this.#table, 'option', known);
  }

  /** The same for a table of its own among the options, at an absolute index. */
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

  /** The value of an option that is text, null when it is not set. */
  text(key: string): string | null {
    return this.read(key, 'a string', (index) => this.lua.text(index));
  }

  /** A number of at least `min` and at most `max`; the fallback is not checked. */
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

  /** A number as `number` has it, without a fraction. */
  whole<T extends number | null>(key: string, fallback: T, min: number, max?: number): number | T {
    const value = this.number(key, fallback, min, max);
    if (value !== null && !Number.isInteger(value)) {
      throw this.wrong(`option '${key}' must be a whole number, got ${value}`);
    }
    return value;
  }

  boolean(key: string, fallback: boolean): boolean {
    const read = (index: number) =>
      this.lua.type(index) === LUA_TYPE.boolean ? this.lua.boolean(index) : null;
    return this.read(key, 'true or false', read) ?? fallback;
  }

  /** One of a few words; null as fallback when it need not be set. */
  choice<T extends string, F extends T | null>(key: string, choices: readonly T[], fallback: F): T | F {
    const text = this.text(key);
    if (text === null) return fallback;
    const choice = choices.find((known) => known === text);
    if (choice === undefined) {
      throw this.wrong(`option '${key}' must be one of ${choices.join(', ')}, got '${text.slice(0, 40)}'`);
    }
    return choice;
  }

  /** The value of an option, null when it is not set; raises when `read` returns null for one that is. */
  read<T>(key: string, expected: string, read: (index: number) => T | null): T | null {
    const { lua } = this;
    const type = lua.field(this.#table, key);
    const value = type === LUA_TYPE.nil ? null : read(lua.top);
    const typeName = lua.typeName(-1);
    lua.pop(1);
    if (type !== LUA_TYPE.nil && value === null) {
      throw this.wrong(`option '${key}' must be ${expected}, got a ${typeName}`);
    }
    return value;
  }

  /** Keys of a table, which must be text, sorted; `visit` is called with the index of each value. */
  keys(index: number, what: string, visit: (key: string, value: number) => void = () => {}): string[] {
    const { lua } = this;
    const { api, L } = lua;
    const keys: string[] = [];
    lua.reserve(6);
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

  /** The error for an option that is not as it should be. */
  wrong(problem: string): LuaRaise {
    return badArgument(this.#table, this.#function, problem);
  }
}

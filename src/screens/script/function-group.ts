/** How functions for scripts are declared, and how they read their arguments. */
import { LuaRaise, type LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';
import type { RunContext } from './run-context.ts';

/**
 * A function that scripts can call. Its arguments are at the stack indices 1..top; it pushes its results and returns their
 * count. It raises a Lua error by throwing a `LuaRaise`. It must not keep state between runs.
 */
export type LuaFunction = (lua: LuaStack, run: RunContext) => number;

/** A metatable with its metamethods, and what `tostring` calls its tables; `table` when that is left out. */
interface GroupMetatable {
  readonly shown?: string;
  readonly methods: Readonly<Record<string, LuaFunction>>;
}

/** Functions of one subject. */
export interface FunctionGroup {
  /** By global name; `os.time` is the field `time` of the global table `os`. */
  readonly functions: Readonly<Record<string, LuaFunction>>;
  /** Methods of the objects that the functions return, by type and name. The object is argument 1. */
  readonly types?: Readonly<Record<string, Readonly<Record<string, LuaFunction>>>>;
  /** Metatables of tables that scripts see, by the name under which the sandbox registers them. */
  readonly metatables?: Readonly<Record<string, GroupMetatable>>;
  /**
   * Lua source that runs once when the sandbox is built. Its arguments: the globals of scripts, `json_null`, the method
   * tables by type, and Lua's full globals. For functions that must be written in Lua, such as those that call a function
   * of the script, which may yield.
   */
  readonly prelude?: string;
}

/** The error for a wrong argument, worded as by Lua: `bad argument #1 to 'json_decode' (string expected, got nil)`. */
export function badArgument(index: number, name: string, problem: string): LuaRaise {
  return new LuaRaise(`bad argument #${index} to '${name}' (${problem})`);
}

/** The error for an argument of another type. */
export function expected(lua: LuaStack, index: number, name: string, what: string): LuaRaise {
  return badArgument(index, name, `${what} expected, got ${lua.typeName(index)}`);
}

/** A string or number argument as text. */
export function textArgument(lua: LuaStack, index: number, name: string): string {
  const text = lua.text(index);
  if (text === null) throw expected(lua, index, name, 'string');
  return text;
}

/** A string or number argument as bytes. */
export function bytesArgument(lua: LuaStack, index: number, name: string): Uint8Array<ArrayBuffer> {
  const bytes = lua.bytes(index);
  if (bytes === null) throw expected(lua, index, name, 'string');
  return bytes;
}

/** A number argument, or a string that Lua converts to one. */
export function numberArgument(lua: LuaStack, index: number, name: string): number {
  const value = lua.number(index);
  if (value === null) throw expected(lua, index, name, 'number');
  return value;
}

/**
 * True when the argument is a table, false when it is left out or nil.
 * @throws {LuaRaise} it is something else
 */
export function hasTable(lua: LuaStack, index: number, name: string): boolean {
  if (lua.isNoneOrNil(index)) return false;
  if (lua.type(index) !== LUA_TYPE.table) throw expected(lua, index, name, 'table');
  lua.beforeRaw(index);
  return true;
}

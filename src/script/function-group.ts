/** The form in which functions are offered to scripts. A new group is a new file and one line in `sandbox.ts`. */
import { LuaRaise, type LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';
import type { RunContext } from './run-context.ts';

/**
 * A function that a script can call. Arguments are at indices 1..top; results are pushed and their count returned.
 * It raises a Lua error by throwing a LuaRaise; it must not keep state between runs.
 */
export type LuaFunction = (lua: LuaStack, run: RunContext) => number;

export interface FunctionGroup {
  /** By global name; `os.time` is the field `time` of the global table `os`. */
  readonly functions: Readonly<Record<string, LuaFunction>>;
  /** Types of objects that the functions return: type name → method name → method (the object is argument 1). */
  readonly types?: Readonly<Record<string, Readonly<Record<string, LuaFunction>>>>;
  /**
   * Lua source run once when the sandbox is built, called with the table of globals, `json_null`, a table of
   * the method tables by type name, and Lua's full globals. For what must be Lua itself, such as calling a script's function so that it
   * may yield.
   */
  readonly prelude?: string;
}

/** Raise as Lua's own functions do: `bad argument #1 to 'json_decode' (string expected, got nil)`. */
export function badArgument(index: number, name: string, problem: string): LuaRaise {
  return new LuaRaise(`bad argument #${index} to '${name}' (${problem})`);
}

function expected(lua: LuaStack, index: number, name: string, what: string): LuaRaise {
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

/** A number argument, or a string that reads as one. */
export function numberArgument(lua: LuaStack, index: number, name: string): number {
  const value = lua.number(index);
  if (value === null) throw expected(lua, index, name, 'number');
  return value;
}

/** True when there is a table at the index, false when there is nothing; anything else raises. */
export function hasTable(lua: LuaStack, index: number, name: string): boolean {
  if (lua.isNoneOrNil(index)) return false;
  if (lua.type(index) !== LUA_TYPE.table) throw expected(lua, index, name, 'table');
  return true;
}

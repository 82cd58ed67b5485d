/** Lua's errors as failures that an author can act on. */
import type { Failure, FailureCode } from '../base/failure.ts';
import { ConversionError, readPlain } from './from-lua.ts';
import type { LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';

/** Longest message that is passed on: a script may raise megabytes. */
const MESSAGE_LENGTH = 2_000;
/** Longest printed form of a table that was raised as an error. */
const TABLE_LENGTH = 300;
/** Fields in which error tables usually carry their text. */
const MESSAGE_FIELDS = ['message', 'msg', 'error'] as const;

export interface RaisedError {
  readonly message: string;
  readonly line: number | null;
}

const PLACE = /^([^\n]{1,80}?):(\d+): /;

/**
 * Take Lua's `name:line: ` off the front of a message. There may be several, as `coroutine.wrap` adds one; the last
 * is where the error happened. Places in the sandbox's own code are dropped; a message without a place in the
 * script keeps `line`, the line where the script was when the error was raised.
 */
export function splitPlace(
  message: string,
  chunk: string,
  prelude: string,
  line: number | null,
): RaisedError {
  const raised = { message, line };
  for (;;) {
    const [place, name, number] = PLACE.exec(raised.message) ?? [];
    if (place === undefined || (name !== chunk && name !== prelude)) return raised;
    raised.message = raised.message.slice(place.length);
    if (name === chunk) raised.line = Number(number);
  }
}

/** The failure of a script, with its file and, where it is known, its line. */
export function scriptFailure(code: FailureCode, file: string, { message, line }: RaisedError): Failure {
  const text = message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH)}…` : message;
  return { code, message: text, file, ...(line === null ? {} : { line }) };
}

/** The text of an error value of any type, at an absolute index. */
export function errorText(lua: LuaStack, index: number): string {
  const type = lua.type(index);
  if (type === LUA_TYPE.string) return lua.text(index) ?? '';
  if (type === LUA_TYPE.nil) return 'error was called without a message (nil)';
  if (type !== LUA_TYPE.table) return `error was called with ${lua.display(index)}`;
  if (lua.hasMetafield(index, '__tostring')) return lua.display(index);
  return messageField(lua, index) ?? tableText(lua, index);
}

function messageField(lua: LuaStack, index: number): string | null {
  for (const name of MESSAGE_FIELDS) {
    const type = lua.field(index, name);
    const text = type === LUA_TYPE.string ? lua.text(-1) : null;
    lua.pop(1);
    if (text !== null) return text;
  }
  return null;
}

function tableText(lua: LuaStack, index: number): string {
  try {
    const text = JSON.stringify(readPlain(lua, index));
    return `error was called with the table ${text.length > TABLE_LENGTH ? `${text.slice(0, TABLE_LENGTH)}…` : text}`;
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return 'error was called with a table';
  }
}

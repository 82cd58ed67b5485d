/** Converts Lua's errors to failures for authors. */
import type { Failure, FailureCode } from '../../platform/base/failure.ts';
import type { Chunks, FileLine } from './file-line.ts';
import { ConversionError, readPlain } from './from-lua.ts';
import type { LuaStack } from './lua-stack.ts';
import { LUA_TYPE } from './lua-wasm.ts';

/** Longest message that is kept: a script may raise an error of megabytes. */
const MESSAGE_LENGTH = 2_000;
/** Bytes that are read for it. */
const MESSAGE_BYTES = 4 * (MESSAGE_LENGTH + 1);
/** Longest text of a table that was raised as an error. */
const TABLE_LENGTH = 300;
/** Fields that usually hold the text of error tables. */
const MESSAGE_FIELDS = ['message', 'msg', 'error'] as const;

/** An error of a script. */
export interface RaisedError {
  readonly message: string;
  /** Line of the script or of a module; null when it is not known. */
  readonly place: FileLine | null;
}

const PLACE = /^([^\n]{1,80}?):(\d+): /;

/**
 * Split Lua's `name:line: ` from the start of a message. There may be several, as `coroutine.wrap` adds one; the last one
 * is where the error was raised. Places in the sandbox's own code are dropped.
 * @param prelude  chunk name of the sandbox's own code
 * @param place    the script's line when the error was raised, for a message without a place in a file of the run
 */
export function splitPlace(
  message: string,
  chunks: Chunks,
  prelude: string,
  place: FileLine | null,
): RaisedError {
  let raised: RaisedError = { message, place };
  for (;;) {
    const [prefix, name = '', number] = PLACE.exec(raised.message) ?? [];
    const file = chunks.get(name);
    if (prefix === undefined || (file === undefined && name !== prelude)) return raised;
    raised = {
      message: raised.message.slice(prefix.length),
      place: file === undefined ? raised.place : { file, line: Number(number) },
    };
  }
}

/** The failure of a script at the place of its error, or without a line if that is not known. */
export function scriptFailure(code: FailureCode, script: string, { message, place }: RaisedError): Failure {
  const text = message.length > MESSAGE_LENGTH ? `${message.slice(0, MESSAGE_LENGTH)}…` : message;
  return { code, message: text, ...(place ?? { file: script }) };
}

/** The text of an error value of any type, at an absolute index. */
export function errorText(lua: LuaStack, index: number): string {
  const type = lua.type(index);
  if (type === LUA_TYPE.string) return lua.text(index, MESSAGE_BYTES) ?? '';
  if (type === LUA_TYPE.nil) return 'error was called without a message (nil)';
  if (type !== LUA_TYPE.table) return `error was called with ${lua.display(index, MESSAGE_BYTES)}`;
  if (lua.hasMetafield(index, '__tostring')) return lua.display(index, MESSAGE_BYTES);
  return messageField(lua, index) ?? tableText(lua, index);
}

function messageField(lua: LuaStack, index: number): string | null {
  for (const name of MESSAGE_FIELDS) {
    const type = lua.field(index, name);
    const text = type === LUA_TYPE.string ? lua.text(-1, MESSAGE_BYTES) : null;
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

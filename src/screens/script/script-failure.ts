/** Converts Lua's errors to failures for authors. */
import type { Failure, FailureCode } from '../../platform/base/failure.ts';
import { didYouMean } from '../../platform/base/nearest.ts';
import { isPlainObject, type PlainValue } from '../../platform/base/plain.ts';
import { ALLOWED_BASE, ALLOWED_LIBRARIES } from './allowed.ts';
import type { Chunks, FileLine } from './file-line.ts';
import { ConversionError, readPlain } from './from-lua.ts';
import { FUNCTION_GROUPS } from './groups.ts';
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

/** What stands in other languages, and what Lua has for it. */
const FOREIGN: readonly (readonly [written: RegExp, instead: string])[] = [
  [/\bcontinue\b/, 'Lua has no continue: write goto next, and ::next:: in front of the end of the loop'],
  [/!=/, 'write ~= for "not equal"'],
  [/&&/, 'write and'],
  [/\|\|/, 'write or'],
  [/[\w\])]\s*[-+*/]=/, 'Lua has no += and the like: write x = x + 1'],
  [/\belse\s+if\b/, 'write elseif, in one word'],
  [/^\s*(?:const|let|var)\s/, 'write local'],
];
/** A longer line is not searched. */
const MAX_LINE = 500;

/**
 * ` (write …)` for the end of the message; empty where nothing foreign is found.
 * @param line  1-based, where the parser stopped: at the first word that it could not take, which may stand on the next line
 */
export function syntaxHint(source: Uint8Array, line: number): string {
  const lines = Buffer.from(source).toString('utf8').split('\n', line);
  for (const text of lines.slice(-2).reverse()) {
    const [code = ''] = text.slice(0, MAX_LINE).split('--', 1);
    const found = FOREIGN.find(([written]) => written.test(code));
    if (found !== undefined) return ` (${found[1]})`;
  }
  return '';
}

const NIL_MESSAGE = /^attempt to (.*) a nil value \((global|field|method) '(\w+)'\)$/;

/** Globals and methods that the preludes of groups set, in Lua. */
const PRELUDE_GLOBALS = ['collectgarbage', 'json_null', 'load'];
const PRELUDE_METHODS = ['each'];

/** Names of functions, split at the dot: `['http_get']`, `['os', 'time']`. */
const FUNCTION_PATHS: readonly (readonly string[])[] = FUNCTION_GROUPS.flatMap(({ functions }) =>
  Object.keys(functions).map((name) => name.split('.')),
);

const GLOBALS: readonly string[] = [
  ...ALLOWED_BASE,
  ...PRELUDE_GLOBALS,
  ...Object.keys(ALLOWED_LIBRARIES),
  ...new Set(FUNCTION_PATHS.flatMap(([first]) => first ?? [])),
];

/** Functions that are fields of tables, and methods of objects. */
const FUNCTION_FIELDS: readonly string[] = [
  ...Object.values(ALLOWED_LIBRARIES).flat(),
  ...FUNCTION_PATHS.flatMap(([, field]) => field ?? []),
  ...FUNCTION_GROUPS.flatMap(({ types }) =>
    Object.values(types ?? {}).flatMap((methods) => Object.keys(methods)),
  ),
  ...PRELUDE_METHODS,
];

/**
 * The message of a script error; where it names a nil value whose name is like a known one, with that name.
 * @param globals  the tables that the script was given; their fields are known names
 */
export function suggestName(message: string, globals: Readonly<Record<string, PlainValue>>): string {
  const instead = insteadOf(message);
  if (instead !== null) return `${message}${instead}`;
  const [, operation = '', kind = '', name = ''] = NIL_MESSAGE.exec(message) ?? [];
  if (name === '') return message;
  const known = kind === 'global' ? [...GLOBALS, ...Object.keys(globals)] : fieldsFor(operation, globals);
  // A known name was not misspelt: this table has no such field.
  return known.includes(name) ? message : message + didYouMean(name, known);
}

/** Parts of Lua that a script does not have, and what it has instead. */
const MISSING: readonly (readonly [names: RegExp, instead: string])[] = [
  [/\(global 'io'\)$/, 'scripts have no files: read those of the screen with read_asset'],
  [/\(global '(?:dofile|loadfile|package)'\)$/, 'load modules of the screen with require'],
  [/\(field '(?:execute|getenv|tmpname)'\)$/, 'scripts cannot reach the system: use params'],
  [/\(global 'debug'\)$/, 'write to the log with log_info'],
  [/\(global '(?:json|cjson)'\)$/, 'use json_encode and json_decode'],
];

function insteadOf(message: string): string | null {
  const found = MISSING.find(([names]) => names.test(message));
  return found === undefined ? null : ` (${found[1]})`;
}

/** Known fields: functions where the script calls the field, else the fields of the tables that it was given. */
function fieldsFor(operation: string, globals: Readonly<Record<string, PlainValue>>): readonly string[] {
  if (operation === 'call') return FUNCTION_FIELDS;
  return Object.values(globals).flatMap((table) => (isPlainObject(table) ? Object.keys(table) : []));
}

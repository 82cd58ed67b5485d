/** Completes Lua's messages about nil with the name that was probably meant. */
import { didYouMean } from '../base/nearest.ts';
import { isPlainObject, type PlainValue } from '../base/plain.ts';
import { ALLOWED_BASE, ALLOWED_LIBRARIES } from './allowed.ts';
import { GROUPS } from './groups.ts';

const NIL_MESSAGE = /^attempt to (.*) a nil value \((global|field|method) '(\w+)'\)$/;

/** Globals and methods that the preludes of groups set, in Lua. */
const PRELUDE_GLOBALS = ['collectgarbage', 'json_null', 'load'];
const PRELUDE_METHODS = ['each'];

/** Names of functions, split at the dot: `['http_get']`, `['os', 'time']`. */
const FUNCTION_PATHS: readonly (readonly string[])[] = GROUPS.flatMap(({ functions }) =>
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
  ...GROUPS.flatMap(({ types }) => Object.values(types ?? {}).flatMap((methods) => Object.keys(methods))),
  ...PRELUDE_METHODS,
];

/**
 * The message of a script error; where it names a nil value whose name is like a known one, with that name.
 * @param globals  the tables that the script was given; their fields are known names
 */
export function suggestName(message: string, globals: Readonly<Record<string, PlainValue>>): string {
  const [, operation = '', kind = '', name = ''] = NIL_MESSAGE.exec(message) ?? [];
  if (name === '') return message;
  const known = kind === 'global' ? [...GLOBALS, ...Object.keys(globals)] : fieldsFor(operation, globals);
  // A known name was not misspelt: this table has no such field.
  return known.includes(name) ? message : message + didYouMean(name, known);
}

/** Known fields: functions where the script calls the field, else the fields of the tables that it was given. */
function fieldsFor(operation: string, globals: Readonly<Record<string, PlainValue>>): readonly string[] {
  if (operation === 'call') return FUNCTION_FIELDS;
  return Object.values(globals).flatMap((table) => (isPlainObject(table) ? Object.keys(table) : []));
}

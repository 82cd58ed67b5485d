/** Completes Lua's sentences about nil with the name that was probably meant. */
import { didYouMean } from '../base/nearest.ts';
import type { PlainValue } from '../base/plain.ts';
import { ALLOWED_BASE, ALLOWED_LIBRARIES } from './allowed.ts';
import { GROUPS } from './groups.ts';

const NIL = /^attempt to (.*) a nil value \((global|field|method) '(\w+)'\)$/;

/** `http_get`, `os.time`: names of functions, those of tables with their table. */
const FUNCTIONS: readonly string[] = GROUPS.flatMap(({ functions }) => Object.keys(functions));
const TABLES: readonly string[] = [
  ...new Set(
    FUNCTIONS.map((name) => name.split('.')).flatMap((parts) => (parts.length > 1 ? parts.slice(0, 1) : [])),
  ),
];

const GLOBALS: readonly string[] = [
  ...ALLOWED_BASE,
  ...Object.keys(ALLOWED_LIBRARIES),
  ...TABLES,
  ...FUNCTIONS.filter((name) => !name.includes('.')),
];
/** Fields of tables, and methods. */
const FUNCTION_FIELDS: readonly string[] = [
  ...Object.values(ALLOWED_LIBRARIES).flat(),
  ...FUNCTIONS.filter((name) => name.includes('.')).map((name) => name.slice(name.indexOf('.') + 1)),
  ...GROUPS.flatMap(({ types }) => Object.values(types ?? {}).flatMap((methods) => Object.keys(methods))),
];

/**
 * The message of a script error, with the name that a misspelt one was probably meant to be.
 * @param globals  the tables that the script was given: their fields are names that it may have meant
 */
export function suggestName(message: string, globals: Readonly<Record<string, PlainValue>>): string {
  const [, what = '', kind = '', name = ''] = NIL.exec(message) ?? [];
  if (name === '') return message;
  const known = kind === 'global' ? [...GLOBALS, ...Object.keys(globals)] : fieldsFor(what, globals);
  // A name that exists was not misspelt: it is missing from this table.
  return known.includes(name) ? message : message + didYouMean(name, known);
}

/** Fields that a script may have meant: functions where it calls one, else those of the tables that it was given. */
function fieldsFor(what: string, globals: Readonly<Record<string, PlainValue>>): readonly string[] {
  if (what === 'call') return FUNCTION_FIELDS;
  return Object.values(globals).flatMap((table) =>
    typeof table === 'object' && table !== null && !Array.isArray(table) ? Object.keys(table) : [],
  );
}

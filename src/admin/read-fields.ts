/** Reads a body by its schema: the fields that fit it, and everything that is wrong with the others. */
import type { z } from 'zod';
import type { FieldProblem } from '../platform/base/errors.ts';
import { didYouMean } from '../platform/base/nearest.ts';
import { isPlainObject, type PlainValue } from '../platform/base/plain.ts';
import { EXPECTED } from './bodies.ts';

type Shape = Readonly<Record<string, z.ZodType>>;

export interface ReadFields<Fields> {
  /** Fields that fit their schema; those that do not are absent and in `problems`. */
  readonly fields: Partial<Fields>;
  readonly problems: readonly FieldProblem[];
}

/** Unknown names that one answer lists at the most. */
const MAX_UNKNOWN = 20;

/** Check a body field by field, so that one bad field does not hide what is wrong with another. */
export function readBodyFields<S extends Shape>(
  schema: z.ZodObject<S>,
  body: PlainValue,
): ReadFields<z.infer<z.ZodObject<S>>> {
  type Fields = z.infer<z.ZodObject<S>>;
  if (!isPlainObject(body)) {
    const message = `the body: expected a map of fields, got ${describeValue(body)}`;
    return { fields: {}, problems: [{ field: '', message }] };
  }
  const names = Object.keys(schema.shape);
  const problems: FieldProblem[] = unknownFields(Object.keys(body), names);
  const fields: Record<string, unknown> = {};
  for (const name of names) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    const field = schema.shape[name];
    if (field?.safeParse(value).success) {
      if (value !== undefined) fields[name] = value;
      continue;
    }
    const got = value === undefined ? 'nothing' : describeValue(value);
    problems.push({ field: name, message: `${name}: expected ${expectedOf(field)}, got ${got}` });
  }
  return { fields: fields as Partial<Fields>, problems };
}

function unknownFields(given: readonly string[], known: readonly string[]): FieldProblem[] {
  const unknown = given.filter((name) => !known.includes(name));
  return unknown.slice(0, MAX_UNKNOWN).map((name) => {
    const message = `there is no field ${JSON.stringify(shorten(name))}${didYouMean(name, known)}`;
    return { field: shorten(name), message };
  });
}

/** The schema of an optional field wraps the one that knows what is expected. */
function expectedOf(field: z.ZodType | undefined): string {
  const inner =
    field !== undefined && 'unwrap' in field ? (field as z.ZodOptional<z.ZodType>).unwrap() : field;
  return (inner === undefined ? undefined : EXPECTED.get(inner)?.text) ?? 'another value';
}

/** A value as a message shows it: in full if it is short. */
export function describeValue(value: PlainValue): string {
  if (Array.isArray(value)) return value.length <= 8 ? shorten(JSON.stringify(value)) : 'a list';
  if (isPlainObject(value)) return 'a map';
  return value === null ? 'null' : shorten(JSON.stringify(value));
}

/** Cut between characters, not through a surrogate pair. */
function shorten(text: string): string {
  const characters = [...text.slice(0, 200)];
  return characters.length > 80 ? `${characters.slice(0, 77).join('')}...` : text;
}

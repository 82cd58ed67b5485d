/** Values for a JSON Schema, as the server's OpenAPI document writes them: fitting ones, and such that mostly do not. */
import fc from 'fast-check';
import { type JsonSchema, resolved } from './document.ts';
import { misfit } from './schemas.ts';

/** Texts that have broken somebody's parser before. */
const NASTY = [
  '',
  ' ',
  'null',
  '~',
  'yes',
  '0123',
  '1e3',
  '# no comment',
  'a: b',
  '- a',
  '"',
  "'",
  '{',
  '&a',
  '*a',
  '!!str',
  '|',
  '%',
  '@',
  '`',
  '\n',
  'a\nb',
  '\t',
  '\u0000',
  '\u0085',
  '\u2028',
  '\ufeff',
  '\ud800',
  '🎈',
  '../../etc/passwd',
  '<<',
  '__proto__',
  'constructor',
  '---',
  '...',
];

/** Optional fields of one object. */
const MAX_OPTIONAL = 4;

const text = fc.oneof(fc.constantFrom(...NASTY), fc.string(), fc.string({ unit: 'grapheme' }));

const keys = fc.oneof(fc.constantFrom('__proto__', 'constructor'), text);

/** Any JSON value, kept small. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.double(),
    text,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(keys, tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Better values than random ones, by the name of a field. */
export type KnownValues = Readonly<Record<string, readonly unknown[]>>;

/**
 * Values that fit a schema in all that it says.
 * @param known  what fields have whose meaning no schema can say, such as names of screens: they get no other values
 */
export function exactlyFitting(schema: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const whole = resolved(schema);
  return fitting(whole, known, 1_000_000).filter(
    (value) => misfit(whole, value) === null && isWellFormed(value),
  );
}

/** JSON can write half of a character that UTF-8 cannot hold. */
function isWellFormed(value: unknown): boolean {
  return !/\\ud[89a-f]/i.test(JSON.stringify(value) ?? '');
}

/**
 * Values that mostly fit a schema.
 * @param known   better ones by the name of a field
 * @param weight  how much more often these are taken
 */
export function fitting(given: JsonSchema, known: KnownValues, weight = 3): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.anyOf !== undefined && schema.type === undefined) {
    return fc.oneof(...schema.anyOf.map((one) => fitting(one, known, weight)));
  }
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: string) => fitting({ ...schema, type }, known, weight)));
  }
  switch (schema.type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'string':
      // The generator cannot make characters of a Unicode class.
      return schema.pattern === undefined || schema.pattern.includes('\\p{')
        ? text
        : fc.oneof(text, fc.stringMatching(new RegExp(schema.pattern, 'u')));
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known, weight), {
        minLength: schema.minItems ?? 0,
        maxLength: 4,
      });
    case 'object':
      return fittingObject(schema, known, weight);
    default:
      return anyJson;
  }
}

function fittingObject(schema: JsonSchema, known: KnownValues, weight: number): fc.Arbitrary<unknown> {
  if (schema.properties === undefined) {
    const { propertyNames, additionalProperties } = schema;
    const names = propertyNames?.pattern === undefined ? keys : fitting(propertyNames, known, weight);
    const values =
      typeof additionalProperties === 'object' ? fitting(additionalProperties, known, weight) : anyJson;
    return fc.dictionary(names as fc.Arbitrary<string>, values, { maxKeys: 4 });
  }
  const fields = new Map(
    Object.entries(schema.properties).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
      const made = fitting(field, known, weight);
      const values = known[name];
      const better = values === undefined ? [] : [{ weight, arbitrary: fc.constantFrom(...values) }];
      return [name, fc.oneof(...better, { weight: 1, arbitrary: made })];
    }),
  );
  const { required = [] } = schema;
  // A few fields at a time: with all of them at once there would always be one that is not fine after all.
  const optional = [...fields.keys()].filter((name) => !required.includes(name));
  return fc.subarray(optional, { maxLength: Math.min(optional.length, MAX_OPTIONAL) }).chain((chosen) => {
    const names = [...required, ...chosen];
    return fc.record(Object.fromEntries(names.map((name) => [name, fields.get(name) ?? anyJson])));
  });
}

/** Mostly fitting values with something wrong: a field of another kind, one too many, or something else altogether. */
export function broken(given: JsonSchema, known: KnownValues): fc.Arbitrary<unknown> {
  const schema = resolved(given);
  const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties ?? { x: {} })), text);
  const spoiled = fc
    .tuple(fitting(schema, known), names, anyJson)
    .map(([value, name, other]) => ({ ...(value as object), [name]: other }));
  return fc.oneof({ weight: 4, arbitrary: spoiled }, anyJson);
}

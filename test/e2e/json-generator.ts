/** Values for a JSON Schema, as the server's OpenAPI document writes them: fitting ones, and such that mostly do not. */
import fc from 'fast-check';

export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}

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
    fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor'), text), tie('value'), { maxKeys: 4 }),
  ),
})).value;

/** Values that fit a schema, as far as it says. `known` gives better ones by the name of a field. */
export function fitting(
  schema: JsonSchema,
  known: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
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
      return fc.array(fitting(schema.items ?? {}, known), { maxLength: 4 });
    case 'object':
      return fittingObject(schema, known);
    default:
      return anyJson;
  }
}

function fittingObject(
  schema: JsonSchema,
  known: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> {
  if (schema.properties === undefined)
    return fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'constructor'), text), anyJson, {
      maxKeys: 4,
    });
  const fields = new Map(
    Object.entries(schema.properties).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
      const made = fitting(field, known);
      const values = known[name];
      const better = values === undefined ? [] : [{ weight: 3, arbitrary: fc.constantFrom(...values) }];
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
export function broken(
  schema: JsonSchema,
  known: Readonly<Record<string, readonly unknown[]>>,
): fc.Arbitrary<unknown> {
  const names = fc.oneof(fc.constantFrom(...Object.keys(schema.properties ?? { x: {} })), text);
  const spoiled = fc
    .tuple(fitting(schema, known), names, anyJson)
    .map(([value, name, other]) => ({ ...(value as object), [name]: other }));
  return fc.oneof({ weight: 4, arbitrary: spoiled }, anyJson);
}

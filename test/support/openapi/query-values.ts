/** Values of query parameters, as texts of an address: such that fit the OpenAPI document, and such that do not. */
import fc from 'fast-check';
import type { JsonSchema, Parameter } from './document.ts';
import { misfit, textFits } from './schemas.ts';

/** Texts that readers of numbers, flags and times have taken before, though they should not. */
const NEARLY = [
  ...[
    '',
    ' ',
    '0',
    '-0',
    '00',
    '1',
    '01',
    '1.0',
    '1.',
    '.5',
    '+1',
    '1e1',
    '1e400',
    '0x10',
    'NaN',
    'Infinity',
  ],
  ...[
    '-1',
    '99999999999999999999',
    '1_000',
    '١',
    'true',
    'false',
    'TRUE',
    'yes',
    'on',
    'off',
    'null',
    'undefined',
  ],
  ...['2026-02-21', '2026-02-30', '2026-2-1', '2026-02-21T09:00:00Z', '2026-02-21t09:00:00z'],
  ...['2026-02-21T09:00:00+01:00', '2026-02-21T09:00:00 01:00', '2026-02-21T09:00', '2026-02-21T09:00Z'],
  ...['2026-02-21 09:00:00Z', '2026-02-21T24:00:00Z', '2026-02-21T09:60:00Z', '2026-13-01T00:00:00Z', 'now'],
  ...[
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
    '8999-12-31T23:59:59-23:59',
    '1970-01-01T00:00:00+23:59',
  ],
  ...[
    '2026-02-21T09:00:00.123456789Z',
    '20260221T090000Z',
    '2026-W08-6',
    '1771678564',
    'a,b',
    ',',
    'a,',
    ',a',
  ],
  ...[
    'late',
    'late,ok',
    'Late',
    'key',
    '-key',
    '--key',
    '__proto__',
    'constructor',
    '\u0000',
    '\n',
    '🎈',
    '%',
  ],
  ...[
    '#ffffff',
    'fff',
    'FFFFFF',
    '0'.repeat(30),
    '0'.repeat(64),
    'F'.repeat(64),
    'x'.repeat(200),
    '<1.6',
    '<',
  ],
  ...['>=1.2 <2', '1.5.*', '= 1', '< 1.6', 'contain', 'merge', 'json', 'csv', 'device', 'device,config'],
] as const;

const day = fc
  .date({ min: new Date('1970-01-02T00:00:00Z'), max: new Date('8999-12-30T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** The values of one parameter, in the order of the address; most are one. */
export function queryTexts({ schema, explode }: Parameter): fc.Arbitrary<readonly string[]> {
  const one = fc.oneof(
    { weight: 3, arbitrary: textOf(schema) },
    { weight: 2, arbitrary: fc.constantFrom<string>(...NEARLY) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  );
  const listed = fc
    .array(textOf(schema.items ?? {}), { minLength: 1, maxLength: 5 })
    .map((all) => all.join(','));
  const value = explode === false ? fc.oneof(one, listed) : one;
  return fc.oneof(
    { weight: 9, arbitrary: value.map((text) => [text]) },
    { weight: 1, arbitrary: fc.tuple(value, value) },
  );
}

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (schema.anyOf !== undefined)
    return fc.oneof(
      day,
      day.map((text) => text.slice(0, 10)),
    );
  switch (schema.type) {
    case 'boolean':
      return fc.constantFrom('true', 'false', '', 'True');
    case 'integer':
      return fc.integer({ min: (schema.minimum ?? 0) - 1, max: (schema.maximum ?? 1e6) + 1 }).map(String);
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e6, noNaN: true }).map(String);
    default:
      return schema.pattern === undefined ? fc.string() : fc.stringMatching(new RegExp(schema.pattern, 'u'));
  }
}

/** True for values that the document allows. */
export function queryFits(
  { schema, explode, allowEmptyValue = false }: Parameter,
  values: readonly string[],
): boolean {
  if (explode === false) {
    const items = values.flatMap((value) => value.split(','));
    const isCounted = misfit({ ...schema, items: {} }, items) === null;
    return isCounted && items.every((item) => textFits(schema.items ?? {}, item));
  }
  const [value = ''] = values;
  return values.length === 1 && ((allowEmptyValue && value === '') || textFits(schema, value));
}

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  flagQuery,
  listQuery,
  momentQuery,
  type QueryField,
  textQuery,
  timeQuery,
  wholeQuery,
  wordQuery,
} from '../../src/admin/query-fields.ts';
import { AppError } from '../../src/platform/base/errors.ts';

/** What a field makes of a query; the sentence of its refusal. */
function read<Value>(field: QueryField<Value>, ...values: readonly string[]): Value | string {
  try {
    return field.read(values, 'x');
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_query');
    return error.message;
  }
}

describe('a query parameter', () => {
  it('of a whole number takes digits within its bounds', () => {
    const field = wholeQuery('Rows', { min: 1, max: 500, default: 100 });
    assert.deepEqual([read(field), read(field, '1'), read(field, '500')], [100, 1, 500]);
    for (const text of ['0', '501', '', '-1', '1.5', '1e2', ' 7', '9999999999']) {
      assert.equal(read(field, text), `x: expected a number from 1 to 500, got ${JSON.stringify(text)}.`);
    }
    assert.deepEqual(field.schema, { type: 'integer', minimum: 1, maximum: 500, default: 100 });
    const optional = wholeQuery('Width', { min: 32, max: 400, default: null }, {}, 'pixels');
    assert.deepEqual([read(optional), read(optional, '31')], [null, 'x: expected pixels, got "31".']);
    assert.ok(!Object.hasOwn(optional.schema, 'default'));
  });

  it('of a word takes one of its words as they are written', () => {
    const field = wordQuery('Form', ['csv', 'json'], 'csv');
    assert.deepEqual([read(field), read(field, 'json')], ['csv', 'json']);
    assert.equal(read(field, 'CSV'), 'x: expected one of csv, json, got "CSV".');
    assert.equal(read(wordQuery('Fit', ['a', 'b'], null)), null);
  });

  it('of a flag is on alone and as true, and a word that might mean either is refused', () => {
    const field = flagQuery('Forget it');
    assert.deepEqual(
      [read(field), read(field, ''), read(field, 'True'), read(field, 'false')],
      [false, true, true, false],
    );
    for (const text of ['1', 'yes', 'off']) {
      assert.equal(read(field, text), `x: expected true or false, got "${text}".`);
    }
  });

  it('of a moment takes a day and a time, also where its plus sign became a space', () => {
    const field = momentQuery('The first');
    assert.equal(read(field), null);
    assert.deepEqual(read(field, '2026-02-21'), { ms: Date.UTC(2026, 1, 21), isDate: true });
    const nine = { ms: Date.UTC(2026, 1, 21, 9), isDate: false };
    assert.deepEqual(read(field, '2026-02-21T10:00:00 01:00'), nine);
    assert.match(String(read(field, '1969-12-31')), /^x: expected a date such as 2026-02-21, or a time/);
    assert.match(String(read(field, '2026-02-30')), /got "2026-02-30"\.$/);
  });

  it('of a time takes no day alone', () => {
    const field = timeQuery('Begin');
    assert.deepEqual([read(field), read(field, '2026-02-21T09:00Z')], [null, Date.UTC(2026, 1, 21, 9)]);
    assert.match(String(read(field, '2026-02-21')), /^x: expected a time with its offset, such as/);
  });

  it('of a list has its values between commas and in parameters of their own', () => {
    const field = listQuery('Tags', { type: 'string' }, 9, (values) => values);
    assert.deepEqual(read(field, 'a,b', 'c'), ['a', 'b', 'c']);
    assert.deepEqual([read(field), field.isList], [[], true]);
  });

  it('of a text takes everything', () => {
    assert.deepEqual([read(textQuery('Who', {})), read(textQuery('Who', {}), '')], [null, '']);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExitError } from '../../../src/cli/exit.ts';
import { readParams } from '../../../src/cli/render/params.ts';
import type { ParamSchema } from '../../../src/domain/params.ts';
import { parseMeta } from '../../../src/screens/sources/meta.ts';

function schemaOf(yaml: string): ParamSchema {
  const parsed = parseMeta(yaml);
  assert.ok(parsed.ok);
  return parsed.value.params;
}

const SCHEMA = schemaOf(`params:
  city: { type: string, required: true }
  days: { type: int, min: 1, max: 7 }
  factor: { type: float }
  loud: { type: bool }
  units: { type: enum, options: [metric, 2] }
`);

function refused(schema: ParamSchema, ...texts: readonly string[]): string {
  try {
    readParams(texts, schema);
  } catch (error) {
    assert.ok(error instanceof ExitError && error.exitCode === 64);
    return error.message;
  }
  return 'nothing was refused';
}

describe('readParams', () => {
  it('reads key=value by the declared type', () => {
    const texts = ['city=7', 'days=3', 'factor=-1.5', 'loud=true', 'units=2'];
    assert.deepEqual(readParams(texts, SCHEMA), { city: '7', days: 3, factor: -1.5, loud: true, units: 2 });
    assert.deepEqual(readParams(['city=a=b c', 'units=metric'], SCHEMA), { city: 'a=b c', units: 'metric' });
  });

  it('reads JSON objects, and lets what comes later win', () => {
    assert.deepEqual(readParams(['{"city":"Bern","days":2}', 'days=3', '{"loud":false}'], SCHEMA), {
      city: 'Bern',
      days: 3,
      loud: false,
    });
  });

  it('takes any params for a screen that declares none, with values as JSON has them', () => {
    const texts = ['n=1', 't=true', 'l=[1,2]', 'word=abc', 'quoted="1"', 'empty='];
    assert.deepEqual(readParams(texts, []), {
      n: 1,
      t: true,
      l: [1, 2],
      word: 'abc',
      quoted: '1',
      empty: '',
    });
  });

  it('refuses what the screen does not know, with what was probably meant', () => {
    assert.equal(refused(SCHEMA, 'day=3'), '--params.day: the screen has no such param; did you mean days?');
    assert.equal(
      refused(SCHEMA, '{"zebra":1}'),
      '--params.zebra: the screen has no such param; it has city, days, factor, loud, units',
    );
  });

  it('refuses values that do not fit, all at once', () => {
    assert.equal(
      refused(SCHEMA, 'days=9', 'loud=yes', 'factor='),
      '--params.days: expected an integer from 1 to 7, got 9; params.factor: expected a number, got ""; ' +
        'params.loud: expected true or false, got "yes"',
    );
  });

  it('refuses what is neither JSON nor key=value', () => {
    assert.match(refused(SCHEMA, 'city'), /^--params: expected a JSON object or key=value, got "city"$/);
    assert.match(refused(SCHEMA, '=1'), /got "=1"$/);
    assert.match(refused(SCHEMA, '{"city":'), /^--params: not JSON: line 1, column 9: expected a value$/);
  });
});

/** What a body consists of is counted without parsing it, and no body with more than a call needs is parsed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AppError } from '../../../src/platform/base/errors.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';
import { runAtOnce } from '../../../src/platform/base/turns.ts';
import { BODY_MAP_KEYS, BODY_VALUES } from '../../../src/server/http/json-body.ts';
import { type CountBounds, checkCount } from '../../../src/server/http/json-count.ts';
import { randomNumbers } from '../../support/random.ts';
import { randomData } from '../../support/random-data.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));

/** Collections and commas of a value, and the keys of its largest map. */
function countsOf(value: PlainValue): CountBounds {
  if (typeof value !== 'object' || value === null) return { values: 0, keys: 0 };
  const items = Object.values(value).map(countsOf);
  const values = items.reduce((sum, item) => sum + item.values, Math.max(1, items.length));
  const own = Array.isArray(value) ? 0 : items.length;
  return { values, keys: Math.max(own, ...items.map(({ keys }) => keys)) };
}

function isWithin(text: string, most: CountBounds): boolean {
  try {
    runAtOnce(checkCount(Buffer.from(text), most));
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'invalid_body', String(error));
    return false;
  }
}

describe('the count of a body', () => {
  it(`is that of what it means, whatever its texts and keys are (seed ${SEED})`, () => {
    const random = randomNumbers(SEED);
    for (let turn = 0; turn < 2_000; turn++) {
      const value = randomData(random, 4);
      const text = JSON.stringify(value, null, random(3));
      const { values, keys } = countsOf(value);
      assert.ok(isWithin(text, { values, keys }), text);
      if (values > 0) assert.ok(!isWithin(text, { values: values - 1, keys }), text);
      if (keys > 0) assert.ok(!isWithin(text, { values, keys: keys - 1 }), text);
    }
  });

  it('refuses a map whose keys alone take longer than a slice to put together', () => {
    const most = { values: BODY_VALUES, keys: BODY_MAP_KEYS };
    const map = (keys: number): string =>
      `{${Array.from({ length: keys }, (_, at) => `"k${at}":${at}`).join(',')}}`;
    assert.ok(isWithin(`[${map(most.keys)},${map(most.keys)}]`, most));
    assert.ok(!isWithin(map(most.keys + 1), most));
  });
});

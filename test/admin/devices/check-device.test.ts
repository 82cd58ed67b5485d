import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkDeviceParams } from '../../../src/admin/devices/check-device.ts';
import type { PlainObject } from '../../../src/platform/base/plain.ts';
import { parseMeta } from '../../../src/screens/sources/meta.ts';
import type { Screen } from '../../../src/screens/sources/screen.ts';

function screen(params: string): Screen {
  const meta = parseMeta(`params:\n${params}`);
  assert.ok(meta.ok);
  return { params: meta.value.params } as Screen;
}

describe('checkDeviceParams', () => {
  const typed = screen('  city: { type: string, required: true }\n  days: { type: int }\n');
  const fields = (merged: PlainObject, provided: PlainObject): string[] =>
    checkDeviceParams(typed, merged, provided).map(({ field }) => field);

  it('names what is missing, whoever left it out', () => {
    assert.deepEqual(fields({}, {}), ['params.city']);
    assert.deepEqual(fields({ city: null, days: 1 }, { days: 1 }), ['params.city']);
  });

  it('names a wrong value that the request brings, not one that was there', () => {
    assert.deepEqual(fields({ city: 'Bern', days: 'x' }, { days: 'x' }), ['params.days']);
    assert.deepEqual(fields({ city: 'Bern', days: 'x' }, { city: 'Bern' }), []);
  });

  it('misses a parameter also when objects have something of that name by nature', () => {
    const odd = screen('  constructor: { type: string, required: true }\n');
    assert.deepEqual(
      checkDeviceParams(odd, {}, {}).map(({ field }) => field),
      ['params.constructor'],
    );
  });
});

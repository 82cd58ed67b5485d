/** Values of facts as texts. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { valueKey } from '../../../src/engine/reuse/value-key.ts';
import type { PlainValue } from '../../../src/platform/base/plain.ts';

it('gives each value a text of its own', () => {
  const values: (PlainValue | undefined)[] = [
    ...[undefined, null, true, false, 0, -0, 1, -1, Number.NaN, Infinity, -Infinity, 0.1, 1e300],
    ...['', 'absent', 'null', 'true', '0', '"', '"0', 'NaN', '[]', '{}'],
    ...[[], {}, [0], [-0], [null], [Number.NaN], ['0'], { a: 1 }, { a: null }, { a: Number.NaN }, { a: [] }],
    ...[{ number: 'NaN' }, [{ number: '-0' }], [[]], { a: { b: 1 } }],
  ];
  const keys = values.map(valueKey);
  const twins = values.filter((_value, n) => keys.indexOf(keys[n] ?? '') !== n);
  // A map that spells out how an unusual number is written is taken for one: the only confusion, and no script makes it.
  assert.deepEqual(twins, [[{ number: '-0' }]]);
});

it('gives equal values equal texts', () => {
  const board = { stops: ['A', 'B'], scale: 1.5, night: false };
  assert.equal(valueKey(board), valueKey(structuredClone(board)));
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { BoundedNames, OTHERS } from '../../../src/platform/base/bounded-names.ts';

describe('bounded names', () => {
  it('tell the first ones apart, and put all others together', () => {
    const names = new BoundedNames(2);
    assert.deepEqual(
      ['a', 'b', 'c', 'a', 'd', 'b'].map((name) => names.of(name)),
      [...['a', 'b', OTHERS], ...['a', OTHERS, 'b']],
    );
  });

  it('have no place for a very long one', () => {
    const names = new BoundedNames(1);
    assert.equal(names.of('x'.repeat(10_000)), OTHERS);
    assert.equal(names.of('x'), 'x');
  });
});

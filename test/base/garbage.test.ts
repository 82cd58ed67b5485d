import assert from 'node:assert/strict';
import { it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { collectGarbage, keepHeapsSmall } from '../../src/base/garbage.ts';
import { until } from '../support/waiting.ts';

it('collects what nothing refers to any more', async () => {
  const reference = new WeakRef(Array.from({ length: 1_000 }, (_, number) => ({ number })));
  // A reference holds its object until the turn ends.
  await until(() => {
    collectGarbage();
    return reference.deref() === undefined;
  });
  assert.equal(reference.deref(), undefined);
});

it('leaves nothing that other code could collect with', () => {
  collectGarbage();
  assert.equal(runInNewContext('typeof gc'), 'undefined');
});

it('can be told to collect earlier while the program runs', () => {
  assert.doesNotThrow(keepHeapsSmall);
});

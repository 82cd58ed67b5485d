import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bothWishes, wishFor } from '../../../src/screens/repos/fetch-wish.ts';

describe('a wish', () => {
  it('that comes while another one waits is added to it', () => {
    const asked = { ...wishFor('asked'), accept: true };
    assert.deepEqual(bothWishes(wishFor('due'), null), wishFor('due'));
    assert.deepEqual(bothWishes(wishFor('due'), asked), asked);
    assert.deepEqual(bothWishes(asked, wishFor('damaged')), { force: true, accept: true, reason: 'asked' });
    assert.deepEqual(bothWishes(wishFor('damaged'), wishFor('told')), {
      ...{ force: true, accept: false },
      reason: 'told',
    });
  });
});

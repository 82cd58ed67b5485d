import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXPIRING } from '../../../src/state/kinds.ts';
import { opened } from '../../support/state/engines.ts';

describe('a state in memory', () => {
  it('stays within its bytes: the least recently used answers go first', async (t) => {
    const { answers } = await opened(t, '');
    const bytes = Buffer.alloc(EXPIRING.answers.memoryBytes / 2 - 1_024);
    await answers.put('one', bytes, 1_000);
    await answers.put('two', bytes, 1_000);
    assert.notEqual(await answers.get('one'), null);
    await answers.put('three', bytes, 1_000);
    assert.equal(await answers.get('two'), null);
    assert.notEqual(await answers.get('one'), null);
  });
});

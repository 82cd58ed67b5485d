import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deviceParty, ESTABLISHED_AFTER_MS, isEstablished } from '../../src/domain/standing.ts';

const NEVER = { firstUsedMs: null, lastUsedMs: null };
const ONCE = { firstUsedMs: 1000, lastUsedMs: 1000 };
const A_DAY = { firstUsedMs: 1000, lastUsedMs: 1000 + ESTABLISHED_AFTER_MS };
const LONGER = { firstUsedMs: 1000, lastUsedMs: 1001 + ESTABLISHED_AFTER_MS };

describe('standing', () => {
  it('is established after more than a day with one token', () => {
    assert.deepEqual([NEVER, ONCE, A_DAY, LONGER].map(isEstablished), [false, false, false, true]);
  });

  it('is that of an entry from the first call on', () => {
    assert.equal(deviceParty(true, false, NEVER), 'entry');
    assert.equal(deviceParty(true, true, LONGER), 'entry');
  });

  it('is that of a stranger for a device that a group selects, until it is established', () => {
    assert.equal(deviceParty(false, true, ONCE), 'stranger');
    assert.equal(deviceParty(false, true, LONGER), 'adopted');
  });

  it('is that of a stranger for an established device that no group selects', () => {
    assert.equal(deviceParty(false, false, LONGER), 'stranger');
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lateFromMs, missedPolls, pollState } from '../../src/domain/polls.ts';

const MINUTE = 60_000;

describe('the state of a device', () => {
  for (const [what, told, silentMs, state] of [
    ['is new before it was told a refresh', null, 90 * MINUTE, 'new'],
    ['is on time until its call is due, and a while longer', 900, 31 * MINUTE, 'on_time'],
    ['is late after two refreshes', 900, 31.1 * MINUTE, 'late'],
    ['is missing after three', 900, 47 * MINUTE, 'missing'],
    ['leaves time to be awake, which counts where the refresh is short', 30, 2 * MINUTE, 'on_time'],
    ['is not missing within a quarter of an hour, however short the refresh', 30, 15 * MINUTE, 'late'],
    ['is missing after that', 30, 17 * MINUTE, 'missing'],
    ['is on time when the clock was set back', 900, -90 * MINUTE, 'on_time'],
  ] as const) {
    it(what, () => assert.equal(pollState(told, silentMs), state));
  }
});

describe('the time from which a device is late', () => {
  it('is the moment at which its state changes, and none before it was told a refresh', () => {
    const fromMs = lateFromMs(900, 1_000_000) ?? 0;
    assert.equal(pollState(900, fromMs - 1_000_000), 'on_time');
    assert.equal(pollState(900, fromMs + 1 - 1_000_000), 'late');
    assert.equal(lateFromMs(null, 1_000_000), null);
  });
});

describe('missed polls', () => {
  for (const [what, told, silentMs, missed] of [
    ['are none for a device that comes when it is due', 900, 16 * MINUTE, 0],
    ['are none for one that comes early', 900, 1_000, 0],
    ['are none for one that is a little late', 900, 23 * MINUTE, 0],
    ['are one when it comes at the second time', 900, 31 * MINUTE, 1],
    ['are two when it comes at the third', 900, 46 * MINUTE, 2],
    ['are a hundred at most for one silence', 60, 60 * 24 * 60 * MINUTE, 100],
    ['are none before it was told a refresh', null, 60 * MINUTE, 0],
    ['are none when the clock was set back', 900, -60 * MINUTE, 0],
  ] as const) {
    it(what, () => assert.equal(missedPolls(told, silentMs), missed));
  }
});

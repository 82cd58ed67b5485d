import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ConditionSources, conditionsOf, type Seen } from '../../src/domain/fleet-state.ts';

const NOW = 1_771_674_964_000;
const MINUTE = 60_000;
const SEEN: Seen = {
  report: { model: 'og', firmwareVersion: '1.8.15', rssi: -60 },
  toldRefreshSeconds: 900,
  lastSeenMs: NOW,
  failing: null,
};
const WELL: ConditionSources = {
  ...{ isRegistered: true, hasNoScreen: false, seen: SEEN, batteryPercent: 80, nowMs: NOW },
  firmware: { isStale: () => false },
};

describe('the conditions of a device', () => {
  for (const [what, sources, conditions] of [
    ['are none when all is well', {}, []],
    ['are none while it sleeps', { seen: { ...SEEN, lastSeenMs: NOW - 30 * MINUTE } }, []],
    ['are late after two refreshes', { seen: { ...SEEN, lastSeenMs: NOW - 32 * MINUTE } }, ['late']],
    ['are low_battery below 20 per cent', { batteryPercent: 19 }, ['low_battery']],
    ['are none at 20 per cent', { batteryPercent: 20 }, []],
    [
      'are weak_signal below -80 dBm',
      { seen: { ...SEEN, report: { ...SEEN.report, rssi: -81 } } },
      ['weak_signal'],
    ],
    [
      'are stale_firmware where others of its model run newer one',
      { firmware: { isStale: () => true } },
      ['stale_firmware'],
    ],
    ['are failing while its screen fails', { seen: { ...SEEN, failing: {} } }, ['failing']],
    ['are pending without an entry', { isRegistered: false }, ['pending']],
    ['are no_screen where nobody gives it one', { hasNoScreen: true }, ['no_screen']],
    [
      'are no_screen and never before its first call, where nobody may give it one',
      { hasNoScreen: true, seen: null, batteryPercent: null },
      ['no_screen', 'never'],
    ],
    ['are never before its first call, and nothing else', { seen: null, batteryPercent: null }, ['never']],
    [
      'stand in the order of their urgency',
      { isRegistered: false, batteryPercent: 1, seen: { ...SEEN, failing: {}, lastSeenMs: 0 } },
      ['pending', 'failing', 'late', 'low_battery'],
    ],
  ] as const) {
    it(what, () => assert.deepEqual(conditionsOf({ ...WELL, ...sources }), conditions));
  }
});

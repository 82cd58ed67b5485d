import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveMapping, unseenDevice } from '../../../src/domain/resolve-mapping.ts';
import type { Schedule } from '../../../src/domain/schedule/schedule.ts';
import { accepted } from '../../support/config/read-config.ts';

const MAC = 'AA:BB:CC:DD:EE:FF';

/** The schedule of the device with this entry, in a group with a window, a playlist, a sleep and a rule for the battery. */
function scheduleOf(entry: string, groupScreen = ', screen: day'): Schedule | undefined {
  const { snapshot } = accepted(`devices: { "${MAC}": { tags: [x]${entry} } }
default_screen: plain
groups:
  all:
    match: { tag: x }
    schedule:
      windows: [{ from: "22:00", to: "23:00", screen: evening }]
      playlist: [{ screen: a, for: 10m }, { screen: b, for: 10m }]
      sleep: [{ from: "23:00", to: "06:00" }]
      battery: [{ below: 30, refresh_times: 2 }]
${groupScreen === '' ? '' : '    screen: day\n'}`);
  return resolveMapping(snapshot, unseenDevice(MAC))?.mapping.schedule;
}

function parts(schedule: Schedule | undefined): readonly string[] {
  return Object.keys(schedule?.written ?? {}).sort();
}

describe('the schedule of a group', () => {
  it('counts as a whole for a device that has its screen from the group, or from a weaker layer', () => {
    const whole = ['battery', 'playlist', 'sleep', 'windows'];
    assert.deepEqual(parts(scheduleOf('')), whole);
    assert.deepEqual(parts(scheduleOf('', '')), whole);
  });

  it('says a device with a screen of its own only when to sleep, and what a low battery means', () => {
    const schedule = scheduleOf(', screen: mine');
    assert.deepEqual(parts(schedule), ['battery', 'sleep']);
    assert.deepEqual([schedule?.windows, schedule?.playlist], [[], []]);
    assert.deepEqual([schedule?.sleep.length, schedule?.battery.length], [1, 1]);
  });

  it('makes room for that of the device, and takes a pin beside it', () => {
    assert.deepEqual(parts(scheduleOf(', schedule: { sleep: [{ from: "01:00", to: "02:00" }] }')), ['sleep']);
    const pinned = scheduleOf(', schedule: { pin: { screen: p, until: 2099-01-01T00:00:00Z } }');
    assert.deepEqual(parts(pinned), ['battery', 'pin', 'playlist', 'sleep', 'windows']);
  });
});

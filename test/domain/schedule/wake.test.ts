/** When panels with a schedule are woken. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batteryRule } from '../../../src/domain/schedule/battery.ts';
import type { BatterySaving, Schedule } from '../../../src/domain/schedule/schedule.ts';
import { Timetable } from '../../../src/domain/schedule/timetable.ts';
import { wakeSeconds, wakeUnlessAsleep } from '../../../src/domain/schedule/wake.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { zoneOf } from '../../../src/platform/time/zone.ts';
import { at, item, schedule, times, window } from './schedules.ts';

const DAY = Date.UTC(2026, 5, 1);
const RULE: BatterySaving = { below: 30, refreshTimes: 2, refreshSeconds: 0 };

function wake(
  of: Schedule,
  time: number,
  refreshSeconds: number,
  more: Partial<Parameters<typeof wakeSeconds>[1]> = {},
): number {
  const timetable = new Timetable(of, zoneOf('UTC'));
  return wakeSeconds(timetable, {
    refreshSeconds,
    longestSeconds: null,
    battery: null,
    nowMs: DAY + time * 1000,
    ...more,
  });
}

describe('a panel is woken', () => {
  const office = schedule({ windows: [window('a', times(at(8), at(18)))] });

  it('shortly after the next change, but within the minute only after it', () => {
    assert.equal(wake(office, at(7), 900), 900);
    assert.equal(wake(office, at(7, 50), 900), 600 + 5 + 1);
    assert.equal(wake(office, at(7, 59) + 40, 900), 60);
    assert.equal(wake(office, at(7, 59) + 40, 10), 10);
    assert.equal(wake(office, at(12), 86_400, { longestSeconds: 300 }), 300);
    assert.equal(wake(schedule({}), at(12), 900), 900);
  });

  it('at the end of its sleep, whatever changes meanwhile', () => {
    const night = schedule({
      windows: [window('a', times(at(23), at(6))), window('b', times(at(2), at(3)))],
      sleep: [times(at(23), at(5)), times(at(4), at(6, 30))],
    });
    assert.equal(wake(night, at(23), 900), Math.ceil(27_000 + 5 + 27));
    assert.equal(wake(night, at(22, 50), 900), 606);
    const inner = schedule({ windows: [window('b', times(at(2), at(3)))], sleep: [times(at(23), at(6))] });
    // The change at two would wake it for nobody.
    assert.equal(wake(inner, at(22), 43_200), Math.ceil(28_800 + 5 + 28.8));
    assert.equal(wake(schedule({ sleep: [times(0, at(24))] }), 0, 60), LIMITS.refreshMaxSeconds);
    const timetable = new Timetable(inner, zoneOf('UTC'));
    assert.equal(wakeUnlessAsleep(timetable, 60, DAY + at(12) * 1000), 60);
    assert.equal(wakeUnlessAsleep(timetable, 60, DAY), Math.ceil(21_600 + 5 + 21.6));
  });

  it('less often while its battery is low, and not for items of a playlist', () => {
    const list = schedule({
      playlist: [item('a', 10), item('b', 20)],
      windows: [window('c', times(at(12), at(13)))],
    });
    assert.equal(wake(list, at(9), 900), 606);
    assert.equal(wake(list, at(9), 900, { battery: RULE }), 1_800);
    assert.equal(wake(list, at(11, 50), 900, { battery: RULE }), 606);
    assert.equal(wake(list, at(0), 900, { battery: { ...RULE, refreshSeconds: 14_400 } }), 14_400);
  });
});

describe('a battery', () => {
  it('has the rule with the lowest limit that holds', () => {
    const rules = [{ ...RULE, below: 15, refreshTimes: 4 }, RULE];
    const found = (percentCharged: number | null) =>
      batteryRule({ battery: rules }, { batteryVoltage: null, percentCharged })?.refreshTimes;
    assert.deepEqual([found(10), found(20), found(30), found(null)], [4, 2, undefined, undefined]);
  });
});

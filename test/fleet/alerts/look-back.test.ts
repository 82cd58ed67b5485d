import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { daysLeft, type OutlookHour } from '../../../src/fleet/alerts/look-back.ts';
import { randomNumbers } from '../../support/random.ts';

const HOUR_MS = 3_600_000;
const BEGIN = 1_771_632_000_000;

/** An hour a point. */
function hours(count: number, percentAt: (hour: number) => number | null): readonly OutlookHour[] {
  return Array.from({ length: count }, (_, hour) => {
    const percentCharged = percentAt(hour);
    return { hourMs: BEGIN + hour * HOUR_MS, percentCharged, batteryVoltage: null };
  });
}

describe('the outlook of a battery', () => {
  it('is what is left by what a day takes', () => {
    // 5 per cent a day; 40 are left.
    const left = daysLeft(hours(12 * 24, (hour) => 100 - (hour / 24) * 5));
    assert.ok(left !== null && left >= 7 && left <= 9, String(left));
  });

  it('is not moved by readings that are off, in numbers or by much', () => {
    const random = randomNumbers(7);
    for (let round = 0; round < 20; round++) {
      const noisy = hours(10 * 24, (hour) => {
        const percent = 90 - (hour / 24) * 4 + random(9) - 4;
        return random(12) === 0 ? random(100) : Math.max(0, Math.min(100, percent));
      });
      const left = daysLeft(noisy);
      assert.ok(left !== null && left >= 9 && left <= 17, String(left));
    }
  });

  it('counts from the last charge', () => {
    const charged = hours(14 * 24, (hour) =>
      hour < 7 * 24 ? 60 - hour / 12 : 100 - ((hour - 168) / 24) * 10,
    );
    const left = daysLeft(charged);
    assert.ok(left !== null && left >= 2 && left <= 4, String(left));
  });

  it('is not known after less than three days, without readings, or where nothing goes down', () => {
    assert.equal(daysLeft([]), null);
    assert.equal(daysLeft(hours(2 * 24, (hour) => 100 - hour)), null);
    assert.equal(daysLeft(hours(9 * 24, () => null)), null);
    assert.equal(daysLeft(hours(9 * 24, () => 80)), null);
    assert.equal(daysLeft(hours(9 * 24, (hour) => 20 + hour / 12)), null);
    // Charged yesterday.
    assert.equal(daysLeft(hours(9 * 24, (hour) => (hour < 8 * 24 ? 50 - hour / 6 : 100))), null);
  });

  it('is the same for a device that calls once a day', () => {
    const daily = hours(12 * 24, (hour) => 100 - (hour / 24) * 5).filter((_, hour) => hour % 24 === 6);
    const left = daysLeft(daily);
    assert.ok(left !== null && left >= 8 && left <= 10, String(left));
  });

  it('is read from volts as well', () => {
    const falling = Array.from({ length: 10 }, (_, day) => ({
      hourMs: BEGIN + day * 24 * HOUR_MS,
      percentCharged: null,
      batteryVoltage: 4.1 - day * 0.03,
    }));
    const left = daysLeft(falling);
    assert.ok(left !== null && left >= 3 && left <= 12, String(left));
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  countMissed,
  countPoll,
  HOUR_POINT_BYTES,
  type HourPoint,
  hourPoint,
  packHourPoint,
  restoreTally,
  unpackHourPoint,
} from '../../src/domain/hour-point.ts';
import { NO_REPORT } from '../../src/domain/report.ts';
import { STATE_LIMITS } from '../../src/state/limits.ts';

const HOUR = Date.parse('2026-02-21T09:00:00Z');

test('polls of one hour are counted together, and the next hour begins anew', () => {
  const first = countPoll(null, HOUR + 10);
  const second = countPoll(countMissed(first, HOUR + 900_000, 2), HOUR + 900_000);
  assert.deepEqual(second, { hourMs: HOUR, polls: 2, missed: 2 });
  const next = { hourMs: HOUR + 3_600_000, polls: 0, missed: 1 };
  assert.deepEqual(countMissed(second, HOUR + 3_600_000, 1), next);
  assert.deepEqual(countPoll(next, HOUR + 3_600_000), { ...next, polls: 1 });
  assert.deepEqual(countPoll(second, HOUR - 1), { hourMs: HOUR, polls: 3, missed: 2 });
});

test('a packed point is as it was, within what its bytes hold', () => {
  const report = { ...NO_REPORT, batteryVoltage: 3.987, percentCharged: 80, rssi: -61 };
  const point = hourPoint({ hourMs: HOUR, polls: 4, missed: 1 }, report);
  const packed = packHourPoint(point);
  assert.equal(packed.length, HOUR_POINT_BYTES);
  assert.equal(HOUR_POINT_BYTES, STATE_LIMITS.historyPointBytes);
  assert.deepEqual(unpackHourPoint(packed), point);

  const nothing: HourPoint = { polls: 0, missed: 0, batteryVoltage: null, percentCharged: null, rssi: null };
  assert.deepEqual(unpackHourPoint(packHourPoint(nothing)), nothing);
  assert.ok(packHourPoint(nothing).some((byte) => byte !== 0));

  const much = { polls: 9000, missed: 300, batteryVoltage: 100, percentCharged: 100, rssi: 100 };
  assert.deepEqual(unpackHourPoint(packHourPoint(much)), {
    ...{ polls: 255, missed: 255, batteryVoltage: 65.535, percentCharged: 100, rssi: null },
  });
  assert.equal(unpackHourPoint(packHourPoint({ ...nothing, rssi: -200 }))?.rssi, -200);
});

test('bytes and tallies of another form are none', () => {
  assert.equal(unpackHourPoint(Buffer.from([2, 1, 1, 1, 1, 1, 1, 1])), null);
  assert.equal(unpackHourPoint(Buffer.from([1, 1])), null);
  for (const kept of [
    null,
    7,
    {},
    { hourMs: -1, polls: 1, missed: 0 },
    { hourMs: 1, polls: '1', missed: 0 },
  ]) {
    assert.equal(restoreTally(kept), null);
  }
  assert.deepEqual(restoreTally({ hourMs: HOUR, polls: 1, missed: 0 }), {
    hourMs: HOUR,
    polls: 1,
    missed: 0,
  });
});

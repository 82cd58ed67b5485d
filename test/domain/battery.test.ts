import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batteryPercent } from '../../src/domain/battery.ts';

const ofVolts = (batteryVoltage: number | null): number | null =>
  batteryPercent({ batteryVoltage, percentCharged: null });

describe('the battery in per cent', () => {
  it('is what the device says, whatever its volts', () => {
    assert.equal(batteryPercent({ batteryVoltage: 3.3, percentCharged: 71.6 }), 72);
    assert.equal(batteryPercent({ batteryVoltage: null, percentCharged: 0 }), 0);
  });

  it('is read from the volts where the device does not say', () => {
    assert.deepEqual([4.2, 4.18, 3.84, 3.74, 3.7, 3.3, 3.0].map(ofVolts), [100, 100, 50, 20, 12, 0, 0]);
    assert.equal(ofVolts(3.82), 45);
  });

  it('is unknown without either, and for volts of no battery', () => {
    assert.deepEqual([null, 0, 2.49].map(ofVolts), [null, null, null]);
  });

  it('never rises while the volts fall', () => {
    const volts = Array.from({ length: 400 }, (_, step) => 5 - step / 160).map(ofVolts);
    const known = volts.filter((percent) => percent !== null);
    assert.deepEqual(
      known,
      known.toSorted((a, b) => b - a),
    );
    assert.equal(known.length, 400);
  });
});

/** Tests of the times at which devices wake. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Arrivals, wakesAtRate, wakesByRefresh, wakesOnce } from '../../../src/bench/load/arrivals.ts';
import { seededRandom } from '../../../src/bench/load/random.ts';

const HOUR_MS = 3_600_000;

function assertOrdered({ dueMs, device }: Arrivals, devices: number, durationMs: number): void {
  assert.equal(dueMs.length, device.length);
  for (const [index, due] of dueMs.entries()) {
    assert.ok(due >= (dueMs[index - 1] ?? 0) && due < durationMs, `wake ${index} at ${due}`);
    assert.ok((device[index] ?? devices) < devices);
  }
}

describe('wakes by refresh', () => {
  const arrivals = wakesByRefresh(100, 900_000, 10 * HOUR_MS, seededRandom(1));

  it('are in order, inside the run, and as many as the refresh gives', () => {
    assertOrdered(arrivals, 100, 10 * HOUR_MS);
    assert.ok(Math.abs(arrivals.dueMs.length - 100 * 40) <= 100);
  });

  it('of one device are a refresh apart, give or take the error of its clock', () => {
    const own = [...arrivals.dueMs].filter((_, index) => arrivals.device[index] === 7);
    for (const [index, due] of own.slice(1).entries()) {
      assert.ok(Math.abs(due - (own[index] ?? 0) - 900_000) <= 18_000, `${due - (own[index] ?? 0)}`);
    }
  });

  it('do not stay in step: devices have clocks of their own', () => {
    const gaps = new Set(
      Array.from({ length: 100 }, (_, device) => {
        const own = [...arrivals.dueMs].filter((__, index) => arrivals.device[index] === device);
        return Math.round((own[1] ?? 0) - (own[0] ?? 0));
      }),
    );
    assert.ok(gaps.size > 90);
  });
});

describe('wakes at a rate', () => {
  it('are as many as the rate gives, and as irregular as those of a large fleet', () => {
    const arrivals = wakesAtRate(10, 50, 200_000, seededRandom(3));
    assertOrdered(arrivals, 10, 200_000);
    assert.ok(Math.abs(arrivals.dueMs.length - 10_000) < 400);
    const gaps = [...arrivals.dueMs].slice(1).map((due, index) => due - (arrivals.dueMs[index] ?? 0));
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    const variance = gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / gaps.length;
    // For a Poisson process the standard deviation of the gaps is their mean.
    assert.ok(Math.abs(Math.sqrt(variance) / mean - 1) < 0.05, `${Math.sqrt(variance) / mean}`);
  });

  it('are the same for the same seed, and others for another', () => {
    const times = (seed: number): string =>
      wakesAtRate(10, 5, 10_000, seededRandom(seed)).dueMs.slice(0, 5).join();
    assert.equal(times(5), times(5));
    assert.notEqual(times(5), times(6));
  });
});

describe('wakes after a power cut', () => {
  it('are one for each device, all over the time', () => {
    const arrivals = wakesOnce(600, 60_000, seededRandom(1));
    assertOrdered(arrivals, 600, 60_000);
    assert.equal(new Set(arrivals.device).size, 600);
    const inFirstThird = arrivals.dueMs.filter((due) => due < 20_000).length;
    assert.ok(inFirstThird > 150 && inFirstThird < 250);
  });
});

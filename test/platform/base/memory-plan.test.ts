import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownMachine, planMemory, WHOLE_STORES } from '../../../src/platform/base/memory-plan.ts';

const MIB = 1024 ** 2;
const machine = (gib: number, cores: number) => ({ memoryBytes: gib * 1024 * MIB, cores });

describe('the division of memory', () => {
  it('is by the cores alone where there is much', () => {
    const plan = planMemory({}, machine(32, 8));
    assert.deepEqual([plan.composeThreads, plan.rasterWorkers], [24, 8]);
    assert.equal(plan.budgetBytes, 16 * 1024 * MIB);
    assert.deepEqual(plan.stores, WHOLE_STORES);
  });

  it('gives a small machine fewer workers and smaller stores', () => {
    const plan = planMemory({}, machine(0.5, 4));
    assert.deepEqual([plan.composeThreads, plan.rasterWorkers], [2, 1]);
    assert.equal(plan.stores.pictures, 8 * MIB);
    // The largest SVG, and all that is promised.
    assert.equal(plan.stores.contents, 24 * MIB);
    assert.ok(plan.processKeepBytes <= 160 * MIB && plan.drawnImageBytes < 16 * MIB);
  });

  it('leaves a board of four cores and two gigabytes all that it can use', () => {
    const plan = planMemory({}, machine(2, 4));
    assert.deepEqual([plan.composeThreads, plan.rasterWorkers], [11, 4]);
    assert.deepEqual(plan.stores, WHOLE_STORES);
  });

  it('is by the budget where one is set, also above what a machine gets by itself', () => {
    const small = planMemory({ budgetBytes: 192 * MIB }, machine(32, 8));
    assert.deepEqual([small.composeThreads, small.rasterWorkers], [2, 1]);
    const large = planMemory({ budgetBytes: 4096 * MIB }, machine(32, 8));
    assert.equal(large.stores.pictures, 4 * WHOLE_STORES.pictures);
    const absurd = planMemory({ budgetBytes: 64 * 1024 * MIB }, machine(128, 8));
    assert.equal(absurd.stores.pictures, 16 * WHOLE_STORES.pictures);
  });

  it('leaves numbers of workers alone that are set', () => {
    const plan = planMemory({ budgetBytes: 192 * MIB, composeThreads: 40, rasterThreads: 7 }, machine(1, 2));
    assert.deepEqual([plan.composeThreads, plan.rasterWorkers], [40, 7]);
  });

  it('never promises more than the budget, but for the least that a server needs', () => {
    for (let mib = 384; mib <= 16_384; mib += 97) {
      const { stores, ...plan } = planMemory({ budgetBytes: mib * MIB }, machine(64, 64));
      const sum = Object.values(stores).reduce((all, bytes) => all + bytes, 0);
      const workers = plan.composeThreads * 32 * MIB + plan.rasterWorkers * 80 * MIB;
      assert.ok(96 * MIB + sum + workers <= mib * MIB + 48 * MIB, `${mib} MiB`);
    }
  });

  it('knows the machine', () => {
    const { memoryBytes, cores } = ownMachine();
    assert.ok(cores >= 1 && memoryBytes > 64 * MIB && Number.isSafeInteger(memoryBytes));
  });
});

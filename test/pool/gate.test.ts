import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Gate } from '../../src/pool/gate.ts';

const LONG_MS = 60_000;

describe('Gate', () => {
  it('lets as many jobs compute as it has slots, and the next ones in the order in which they came', async () => {
    const gate = new Gate(2, 10);
    assert.equal(gate.enter(LONG_MS), 'entered');
    assert.equal(gate.enter(LONG_MS), 'entered');
    const order: string[] = [];
    const third = Promise.resolve(gate.enter(LONG_MS)).then((entry) => order.push(`third ${entry}`));
    const fourth = Promise.resolve(gate.enter(LONG_MS)).then((entry) => order.push(`fourth ${entry}`));
    assert.equal(gate.waiting, 2);
    gate.leave();
    await third;
    gate.leave();
    await fourth;
    assert.deepEqual(order, ['third entered', 'fourth entered']);
    assert.equal(gate.waiting, 0);
  });

  it('lets a job with patience wait for those that come after it, but not for those much later', async () => {
    const gate = new Gate(1, 10);
    assert.equal(gate.enter(LONG_MS), 'entered');
    const order: string[] = [];
    const enter = (name: string, patienceMs: number) =>
      Promise.resolve(gate.enter(LONG_MS, patienceMs)).then((entry) => order.push(`${name} ${entry}`));
    const jobs = [enter('slow', 10_000), enter('slower', 20_000), enter('quick', 0), enter('next', 0)];
    jobs.push(enter('slowest', 30_000));
    for (const _ of jobs) {
      gate.leave();
      await new Promise(setImmediate);
    }
    await Promise.all(jobs);
    assert.deepEqual(
      order,
      ['quick', 'next', 'slow', 'slower', 'slowest'].map((name) => `${name} entered`),
    );
  });

  it('refuses jobs when the line is full, and those whose turn does not come in time', async () => {
    const gate = new Gate(1, 1);
    assert.equal(gate.enter(LONG_MS), 'entered');
    const late = gate.enter(5);
    assert.equal(gate.enter(LONG_MS), 'full');
    assert.equal(await late, 'late');
    assert.equal(gate.waiting, 0);
    gate.leave();
    assert.equal(gate.enter(LONG_MS), 'entered');
  });

  it('counts no job that waits for the network, and takes it back without a wait', async () => {
    const gate = new Gate(1, 10);
    assert.equal(gate.enter(LONG_MS), 'entered');
    gate.leave();
    assert.equal(gate.enter(LONG_MS), 'entered');
    gate.comeBack();
    const next = gate.enter(LONG_MS);
    gate.leave();
    assert.equal(gate.waiting, 1, 'one job still computes');
    gate.leave();
    assert.equal(await next, 'entered');
  });
});

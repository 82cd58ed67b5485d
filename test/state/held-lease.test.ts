import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeldLease, leaseIsFree } from '../../src/state/held-lease.ts';
import { sharedStores } from '../support/repos/shared-servers.ts';
import { until } from '../support/waiting.ts';

const newStore = sharedStores();
const NEVER = new AbortController().signal;

describe('a lease that is held', () => {
  it('lasts as long as the work, and ends with it', async (t) => {
    const { leases } = (await newStore(t)).state;
    const options = { leases, job: 'repo:garden', holder: 'me', leaseMs: 300 };
    const lease = await HeldLease.take(options);
    assert.ok(lease !== null);
    assert.equal(await HeldLease.take({ ...options, holder: 'you' }), null);
    const end = performance.now() + 2 * options.leaseMs;
    await until(() => performance.now() > end);
    assert.equal(await leases.holder(options.job), 'me');
    assert.equal(lease.lost.aborted, false);
    await lease.release();
    assert.equal(await leases.holder(options.job), null);
  });

  it('tells when another one has it, or when it can no longer be renewed', async (t) => {
    const { state } = await newStore(t);
    const options = { leases: state.leases, job: 'repo:garden', holder: 'me', leaseMs: 300 };
    const overtaken = await HeldLease.take(options);
    assert.ok(overtaken !== null);
    await state.leases.release({ job: options.job, fence: overtaken.fence });
    await until(() => overtaken.lost.aborted);
    const cutOff = await HeldLease.take(options);
    assert.ok(cutOff !== null && cutOff.fence > overtaken.fence);
    await state.close();
    await until(() => cutOff.lost.aborted);
    await cutOff.release();
    await overtaken.release();
  });
});

describe('the wait for a lease', () => {
  it('ends with the lease, with its time, or when nobody waits any more', async (t) => {
    const { leases } = (await newStore(t)).state;
    const job = 'repo:garden';
    const lease = await leases.take(job, 'me', 60_000);
    assert.ok(lease !== null);
    const farMs = performance.now() * 10 + 1e12;
    assert.equal(await leaseIsFree(leases, job, 5, 0, NEVER), false);
    assert.equal(await leaseIsFree(leases, job, 5, farMs, AbortSignal.abort()), false);
    const free = leaseIsFree(leases, job, 5, farMs, NEVER);
    await leases.release(lease);
    assert.equal(await free, true);
  });
});

import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { DeviceId } from '../../../src/domain/device-id.ts';
import { Trail } from '../../../src/fleet/register/trail.ts';
import { TRAIL_LIMITS } from '../../../src/fleet/register/trail-limits.ts';
import { StateError } from '../../../src/state/state-error.ts';
import { imageOf, NOW, PICTURE, pollOf } from '../../domain/trail/steps.ts';
import { openMemory } from '../../support/state/memory.ts';
import { until } from '../../support/waiting.ts';

const ID = 'AA:BB:CC:DD:EE:01' as DeviceId;
const MINUTE_MS = 60_000;
const QUARTER_MS = 900_000;

async function pair(t: TestContext) {
  const { trail: journal } = await openMemory(t);
  return { journal, one: new Trail(journal), two: new Trail(journal) };
}

describe('the trail of a device', () => {
  it('has a poll with its image call in one line, and writes it by itself in a moment', async (t) => {
    const { journal, one } = await pair(t);
    one.drawn(PICTURE, { atMs: NOW, ms: 9, bytes: 6_000, step: 1, lost: null }, null);
    one.polled(ID, pollOf(NOW), true);
    one.fetched(ID, imageOf(NOW + 300));
    const lines = await until(async () => {
      const written = await journal.list(ID, Date.now());
      return written.length > 0 ? written : null;
    }, 'the poll is written');
    assert.equal(lines.length, 1);
    const [step] = await one.list(ID, Date.now());
    assert.ok(step?.kind === 'poll');
    assert.deepEqual([step.images.length, step.drawing?.step], [1, 1]);
  });

  it('is joined from what several servers have written', async (t) => {
    const { one, two } = await pair(t);
    one.polled(ID, pollOf(NOW), true);
    two.fetched(ID, imageOf(NOW + 300));
    await one.close();
    const [step, ...others] = await two.list(ID, Date.now());
    assert.ok(step?.kind === 'poll' && others.length === 0);
    assert.equal(step.images[0]?.status, 200);
  });

  it('holds a day of polls, of which few have news, in few bytes', async (t) => {
    const { journal, one, two } = await pair(t);
    for (let poll = 0; poll < 96; poll++) {
      const more = poll % 24 === 0 ? {} : { decision: 'same' as const };
      one.polled(ID, pollOf(NOW + poll * QUARTER_MS, more), true);
      if (poll % 8 === 0) await one.list(ID, NOW);
      if (poll % 24 === 0) one.fetched(ID, imageOf(NOW + poll * QUARTER_MS + 900));
    }
    const steps = await one.list(ID, NOW + 96 * QUARTER_MS);
    const counts = steps.map((step) => (step.kind === 'poll' ? step.count : 0));
    assert.deepEqual(counts, [1, 23, 1, 23, 1, 23, 1, 23]);
    const lines = await journal.list(ID, Date.now());
    assert.ok(lines.reduce((sum, { text }) => sum + text.length, 0) < 4_500);
    assert.deepEqual(await two.list(ID, NOW + 96 * QUARTER_MS), steps);
  });

  it('is shown from memory while the store is away, and written when it is back', async (t) => {
    const { journal } = await pair(t);
    const away = (): Promise<never> => Promise.reject(new StateError('unavailable', 'away'));
    const store = { append: away, list: away } as typeof journal;
    const trail = new Trail(store);
    trail.polled(ID, pollOf(NOW), false);
    trail.note(ID, { kind: 'log', atMs: NOW + 1, requestId: null, entries: 1 });
    assert.deepEqual(
      (await trail.list(ID, NOW + 2)).map(({ kind }) => kind),
      ['poll', 'log'],
    );
    Object.assign(store, journal);
    trail.note(ID, { kind: 'log', atMs: NOW + 2, requestId: null, entries: 2 });
    await trail.close();
    assert.deepEqual(
      (await new Trail(journal).list(ID, Date.now())).map(({ kind }) => kind),
      ['poll', 'log', 'log'],
    );
  });

  it('is in memory alone without a store, where the poll of old repeats is kept', async () => {
    const trail = new Trail(null);
    trail.polled(ID, pollOf(NOW), true);
    for (let poll = 1; poll < 600; poll++) {
      trail.polled(ID, pollOf(NOW + poll * QUARTER_MS, { decision: 'same' }), true);
    }
    const steps = await trail.list(ID, NOW);
    const counted = steps.reduce((sum, step) => sum + (step.kind === 'poll' ? step.count : 0), 0);
    assert.ok(counted > 400, String(counted));
    assert.ok(trail.bytes < TRAIL_LIMITS.deviceBytes + 1_024);
    trail.forget(ID);
    assert.deepEqual(await trail.list(ID, NOW), []);
    assert.equal(trail.bytes, 0);
  });

  it('is not washed away by a flood within a minute', async () => {
    const trail = new Trail(null);
    const log = (atMs: number): void => trail.note(ID, { kind: 'log', atMs, requestId: null, entries: 1 });
    for (let call = 0; call < 10_000; call++) log(NOW + call);
    const steps = await trail.list(ID, NOW);
    assert.equal(steps.length, TRAIL_LIMITS.linesPerMinute);
    log(NOW + 2 * MINUTE_MS);
    assert.equal((await trail.list(ID, NOW)).length, TRAIL_LIMITS.linesPerMinute + 1);
  });

  it('has few of the calls for one picture, as whoever has seen its address can make any number of them', async () => {
    const trail = new Trail(null);
    trail.polled(ID, pollOf(NOW), true);
    for (let call = 0; call < 100; call++) trail.fetched(ID, imageOf(NOW + call));
    await trail.list(ID, NOW);
    for (let minute = 1; minute < 50; minute++)
      for (let call = 0; call < 100; call++) trail.fetched(ID, imageOf(NOW + minute * MINUTE_MS + call));
    const [poll, ...others] = await trail.list(ID, NOW);
    assert.ok(poll?.kind === 'poll' && others.length === 0);
    assert.equal(poll.images.length, 2 * TRAIL_LIMITS.imagesPerPoll);
  });

  it('takes a kilobyte of each of many devices, and those without an entry push out none that has one', async () => {
    const trail = new Trail(null);
    const idOf = (number: number): DeviceId => `device ${number}` as DeviceId;
    trail.polled(ID, pollOf(NOW), true);
    await trail.list(ID, NOW);
    for (let device = 0; device < 20_000; device++) {
      trail.polled(idOf(device), pollOf(NOW + device), false);
      await trail.list(idOf(device), NOW);
    }
    assert.equal((await trail.list(ID, NOW)).length, 1);
    assert.ok(trail.bytes <= TRAIL_LIMITS.bytesUnmapped + 4_096);
    assert.deepEqual(await trail.list(idOf(0), NOW), []);
    assert.equal((await trail.list(idOf(19_999), NOW)).length, 1);
  });
});

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SpeculationQueue } from '../../../src/engine/scheduling/speculation-queue.ts';
import { until } from '../../support/waiting.ts';

describe('SpeculationQueue', () => {
  // The queue itself does not keep a process alive.
  let alive: NodeJS.Timeout;
  before(() => {
    alive = setInterval(() => {}, 1000);
  });
  after(() => clearInterval(alive));

  let free = true;
  const events: string[] = [];
  const ends = new Map<string, () => void>();

  function open(width = 1, maxWaiting = 3): SpeculationQueue<string> {
    free = true;
    events.length = 0;
    return new SpeculationQueue({ width, maxWaiting, isFree: () => free });
  }

  function add(queue: SpeculationQueue<string>, key: string): void {
    queue.add(key, {
      begin: () => {
        events.push(`begin ${key}`);
        return new Promise<void>((resolve) => ends.set(key, resolve));
      },
      drop: () => events.push(`drop ${key}`),
    });
  }

  it('begins at once where nothing else is to be done, as many as it is wide, the oldest first', async () => {
    const queue = open(2);
    for (const key of ['a', 'b', 'c', 'd']) add(queue, key);
    assert.deepEqual(events, ['begin a', 'begin b']);
    ends.get('b')?.();
    await until(() => events.length > 2);
    ends.get('a')?.();
    await until(() => queue.waiting === 0);
    assert.deepEqual(events.slice(2), ['begin c', 'begin d']);
    assert.equal(queue.outcomes.done, 2);
  });

  it('waits while there is something else to be done', async () => {
    const queue = open();
    free = false;
    add(queue, 'a');
    assert.deepEqual([events, queue.waiting], [[], 1]);
    free = true;
    await until(() => events.length > 0);
    assert.deepEqual(events, ['begin a']);
  });

  it('gives up the oldest when too many wait', () => {
    const queue = open();
    free = false;
    for (const key of ['a', 'b', 'c', 'd', 'e']) add(queue, key);
    assert.deepEqual([events, queue.waiting], [['drop a', 'drop b'], 3]);
    assert.deepEqual(queue.outcomes, { done: 0, promoted: 0, dropped: 2 });
  });

  it('hands over what somebody needs, and forgets what nobody will need', () => {
    const queue = open();
    free = false;
    for (const key of ['a', 'b']) add(queue, key);
    assert.ok(queue.promote('a'));
    assert.ok(!queue.promote('a'));
    queue.drop('a');
    queue.drop('b');
    assert.deepEqual([events, queue.waiting], [['drop b'], 0]);
    assert.deepEqual(queue.outcomes, { done: 0, promoted: 1, dropped: 1 });
    assert.ok(!queue.promote('c'));
  });
});

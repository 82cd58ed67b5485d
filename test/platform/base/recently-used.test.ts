import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { recentlyUsed } from '../../../src/platform/base/recently-used.ts';
import { until } from '../../support/waiting.ts';

describe('a map of what was used last', () => {
  it('lets go of what was not used for longest', () => {
    const map = recentlyUsed<string, number>(2);
    map.set('one', 1).set('two', 2);
    map.get('one');
    map.set('three', 3);
    assert.deepEqual([...map.keys()].sort(), ['one', 'three']);
  });

  it('lets go of what is too old, where it has a time', async () => {
    const map = recentlyUsed<string, number>(2, 20);
    map.set('one', 1);
    assert.equal(map.get('one'), 1);
    await until(() => map.get('one') === undefined, 'it is too old');
  });

  it('takes memory as it is filled', () => {
    const before = process.memoryUsage();
    const maps = Array.from({ length: 100 }, () => recentlyUsed<string, number>(1_000_000));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    assert.equal(maps.length, 100);
    assert.ok(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers < 10_000_000);
  });
});

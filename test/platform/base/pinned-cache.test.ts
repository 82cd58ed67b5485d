import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PinnedCache } from '../../../src/platform/base/pinned-cache.ts';

function open(): { readonly cache: PinnedCache<string, string>; readonly evicted: string[] } {
  const evicted: string[] = [];
  const cache = new PinnedCache<string, string>({
    strangersBytes: 3,
    maxBytes: 10,
    bytesOf: (value) => value.length,
    onEvict: (key, value) => evicted.push(`${key}=${value}`),
  });
  return { cache, evicted };
}

describe('PinnedCache', () => {
  it('drops the least recently used entries beyond its bytes', () => {
    const { cache, evicted } = open();
    cache.set('a', 'aaaa');
    cache.set('b', 'bbbb');
    assert.equal(cache.get('a'), 'aaaa');
    cache.set('c', 'cccc');
    assert.deepEqual([evicted, cache.bytes, cache.has('a'), cache.has('b')], [['b=bbbb'], 8, true, false]);
  });

  it('keeps pinned entries, whose bytes count like those of the others', () => {
    const { cache, evicted } = open();
    cache.set('a', 'aaaa');
    cache.pin('a');
    for (const key of ['b', 'c', 'd']) cache.set(key, key.repeat(4));
    assert.deepEqual([evicted, cache.bytes], [['b=bbbb', 'c=cccc'], 8]);
    assert.equal(cache.get('a'), 'aaaa');
    cache.unpin('a');
    cache.set('e', 'eeee');
    assert.deepEqual(evicted, ['b=bbbb', 'c=cccc', 'd=dddd'], 'the one that was unpinned is used last');
  });

  it('pins no more than its bytes, and nothing that is not there', () => {
    const { cache } = open();
    cache.set('a', 'aaaaaa');
    cache.pin('a');
    cache.set('b', 'bbbb');
    cache.pin('b');
    cache.pin('b');
    cache.pin('c');
    cache.set('d', 'd');
    assert.deepEqual([cache.bytes, cache.has('d'), cache.has('c')], [10, false, false]);
    cache.unpin('c');
  });

  it('takes another value for a key, pinned or not', () => {
    const { cache, evicted } = open();
    cache.set('a', 'aa');
    cache.pin('a');
    cache.set('a', 'aaa');
    assert.deepEqual([cache.get('a'), cache.bytes, evicted], ['aaa', 3, []]);
    cache.set('b', 'b'.repeat(11));
    assert.equal(cache.get('b'), undefined);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LIMITS } from '../../src/base/limits.ts';
import { type ContentHash, parseContentHash } from '../../src/domain/content-hash.ts';
import { type Content, ContentStore } from '../../src/store/content-store.ts';
import { renderSpec } from '../support/pictures/render-spec.ts';

function hash(number: number): ContentHash {
  return parseContentHash(number.toString(16).padStart(30, '0')) as ContentHash;
}

function content(number: number, svg: string): Content {
  return {
    hash: hash(number),
    environment: 'env',
    svg,
    name: 'test.svg',
    screen: 'test',
    assets: { roots: [], dir: '' },
    origins: null,
    secrets: [],
    spec: renderSpec(),
  };
}

describe('ContentStore', () => {
  it('says whether a content is new', () => {
    const store = new ContentStore();
    assert.equal(store.put(content(1, '<svg/>')), true);
    assert.equal(store.put(content(1, '<svg/>')), false);
    assert.equal(store.get(hash(1))?.svg, '<svg/>');
  });

  it('stays within its bytes: the contents used longest ago go first', () => {
    const store = new ContentStore();
    const large = 'x'.repeat(LIMITS.contentStoreBytes / 4);
    for (const number of [1, 2, 3]) store.put(content(number, large));
    store.get(hash(1));
    store.put(content(4, large));
    assert.equal(store.get(hash(2)), null);
    assert.notEqual(store.get(hash(1)), null);
    assert.ok(store.bytes.contents <= LIMITS.contentStoreBytes);
  });

  it('has a hash as long as its picture or its content is there', () => {
    const store = new ContentStore();
    assert.equal(store.has(hash(1)), false);
    store.putPicture(hash(1), Buffer.from('png'));
    assert.equal(store.has(hash(1)), true);
    assert.equal(store.get(hash(1)), null);
  });

  it('believes a failure until its time is over', () => {
    const store = new ContentStore();
    store.noteFailure(hash(1), {
      failure: { code: 'raster_timeout', message: 'slow' },
      atMs: 5,
      untilMs: 1000,
    });
    assert.equal(store.failure(hash(1), 999)?.failure.message, 'slow');
    assert.equal(store.failure(hash(1), 1000), null);
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ContentHash, parseContentHash } from '../../../src/domain/content-hash.ts';
import { type Content, ContentStore } from '../../../src/engine/contents/content-store.ts';
import { WHOLE_STORES } from '../../../src/platform/base/memory-plan.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';
import { argumentsOf, listEvents } from '../../support/told-events.ts';

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
    const large = 'x'.repeat(WHOLE_STORES.contents / 4);
    for (const number of [1, 2, 3]) store.put(content(number, large));
    store.get(hash(1));
    store.put(content(4, large));
    assert.equal(store.get(hash(2)), null);
    assert.notEqual(store.get(hash(1)), null);
    assert.ok(store.bytes.contents <= WHOLE_STORES.contents);
  });

  it('has a hash as long as its picture or its content is there', () => {
    const store = new ContentStore();
    assert.equal(store.has(hash(1)), false);
    store.putPicture(content(1, ''), Buffer.from('png'), null);
    assert.equal(store.has(hash(1)), true);
    assert.equal(store.get(hash(1)), null);
  });

  it('knows the first fetch of a picture, and when a device was last told of it before', () => {
    const store = new ContentStore();
    store.put(content(1, '<svg/>'));
    assert.equal(store.noteFetch(hash(2)), null);
    store.noteAnnounced(hash(1), 1_000);
    store.noteAnnounced(hash(1), 2_000);
    assert.deepEqual(store.noteFetch(hash(1)), { screen: 'test', toldMs: 2_000 });
    store.putPicture(content(1, ''), Buffer.from('png'), null);
    store.noteAnnounced(hash(1), 3_000);
    assert.equal(store.noteFetch(hash(1)), null);
    store.put(content(3, '<svg/>'));
    assert.equal(store.noteFetch(hash(3)), null, 'no device was told of it');
    store.noteAnnounced(hash(3), 4_000);
    assert.equal(store.noteFetch(hash(3))?.toldMs, 4_000, 'its picture is to be drawn');
  });

  it('tells of a picture that was drawn ahead and leaves before anybody asks for it', () => {
    const { events, told } = listEvents();
    const store = new ContentStore(events);
    const large = Buffer.alloc(WHOLE_STORES.pictures / 4);
    store.putPicture({ hash: hash(1), screen: 'vain' }, large, { draw: 5 });
    store.putPicture({ hash: hash(2), screen: 'fetched' }, large, { draw: 6 });
    store.putPicture({ hash: hash(3), screen: 'awaited' }, large, null);
    assert.deepEqual(store.takeDrawnAhead(hash(2)), { draw: 6 });
    assert.equal(store.takeDrawnAhead(hash(2)), null);
    assert.equal(store.takeDrawnAhead(hash(4)), null);
    for (const number of [5, 6, 7]) store.putPicture(content(number, ''), large, null);
    assert.equal(store.picture(hash(3)), null);
    assert.deepEqual(argumentsOf(told, 'drawnInVain'), [['vain']]);
    assert.ok(store.bytes.pictures <= WHOLE_STORES.pictures);
  });

  it('keeps what is held: the content until it is drawn, then the picture, until all have let it go', () => {
    const store = new ContentStore();
    const fill = (from: number): void => {
      for (const number of [0, 1, 2, 3]) {
        store.put(content(from + number, 's'.repeat(WHOLE_STORES.contents / 4)));
        const large = Buffer.alloc(WHOLE_STORES.pictures / 4);
        store.putPicture({ hash: hash(from + number), screen: 's' }, large, null);
      }
    };
    store.put(content(1, '<svg/>'));
    store.hold(hash(1));
    store.hold(hash(1));
    fill(10);
    assert.equal(store.get(hash(1))?.svg, '<svg/>');
    store.putPicture(content(1, ''), Buffer.from('png'), null);
    fill(20);
    assert.deepEqual([store.get(hash(1)), String(store.picture(hash(1)))], [null, 'png']);
    store.letGo(hash(1));
    fill(30);
    assert.ok(store.has(hash(1)));
    store.letGo(hash(1));
    fill(40);
    assert.ok(!store.has(hash(1)));
    assert.ok(store.bytes.contents <= WHOLE_STORES.contents);
    assert.ok(store.bytes.pictures <= WHOLE_STORES.pictures);
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

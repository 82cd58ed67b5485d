import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentHash } from '../../../src/domain/content-hash.ts';
import { type DeviceId, parseDeviceId } from '../../../src/domain/device-id.ts';
import { type LastGood, LastGoodStore } from '../../../src/engine/contents/last-good.ts';
import { WHOLE_STORES } from '../../../src/platform/base/memory-plan.ts';
import { renderSpec } from '../../support/pictures/render-spec.ts';

function device(number: number): DeviceId {
  return parseDeviceId(`AA:00:00:00:00:${number.toString(16).padStart(2, '0')}`) as DeviceId;
}

function good(characters: number, sources = 's'): LastGood {
  const content = {
    hash: '0'.repeat(30) as ContentHash,
    environment: 'env',
    svg: 'x'.repeat(characters),
    name: 'a.svg',
    assets: { roots: [], dir: '' },
    origins: null,
    secrets: [],
    spec: renderSpec({}),
    screen: 'a',
  };
  return { content, sources, atMs: 5 };
}

describe('LastGoodStore', () => {
  it('keeps the last content of each device', () => {
    const store = new LastGoodStore();
    store.put(device(1), good(10), true);
    store.put(device(1), good(20), true);
    assert.equal(store.get(device(1), 's')?.content.svg.length, 20);
    assert.equal(store.get(device(2), 's'), null);
    store.forget(device(1));
    assert.equal(store.get(device(1), 's'), null);
    assert.equal(store.bytes, 0);
  });

  it('gives nothing that was made from something else', () => {
    const store = new LastGoodStore();
    store.put(device(1), good(10, 'the old screen'), true);
    assert.equal(store.get(device(1), 'the new screen'), null);
  });

  it('is bounded by bytes, and devices without an entry push out only each other', () => {
    const store = new LastGoodStore();
    store.put(device(0), good(1000), true);
    const quarter = WHOLE_STORES.lastGoodUnmapped / 4;
    for (let number = 1; number <= 10; number += 1) store.put(device(number), good(quarter), false);
    assert.ok(store.get(device(0), 's') !== null);
    assert.equal(store.get(device(1), 's'), null);
    assert.ok(store.get(device(10), 's') !== null);
    assert.ok(store.bytes <= WHOLE_STORES.lastGoodUnmapped + 3000);
  });

  it('moves a device that got an entry', () => {
    const store = new LastGoodStore();
    store.put(device(1), good(10), false);
    const before = store.bytes;
    store.put(device(1), good(10), true);
    assert.equal(store.bytes, before);
  });
});

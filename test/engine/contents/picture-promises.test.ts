import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ContentHash } from '../../../src/domain/content-hash.ts';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { DEFAULT_SIZE } from '../../../src/domain/panel.ts';
import { type Content, ContentStore } from '../../../src/engine/contents/content-store.ts';
import { PicturePromises } from '../../../src/engine/contents/picture-promises.ts';
import { Substitutes } from '../../../src/engine/contents/substitutes.ts';
import { SystemScreens } from '../../../src/engine/contents/system-screens.ts';
import { RasterPool } from '../../../src/engine/pool/raster-pool.ts';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { WHOLE_STORES } from '../../../src/platform/base/memory-plan.ts';
import { macOf } from '../../support/device/mac.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { logInto } from '../../support/server/log-lines.ts';

const LARGE = { widthPx: 4096, heightPx: 4096 };

interface Opened {
  readonly store: ContentStore;
  readonly promises: PicturePromises;
  readonly substitutes: Substitutes;
  readonly screens: SystemScreens;
  readonly environment: { digest: string };
  readonly ended: ContentHash[];
  /** Tell a device of its own picture, of the size. */
  tell(device: number, size?: typeof LARGE): { readonly content: Content; readonly told: boolean };
}

function open(t: TestContext): Opened {
  const store = new ContentStore();
  const log = createLogger('fatal', logInto([]));
  const pool = new RasterPool({ log, fonts: bundledBook(), scratchDir: tempTree(t), threads: 1 });
  t.after(() => pool.stop(0));
  const ended: ContentHash[] = [];
  const promises = new PicturePromises({ store, pool, onEnd: (hash) => ended.push(hash) });
  const environment = { digest: 'env' };
  const screens = new SystemScreens(store, environment);
  const substitutes = new Substitutes({ store, screens, promises, pool });
  const tell = (number: number, size = LARGE): { content: Content; told: boolean } => {
    const content = screens.welcome(size, `CODE${number}`);
    const device = parseDeviceId(macOf('AB', number));
    return { content, told: promises.offer(content, { device, party: 'entry', isShown: false }) };
  };
  return { store, promises, substitutes, screens, environment, ended, tell };
}

/** Tell devices of pictures until there is no room for one more. */
function fill({ tell }: Opened, size = LARGE): readonly Content[] {
  const told: Content[] = [];
  for (let number = 0; number < 1_000; number += 1) {
    const one = tell(number, size);
    if (!one.told) return told;
    told.push(one.content);
  }
  throw new Error('there is room without end');
}

test('devices are told of pictures until drawing them would take longer than they wait', (t) => {
  const opened = open(t);
  const { promises, store, ended } = opened;
  const told = fill(opened);
  assert.ok(told.length >= 2 && promises.workMs < 2 * LIMITS.promisePatienceMs);
  assert.deepEqual(promises.refused, { time: 1, memory: 0 });
  const [first, second] = told;
  assert.ok(first !== undefined && second !== undefined);
  store.putPicture(first, Buffer.from('png'), null);
  promises.noteDrawn(first.hash);
  assert.ok(opened.tell(999).told, 'one of them is drawn');
  promises.noteFetched(second.hash);
  assert.deepEqual(ended, [second.hash]);
});

test('a picture that is drawn, or that the device shows already, needs no promise', (t) => {
  const opened = open(t);
  const { promises, store, screens } = opened;
  fill(opened);
  const other = screens.welcome(DEFAULT_SIZE, 'OTHER');
  const large = screens.welcome(LARGE, 'LARGE');
  const to = { device: parseDeviceId(macOf('AC', 1)), party: 'stranger', isShown: false } as const;
  assert.ok(!promises.offer(large, to));
  const before = promises.workMs;
  assert.ok(promises.offer(large, { ...to, isShown: true }));
  store.putPicture(other, Buffer.from('png'), null);
  assert.ok(promises.offer(other, to));
  assert.equal(promises.workMs, before);
});

test('what was promised stays in the store, whatever else comes', (t) => {
  const opened = open(t);
  const { store } = opened;
  const { content } = opened.tell(1);
  const svg = 's'.repeat(WHOLE_STORES.contents / 8);
  for (let number = 0; number < 20; number += 1) {
    store.put({ ...content, hash: number.toString(16).padStart(30, '0') as ContentHash, svg });
  }
  assert.equal(store.get(content.hash), content);
  assert.ok(store.bytes.contents <= WHOLE_STORES.contents);
});

test('a picture that is asked for without a promise gets one if there is room', (t) => {
  const opened = open(t);
  const { promises, screens } = opened;
  const { isPromised, end } = promises.ask(screens.welcome(DEFAULT_SIZE, 'A'), 'stranger');
  assert.ok(isPromised && promises.workMs > 0);
  end();
  fill(opened, DEFAULT_SIZE);
  assert.ok(!promises.ask(screens.welcome(DEFAULT_SIZE, 'B'), 'stranger').isPromised);
  assert.deepEqual(promises.refused, { time: 1, memory: 0 }, 'only display calls are told to come back');
});

test('a device without room is told again of what it shows, or of a picture that says "busy"', async (t) => {
  const opened = open(t);
  const { promises, screens, store, substitutes } = opened;
  fill(opened, DEFAULT_SIZE);
  const device = parseDeviceId(macOf('AC', 1));
  const previous = screens.welcome(DEFAULT_SIZE, 'PREVIOUS');
  const choose = (isShown: boolean, size = DEFAULT_SIZE) =>
    substitutes.choose(previous.hash, size, { device, party: 'entry', isShown });
  assert.equal(choose(true), previous.hash);
  assert.equal(choose(false), previous.hash, 'substitutes find a little more room');
  // Until there is none for them either.
  const strangers = Array.from({ length: 200 }, (_, n) => ({ ...DEFAULT_SIZE, widthPx: 600 + n }));
  for (const size of strangers)
    substitutes.choose(null, size, { device: null, party: 'entry', isShown: false });
  const other = screens.welcome(DEFAULT_SIZE, 'OTHER');
  const last = substitutes.choose(other.hash, LARGE, { device: null, party: 'entry', isShown: false });
  assert.equal(last, screens.busy(DEFAULT_SIZE).hash);
  await substitutes.prepare();
  assert.equal(decodePng(store.picture(last) ?? Buffer.alloc(0)).widthPx, DEFAULT_SIZE.widthPx);
  assert.equal(substitutes.choose(null, DEFAULT_SIZE, { device, party: 'entry', isShown: false }), last);
  assert.deepEqual(promises.refused, { time: 1, memory: 0 });
});

test('the picture that says "busy" is always in the store; with other fonts another one', async (t) => {
  const opened = open(t);
  const { environment, screens, store, substitutes } = opened;
  await substitutes.prepare();
  const former = screens.busy(DEFAULT_SIZE);
  const fillStore = (from: number): void => {
    for (let number = from; number < from + 20; number += 1) {
      const hash = number.toString(16).padStart(30, '0') as ContentHash;
      store.putPicture({ hash, screen: 's' }, Buffer.alloc(WHOLE_STORES.pictures / 8), null);
    }
  };
  fillStore(0);
  assert.ok(store.picture(former.hash) !== null);
  environment.digest = 'other fonts';
  await substitutes.prepare();
  fillStore(100);
  assert.equal(store.picture(former.hash), null);
  assert.ok(store.picture(screens.busy(DEFAULT_SIZE).hash) !== null);
});

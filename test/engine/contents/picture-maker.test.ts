import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { parseContentHash } from '../../../src/domain/content-hash.ts';
import { parseDeviceId } from '../../../src/domain/device-id.ts';
import { type Content, ContentStore } from '../../../src/engine/contents/content-store.ts';
import { type FetchedPicture, PictureMaker } from '../../../src/engine/contents/picture-maker.ts';
import { SystemScreens } from '../../../src/engine/contents/system-screens.ts';
import { RasterPool } from '../../../src/engine/pool/raster-pool.ts';
import { monotonicMs } from '../../../src/platform/base/clock.ts';
import { type Deadline, deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger, type Logger } from '../../../src/platform/base/logger.ts';
import { ok, type Result } from '../../../src/platform/base/result.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { grain, SIXTEEN_GREYS, spec } from '../../support/pictures/raster-jobs.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { listEvents } from '../../support/told-events.ts';
import { until } from '../../support/waiting.ts';

const SIZE = { widthPx: 200, heightPx: 120 };
const logs: LogLines = [];
const logger = createLogger('warn', logInto(logs));
const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
const pool = new RasterPool({ log: logger, fonts: bundledBook(), scratchDir, threads: 1 });
after(async () => {
  await pool.stop(0);
  rmSync(scratchDir, { recursive: true, force: true });
});

/** @param opacity  of the grain in the picture: with more the file gets larger */
function content(serial: number, maxPngBytes: number, opacity = 0.1): Content {
  const hash = parseContentHash(serial.toString(16).padStart(30, '0'));
  assert.ok(hash !== null);
  const assets = { roots: [], dir: '' };
  const rules = spec({ ...SIZE, palette: SIXTEEN_GREYS, maxPngBytes });
  return {
    hash,
    environment: 'env',
    svg: grain(SIZE, opacity),
    name: 'n.svg',
    assets,
    origins: null,
    secrets: [],
    spec: rules,
    screen: 'local/n',
  };
}

interface Opened {
  readonly maker: PictureMaker;
  readonly store: ContentStore;
  /** What was announced by one event. */
  of(method: string): unknown[][];
  /** The picture for a call that asks for it. */
  fetch(content: Content, deadline?: Deadline): Promise<Result<FetchedPicture>>;
}

function open(environment = { digest: 'env' }, isBusy = () => false): Opened {
  const { events, told } = listEvents();
  const of = (wanted: string): unknown[][] =>
    told.filter(([method]) => method === wanted).map(([, ...facts]) => facts);
  const store = new ContentStore(events);
  const screens = new SystemScreens(store, environment);
  const maker = new PictureMaker({ store, screens, pool, events, isBusy });
  const fetch = async (wanted: Content, deadline = deadlineIn(30_000)): Promise<Result<FetchedPicture>> => {
    store.put(wanted);
    const fetched = await maker.fetch(wanted.hash, { deadline, log: logger, device: null, party: 'entry' });
    assert.ok(fetched !== null);
    return fetched;
  };
  return { maker, store, fetch, of };
}

/** A call with an id. */
function callOf(requestId: string): { log: Logger; device: string; party: 'entry' } {
  return { log: logger.child({ requestId }), device: 'AA:BB:CC:DD:EE:FF', party: 'entry' };
}

test('a picture that is made smaller is logged with all tries, and counted by its step', async () => {
  const { maker, fetch } = open();
  const free = await fetch(content(1, 89_999));
  const freeBytes = free.ok ? free.value.png.length : 0;
  assert.deepEqual([...maker.rungs], [[0, 1]]);
  logs.length = 0;
  const tight = await fetch(content(2, freeBytes - 1));
  assert.ok(tight.ok && tight.value.png.length < freeBytes);
  const [line] = logs;
  assert.ok(line !== undefined);
  const { ladderStep, bytes, maxPngBytes, tooLargeBytes } = line;
  assert.deepEqual([bytes, maxPngBytes], [tight.value.png.length, freeBytes - 1]);
  assert.ok(Array.isArray(tooLargeBytes) && tooLargeBytes[0] === freeBytes);
  assert.match(String(line['msg']), /^picture over its byte limit: ./);
  assert.ok(typeof ladderStep === 'number' && ladderStep > 0);
  assert.deepEqual(
    [...maker.rungs],
    [
      [0, 1],
      [ladderStep, 1],
    ],
  );
});

test('a picture that no step makes fit becomes the error screen', async () => {
  const { fetch, of } = open();
  logs.length = 0;
  const made = await fetch(content(3, 2_500, 1));
  assert.ok(made.ok && made.value.png.length <= 2_500);
  assert.ok(decodePng(made.value.png).colours.includes('#000000'));
  assert.match(JSON.stringify(logs), /picture_too_large.*2500 bytes/);
  assert.deepEqual(of('screenFailed'), [['local/n', 'picture_too_large']]);
  assert.equal(of('stages').length, 2, 'the picture, and the error screen');
  assert.deepEqual(of('pictureDrawn'), [['local/n', made.value.png.length, 2_500]]);
});

test('a picture that had too little time is drawn at the next call', async () => {
  const { store, fetch, of } = open();
  const late = await fetch(content(4, 89_999), deadlineIn(0));
  assert.ok(!late.ok && late.error.code === 'overloaded', JSON.stringify(late));
  assert.equal(store.failure(content(4, 89_999).hash, 0), null, 'nothing is noted against it');
  assert.deepEqual(of('screenFailed'), []);
  assert.ok((await fetch(content(4, 89_999))).ok);
});

test('the first fetch says when the picture was drawn, and what that took; later ones do not', async () => {
  const { maker, store, fetch, of } = open();
  const ahead = content(5, 89_999);
  store.put(ahead);
  store.noteAnnounced(ahead.hash, monotonicMs());
  assert.ok((await maker.ahead(ahead, callOf('a'))).ok);
  const first = await fetch(ahead);
  assert.ok(first.ok && first.value.drawn === 'ahead');
  assert.deepEqual(Object.keys(first.value.stagesMs)[0], 'queue');
  assert.deepEqual(of('stages'), [['local/n', first.value.stagesMs]]);
  const second = await fetch(ahead);
  assert.deepEqual(second, ok({ png: first.value.png, drawn: 'kept', stagesMs: {} }));

  const awaited = content(6, 89_999);
  store.put(awaited);
  store.noteAnnounced(awaited.hash, monotonicMs());
  void maker.ahead(awaited, callOf('b'));
  const both = await Promise.all([fetch(awaited), fetch(awaited)]);
  for (const fetched of both) {
    assert.ok(fetched.ok && fetched.value.drawn === 'while_waiting');
    assert.ok('draw' in fetched.value.stagesMs);
  }
  const later = await fetch(awaited);
  assert.ok(later.ok && later.value.drawn === 'kept');

  const untold = await fetch(content(7, 89_999));
  assert.ok(untold.ok && untold.value.drawn === 'on_call');
  const fetches = of('firstFetch').map(([screen, afterMs, drawn]) => {
    assert.ok(typeof afterMs === 'number' && afterMs >= 0);
    return [screen, drawn];
  });
  assert.deepEqual(fetches, [
    ['local/n', 'ahead'],
    ['local/n', 'while_waiting'],
  ]);
  assert.equal(await maker.fetch(content(99, 1).hash, { ...callOf('c'), deadline: deadlineIn(1) }), null);
});

test('lines about a drawing go to the log of the call that started it', async () => {
  const { maker, store, fetch } = open();
  const free = await fetch(content(8, 89_999));
  const tight = content(9, free.ok ? free.value.png.length - 1 : 0);
  store.put(tight);
  logs.length = 0;
  void maker.ahead(tight, callOf('display'));
  assert.ok((await fetch(tight)).ok);
  assert.ok(logs.length > 0);
  assert.deepEqual([...new Set(logs.map(({ requestId }) => requestId))], ['display']);
  const broken = { ...content(10, 89_999), svg: '<svg><torn' };
  logs.length = 0;
  await maker.ahead(broken, callOf('other'));
  const line = logs.find(({ code }) => code === 'svg_invalid');
  assert.deepEqual([line?.['requestId'], line?.['device']], ['other', 'AA:BB:CC:DD:EE:FF']);
  assert.deepEqual(Object.keys(line?.['stagesMs'] ?? {}), ['queue', 'svg']);
});

test('a picture with a hash of former fonts is drawn for who asks, and not kept under that hash', async () => {
  const environment = { digest: 'env' };
  const { store, fetch } = open(environment);
  const [former, current] = [content(5, 89_999), { ...content(6, 89_999), environment: 'other fonts' }];
  environment.digest = 'other fonts';
  for (const each of [former, current]) assert.ok((await fetch(each)).ok);
  assert.equal(store.picture(former.hash), null);
  assert.notEqual(store.picture(current.hash), null);
});

const TO = { device: parseDeviceId('AA:BB:CC:DD:EE:FF'), party: 'entry', isShown: false } as const;

test('a picture that nobody has asked for is drawn when the server is not busy any more', async () => {
  let busy = true;
  const { maker } = open(undefined, () => busy);
  const ahead = maker.ahead(content(20, 89_999), callOf('a'));
  assert.equal(maker.ahead(content(20, 89_999), callOf('b')), ahead, 'once, however many ask for it');
  assert.equal(maker.speculations.waiting, 1);
  busy = false;
  assert.ok((await ahead).ok);
  await until(() => maker.speculations.outcomes.done === 1);
  assert.equal(maker.speculations.waiting, 0);
});

test('a picture that waits to be drawn ahead is drawn at once when its call comes, for both', async () => {
  const { maker, fetch, store } = open(undefined, () => true);
  const ahead = maker.ahead(content(21, 89_999), callOf('a'));
  const fetched = await fetch(content(21, 89_999));
  assert.ok(fetched.ok && fetched.value.drawn === 'on_call');
  assert.deepEqual(await ahead, { ...ok(fetched.value.png), stagesMs: fetched.value.stagesMs });
  const good = maker.draw(content(22, 89_999), callOf('a'));
  assert.ok((await good).ok, 'nor does who has to know that it is good wait');
  assert.ok(store.picture(content(22, 89_999).hash) !== null);
  assert.deepEqual(maker.speculations.outcomes, { done: 0, promoted: 1, dropped: 0 });
});

test('a picture is not drawn ahead once its device was told of another one', async () => {
  const { maker, store } = open(undefined, () => true);
  const [first, second] = [content(23, 89_999), content(24, 89_999)];
  for (const each of [first, second]) store.put(each);
  assert.ok(maker.promises.offer(first, TO));
  const ahead = maker.ahead(first, callOf('a'));
  assert.ok(maker.promises.offer(second, TO));
  const dropped = await ahead;
  assert.ok(!dropped.ok && dropped.error.code === 'overloaded');
  assert.equal(maker.speculations.outcomes.dropped, 1);
  assert.ok(store.has(first.hash), 'it can be drawn all the same');
});

test('a call that comes later has its own time for a drawing that an earlier one began', async () => {
  const { fetch } = open();
  // Both behind a picture that takes longer than the first call has.
  const large = spec({ widthPx: 3000, heightPx: 2000, palette: SIXTEEN_GREYS, maxPngBytes: 9e6 });
  const before = fetch({ ...content(25, 0), name: 'large.svg', svg: grain(SIZE, 0.1), spec: large });
  const wanted = content(26, 89_999);
  const [early, later] = await Promise.all([fetch(wanted, deadlineIn(1_600)), fetch(wanted)]);
  assert.ok(later.ok, JSON.stringify(later));
  assert.ok((await before).ok);
  assert.ok(early.ok || early.error.code === 'overloaded');
});

test('pictures that nobody has asked for are drawn by a busy server when their promises fill the room', async () => {
  const { maker, store } = open(undefined, () => true);
  const large = spec({ widthPx: 4096, heightPx: 4096 });
  const ahead = maker.ahead(content(27, 89_999), callOf('a'));
  assert.equal(maker.speculations.waiting, 1);
  for (let number = 100; !maker.promises.isFull; number += 1) {
    const promised = { ...content(number, 0), spec: large };
    store.put(promised);
    maker.promises.offer(promised, { ...TO, device: null });
  }
  assert.ok((await ahead).ok);
});

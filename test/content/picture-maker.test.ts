import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { deadlineIn } from '../../src/base/deadline.ts';
import { createLogger } from '../../src/base/logger.ts';
import { PictureMaker } from '../../src/content/picture-maker.ts';
import { SystemScreens } from '../../src/content/system-screens.ts';
import { parseContentHash } from '../../src/domain/content-hash.ts';
import { RasterPool } from '../../src/pool/raster-pool.ts';
import { type Content, ContentStore } from '../../src/store/content-store.ts';
import { bundledBook } from '../support/fonts/bundled.ts';
import { decodePng } from '../support/pictures/decode-png.ts';
import { grain, SIXTEEN_GREYS, spec } from '../support/pictures/raster-jobs.ts';
import { type LogLines, logInto } from '../support/server/log-lines.ts';

const SIZE = { widthPx: 200, heightPx: 120 };
const logs: LogLines = [];
const logger = createLogger('warn', logInto(logs));
const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
const pool = new RasterPool({ log: logger, fonts: bundledBook(), scratchDir, threads: 1 });
after(async () => {
  await pool.stop(0);
  rmSync(scratchDir, { recursive: true, force: true });
});

function content(serial: number, maxPngBytes: number): Content {
  const hash = parseContentHash(serial.toString(16).padStart(30, '0'));
  assert.ok(hash !== null);
  const assets = { roots: [], dir: '' };
  const rules = spec({ ...SIZE, palette: SIXTEEN_GREYS, maxPngBytes });
  return {
    hash,
    environment: 'env',
    svg: grain(SIZE, 0.1),
    name: 'n.svg',
    assets,
    origins: null,
    secrets: [],
    spec: rules,
    screen: 'local/n',
  };
}

function openMaker(): PictureMaker {
  const store = new ContentStore();
  return new PictureMaker(store, new SystemScreens(store, { digest: 'env' }), pool, logger);
}

test('every step down the size ladder is logged and counted', async () => {
  const maker = openMaker();
  const free = await maker.picture(content(1, 89_999), deadlineIn(30_000));
  const freeBytes = free.ok ? free.value.length : 0;
  assert.deepEqual([...maker.rungs], [[0, 1]]);
  logs.length = 0;
  const tight = await maker.picture(content(2, freeBytes - 1), deadlineIn(30_000));
  assert.ok(tight.ok && tight.value.length < freeBytes);
  const steps = logs.map(({ ladderStep, bytes, maxPngBytes }) => ({ ladderStep, bytes, maxPngBytes }));
  assert.deepEqual(steps[0], { ladderStep: 0, bytes: freeBytes, maxPngBytes: freeBytes - 1 });
  assert.deepEqual(
    [...maker.rungs],
    [
      [0, 1],
      [steps.length, 1],
    ],
  );
});

test('a picture that no step makes fit becomes the error screen', async () => {
  const maker = openMaker();
  logs.length = 0;
  const made = await maker.picture(content(3, 2_500), deadlineIn(30_000));
  assert.ok(made.ok && made.value.length <= 2_500);
  assert.ok(decodePng(made.value).colours.includes('#000000'));
  assert.match(JSON.stringify(logs), /picture_too_large.*2500 bytes/);
});

test('a picture that had too little time is drawn at the next call', async () => {
  const store = new ContentStore();
  const maker = new PictureMaker(store, new SystemScreens(store, { digest: 'env' }), pool, logger);
  const late = await maker.picture(content(4, 89_999), deadlineIn(0));
  assert.ok(!late.ok && late.error.code === 'overloaded', JSON.stringify(late));
  assert.equal(store.failure(content(4, 89_999).hash, 0), null, 'nothing is noted against it');
  assert.ok((await maker.picture(content(4, 89_999), deadlineIn(30_000))).ok);
});

test('a picture with a hash of former fonts is drawn for who asks, and not kept under that hash', async () => {
  const store = new ContentStore();
  const environment = { digest: 'env' };
  const maker = new PictureMaker(store, new SystemScreens(store, environment), pool, logger);
  const [former, current] = [content(5, 89_999), { ...content(6, 89_999), environment: 'other fonts' }];
  environment.digest = 'other fonts';
  for (const each of [former, current]) assert.ok((await maker.picture(each)).ok);
  assert.equal(store.picture(former.hash), null);
  assert.notEqual(store.picture(current.hash), null);
});

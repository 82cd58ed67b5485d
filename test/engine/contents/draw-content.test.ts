import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, it } from 'node:test';
import { type Content, ContentStore } from '../../../src/engine/contents/content-store.ts';
import { type DrawCall, drawContent, withoutSecrets } from '../../../src/engine/contents/draw-content.ts';
import { SystemScreens } from '../../../src/engine/contents/system-screens.ts';
import { RasterPool } from '../../../src/engine/pool/raster-pool.ts';
import { deadlineIn } from '../../../src/platform/base/deadline.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { bundledBook } from '../../support/fonts/bundled.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { logInto } from '../../support/server/log-lines.ts';

const scratchDir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
const log = createLogger('warn', logInto([]));
const pool = new RasterPool({ log, fonts: bundledBook(), scratchDir, threads: 1, isolation: 'thread' });
after(async () => {
  await pool.stop(0);
  rmSync(scratchDir, { recursive: true, force: true });
});

const CALL: DrawCall = { deadline: deadlineIn(30_000), log, device: null, party: 'entry' };
const BUSY = new SystemScreens(new ContentStore(), { digest: 'env' }).busy({ widthPx: 200, heightPx: 100 });

function content(svg: string): Content {
  return { ...BUSY, svg, name: 'a.svg', secrets: ['hush'] };
}

it('draws a content with what stands over it', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>';
  const overlay = { svg, x: 190, y: 90, widthPx: 8, heightPx: 8 };
  const plain = await drawContent(pool, BUSY, CALL);
  const marked = await drawContent(pool, { ...BUSY, overlay }, CALL);
  assert.ok(plain.ok && marked.ok);
  const at = (png: Uint8Array): string | undefined => decodePng(png).colours[95 * 200 + 195];
  assert.notEqual(at(marked.value.png), at(plain.value.png));
});

it('names no secret in what it says of a picture', async () => {
  const broken = await drawContent(pool, content('<svg><hush'), CALL);
  assert.ok(!broken.ok);
  assert.doesNotMatch(broken.error.message, /hush/);
  const odd = await drawContent(
    pool,
    content('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="hush"/></svg>'),
    CALL,
  );
  assert.ok(odd.ok && odd.value.warnings.length > 0);
  assert.doesNotMatch(JSON.stringify(odd.value.warnings), /hush/);
});

it('withoutSecrets leaves the place of a problem as it is', () => {
  const problem = { message: 'the key hush is wrong', file: 'a.lua', line: 3 };
  const { message, ...place } = withoutSecrets(problem, ['hush']);
  assert.deepEqual(place, { file: 'a.lua', line: 3 });
  assert.doesNotMatch(message, /hush/);
  assert.equal(withoutSecrets(problem, []), problem);
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Deadline, deadlineIn } from '../../src/base/deadline.ts';
import { AppError, type ErrorCode } from '../../src/base/errors.ts';
import { LIMITS } from '../../src/base/limits.ts';
import type { Logger } from '../../src/base/logger.ts';
import type { FetchedPicture } from '../../src/content/picture-maker.ts';
import { image } from '../../src/device/image.ts';
import { parseContentHash } from '../../src/domain/content-hash.ts';
import { decodePng } from '../support/pictures/decode-png.ts';
import { openDeviceApi, type TestDeviceApi } from './open-device-api.ts';

describe('image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  let opened: TestDeviceApi;
  before(async () => {
    opened = await openDeviceApi(folder, {}, 'default_screen: clock\n');
  });
  after(async () => {
    await opened.engine.stop(0);
    rmSync(folder, { recursive: true, force: true });
  });

  function call(): { deadline: Deadline; log: Logger } {
    return { deadline: deadlineIn(30_000), log: opened.log };
  }

  /** Ask for a hash with the query that the server signs for it. */
  function get(name: string): Promise<FetchedPicture> {
    const { api, clock } = opened;
    const hash = parseContentHash(name);
    const signed = hash === null ? '?' : api.signer.sign(hash, clock.nowMs);
    return image(api, name, new URLSearchParams(signed.slice(signed.indexOf('?'))), call());
  }

  function rejects(answer: Promise<FetchedPicture>, code: ErrorCode): Promise<void> {
    return assert.rejects(answer, (error) => error instanceof AppError && error.code === code);
  }

  it('draws a content that is known, once', async () => {
    const { hash } = opened.api.screens.busy({ widthPx: 200, heightPx: 100 });
    const { png, drawn, stagesMs } = await get(hash);
    const { widthPx, heightPx } = decodePng(png);
    assert.deepEqual([widthPx, heightPx], [200, 100]);
    assert.equal(drawn, 'on_call');
    assert.ok('encode' in stagesMs && 'queue' in stagesMs);
    assert.deepEqual(await get(hash), { png, drawn: 'kept', stagesMs: {} });
  });

  it('asks the device to come back for a picture that takes longer than it waits', async () => {
    const { api, clock, log } = opened;
    const { hash } = api.screens.busy({ widthPx: 333, heightPx: 222 });
    const query = new URL(api.signer.sign(hash, clock.nowMs), 'http://stipple.example').searchParams;
    // The only worker is busy for longer.
    const { svg, name, assets, spec } = api.screens.welcome({ widthPx: 4000, heightPx: 4000 }, 'AAAAA-BBBBB');
    const before = opened.engine.raster.run({ svg, name, assets, spec }, deadlineIn(30_000));
    const late = image(api, hash, query, { deadline: deadlineIn(0), log });
    await assert.rejects(late, (error) => {
      assert.ok(error instanceof AppError);
      assert.deepEqual([error.code, error.status], ['picture_delayed', 429]);
      assert.deepEqual(error.headers, { 'Retry-After': '15' });
      return true;
    });
    assert.ok((await before).ok);
    assert.equal(decodePng((await get(hash)).png).widthPx, 333);
  });

  it('knows nothing of a hash that nobody was told', async () => {
    await rejects(get('ab'.repeat(15)), 'content_not_found');
  });

  it('takes no address that is not signed, that is another one, or that is too old', async () => {
    const { api, clock } = opened;
    const { hash } = api.screens.busy({ widthPx: 200, heightPx: 100 });
    const signed = api.signer.sign(hash, clock.nowMs);
    const query = new URLSearchParams(signed.slice(signed.indexOf('?')));
    await rejects(image(api, hash, new URLSearchParams(), call()), 'invalid_signature');
    await rejects(image(api, 'ab'.repeat(15), query, call()), 'invalid_signature');
    clock.nowMs += (LIMITS.signedUrlSeconds + 1) * 1000;
    await rejects(image(api, hash, query, call()), 'invalid_signature');
  });
});

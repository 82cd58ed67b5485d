/** What the console asks for again and again, in as few bytes as can be: compressed lists, thumbnails. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { exchange } from '../support/console/browser.ts';
import { fleetEntries, fleetMac, letCall } from '../support/device/test-fleet.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { getDisplay } from '../support/server/server.ts';

const DEVICES = 500;
const DEVICE = '02:00:00:00:00:01';
const NOISE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">
  <defs><linearGradient id="g"><stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>
  <rect width="800" height="480" fill="url(#g)"/></svg>`;

let admin: Admin;
before(async () => {
  admin = await startAdmin({
    screens: { 'shade.lua': 'return { data = {} }', 'shade.svg': NOISE },
    config: `default_screen: local/shade\ndevices:\n${fleetEntries(DEVICES, 'local/shade')}`,
  });
  for (let number = 0; number < DEVICES; number += 1) {
    letCall(admin.server.app.registry, fleetMac(number), { report: { firmwareVersion: '1.8.15' } });
  }
});
after(() => admin.server.stop());

const get = (route: string, headers: Record<string, string> = {}) =>
  exchange(`${admin.server.url}/api/admin${route}`, 'GET', { Authorization: `Bearer ${TOKEN}`, ...headers });

describe('a list without secrets', () => {
  it('is compressed for callers who take it, to less than a fifth', async () => {
    for (const route of ['/fleet?limit=500', '/screens']) {
      const plain = await get(route);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.equal(plain.headers.vary, 'Accept-Encoding');
      for (const [coding, open] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const { headers, bytes } = await get(route, { 'Accept-Encoding': coding });
        assert.deepEqual([headers['content-encoding'], headers.vary], [coding, 'Accept-Encoding']);
        assert.equal(Number(headers['content-length']), bytes.length);
        assert.equal(open(bytes).length, plain.bytes.length);
        assert.ok(
          bytes.length < plain.bytes.length / 5,
          `${route}: ${bytes.length} of ${plain.bytes.length}`,
        );
      }
    }
  });
});

describe('an answer that may have a secret', () => {
  it('is never compressed: its length would tell of it', async () => {
    for (const route of ['/devices', '/config', '/config/text', '/files/local/shade.lua', '/audit']) {
      const { status, headers } = await get(route, { 'Accept-Encoding': 'br, gzip' });
      assert.deepEqual([status, headers['content-encoding']], [200, undefined], route);
    }
  });
});

describe('a thumbnail', () => {
  it('is the picture in the width that is asked for', async () => {
    await getDisplay(admin.server, DEVICE);
    const route = `/devices/${DEVICE}/picture/told`;
    const whole = await get(route);
    const small = await get(`${route}?width=144`);
    assert.deepEqual([small.status, small.headers['content-type']], [200, 'image/png']);
    const { width, height } = await sharp(small.bytes).metadata();
    // Whole pixels of both sides in the ratio of the picture.
    assert.ok(width !== undefined && width >= 143 && width <= 144, String(width));
    assert.equal(height, 86);
    assert.ok(small.bytes.length < whole.bytes.length / 2, `${small.bytes.length} of ${whole.bytes.length}`);
    assert.notEqual(small.headers.etag, whole.headers.etag);
    const again = await get(`${route}?width=144`, { 'If-None-Match': String(small.headers.etag) });
    assert.equal(again.status, 304);
  });

  it('is refused in a width that is none', async () => {
    for (const width of ['0', '31', '401', '-100', '1e2', 'wide', '']) {
      const answer = await admin.get(`/devices/${DEVICE}/picture/told?width=${width}`);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_query'], width);
      assert.match(answer.body.error, /width: expected a number of pixels, 32 to 400/);
    }
  });
});

/** What each of the smaller examples is for. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import type { PlainObject } from '../../src/platform/base/plain.ts';
import { startLocalServer } from '../support/network/local-server.ts';
import { EXAMPLES_DIR } from '../support/screens/examples.ts';
import { type FakeApi, NOBODY, startFakeApi } from '../support/screens/fake-apis.ts';
import { assertLogged, type DrawOptions, type Gallery, openGallery } from '../support/screens/gallery.ts';

let gallery: Gallery;

before(async () => {
  gallery = await openGallery(null, EXAMPLES_DIR);
});
after(() => gallery.stop());

/** The pixels of a screen as they are sent to the panel. */
async function pixels(
  screen: string,
  options: DrawOptions,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { made } = await gallery.draw(screen, options);
  const picture = await gallery.engine.raster.run(made.content, deadlineIn(30_000));
  assert.ok(picture.ok);
  const raw = await sharp(picture.value.png)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: raw.data, width: raw.info.width, height: raw.info.height };
}

describe('the guest Wi-Fi', () => {
  it('shows a code that a camera reads, on small and on large panels', async () => {
    const params = { ssid: 'Café; "Luise"', password: 'a\\b:c,d' };
    for (const [width, height] of [
      [800, 480],
      [1872, 1404],
      [480, 800],
    ] as const) {
      const image = await pixels('guest-wifi', { params, width, height });
      assert.equal(decodeQr(image), 'WIFI:T:WPA;S:Café\\; \\"Luise\\";P:a\\\\b\\:c\\,d;;', `${width}`);
    }
  });

  it('knows open networks, and keeps a password off the panel when told to', async () => {
    const open = await gallery.draw('guest-wifi', { params: { ssid: 'Open' } });
    assert.ok(open.texts.includes('No password needed') && !open.texts.includes('Password'));
    assert.equal(
      decodeQr(await pixels('guest-wifi', { params: { ssid: 'Open' } })),
      'WIFI:T:nopass;S:Open;P:;;',
    );
    const hidden = await gallery.draw('guest-wifi', {
      params: { ssid: 'Home', password: 'geheim', show_password: false },
    });
    assert.ok(!hidden.texts.some((text) => text.includes('geheim')));
  });

  it('cuts what is too long for its column, and asks for what is missing', async () => {
    const long = await gallery.draw('guest-wifi', {
      params: { ssid: 'N'.repeat(32), password: 'p'.repeat(63) },
    });
    assert.ok(long.texts.some((text) => text.endsWith('…')));
    const none = await gallery.draw('guest-wifi', { params: {} });
    assert.ok(none.texts.includes('Which network?'));
  });
});

describe('the Mandelbrot set', () => {
  it('is computed well within its time, another place for each name', async () => {
    const hashes = new Set<string>();
    for (const place of ['whole', 'elephant', 'island', 'coral', 'lightning']) {
      const { hash, texts } = await gallery.draw('mandelbrot', { params: { place } });
      assert.equal(texts.length, 1);
      hashes.add(hash);
    }
    assert.equal(hashes.size, 5);
  });

  it('is symmetrical as a whole, and black inside', async () => {
    const { data, width, height } = await pixels('mandelbrot', {
      params: { place: 'whole', caption: false },
    });
    const mean = (top: number): number => {
      let sum = 0;
      for (let y = top; y < top + height / 4; y++) {
        for (let x = 0; x < width; x++) sum += data[(y * width + x) * 3] ?? 0;
      }
      return sum / (width * (height / 4));
    };
    assert.ok(Math.abs(mean(0) - mean((height * 3) / 4)) < 3);
    assert.equal(data[((height / 2) * width + Math.round(width * 0.6)) * 3], 0);
  });

  it('sleeps until the next day', async () => {
    const { refreshSeconds } = await gallery.draw('mandelbrot');
    assert.ok(refreshSeconds >= 300 && refreshSeconds <= 86_400 + 300, String(refreshSeconds));
  });
});

describe('the headlines', () => {
  let page: FakeApi;

  beforeEach(async () => {
    page = await startFakeApi();
  });
  afterEach(() => page.stop());

  const texts = async (params: PlainObject = {}): Promise<readonly string[]> =>
    (await gallery.draw('headlines', { params: { url: page.url, ...params } })).texts;

  it('finds them by selectors, in lines, with their small print', async () => {
    page.answer(
      200,
      '<li><h2> One\n &amp; <i>only</i> </h2><small>a</small><li><h2></h2><li><h2>' +
        'word '.repeat(60) +
        '</h2><li><h2>Last</h2>',
    );
    const shown = await texts({ item: 'li', headline: 'h2', detail: 'small', title: 'News' });
    assert.deepEqual(shown.slice(0, 5), ['News', '1', 'One & only', 'a', '2']);
    assert.match(shown[6] ?? '', /^word .*…$/, 'two lines at most');
    assert.deepEqual(shown.slice(7), ['3', 'Last']);
  });

  it('stays calm when the page is away, has changed, or a selector is none', async () => {
    assert.ok((await texts({ url: NOBODY })).includes('No headlines at the moment'));
    page.answer(200, '<p>Something else</p>');
    assert.ok((await texts()).includes('No headlines on this page'));
    assert.ok((await texts({ item: 'li[' })).includes('No headlines on this page'));
    await assertLogged(gallery, /li\[/);
  });
});

describe('the dashboard', () => {
  it('draws what it knows, and leaves out what it does not', async () => {
    const feed = await startFakeApi();
    feed.answer(200, {
      title: 'A <b>title</b>',
      tiles: [
        { kind: 'line', title: 'Flat', values: [5, 5, 5] },
        { kind: 'bars', title: 'Mixed', values: [1, null, 'x', -2, 1e300] },
        { kind: 'gauge', title: 'Over', value: 150, max: 100, unit: '%' },
        { kind: 'pie', title: 'Unknown' },
        { kind: 'line', title: 'Fifth', values: [1] },
      ],
    });
    const { texts, svg } = await gallery.draw('dashboard', { params: { url: feed.url } });
    for (const text of ['A <b>title</b>', 'Flat', 'Mixed', 'Over', 'no data'])
      assert.ok(texts.includes(text), text);
    assert.ok(!texts.includes('Fifth') && !/NaN|nan|inf/.test(svg));
    await feed.stop();
  });

  it('draws every kind of tile alone, and however few values there are', async () => {
    const feed = await startFakeApi();
    for (const tile of [
      { kind: 'line', values: [1] },
      { kind: 'line', values: [-0.0001, 0.0001] },
      { kind: 'bars', values: [0, 0] },
      { kind: 'bars', values: Array.from({ length: 400 }, (_, n) => n) },
      { kind: 'gauge', value: 0, min: -10, max: 0 },
      { kind: 'sparklines', rows: [{ values: [3, 3] }, 7, {}] },
      { kind: 'line', values: [] },
      { kind: 7 },
    ]) {
      feed.answer(200, { tiles: [tile] });
      const url = `${feed.url}/${encodeURIComponent(JSON.stringify(tile).slice(0, 60))}`;
      const { svg } = await gallery.draw('dashboard', { params: { url } });
      assert.ok(!/NaN|nan|inf/.test(svg), JSON.stringify(tile));
    }
    await feed.stop();
  });

  it('sends its token, and shows a calm page without an answer', async () => {
    const seen: (string | undefined)[] = [];
    const server = await startLocalServer({
      '/': (request, response) => {
        seen.push(request.headers.authorization);
        response.writeHead(401).end('no');
      },
    });
    const url = `${server.url}/`;
    const { texts } = await gallery.draw('dashboard', { params: { url, token: 's3cret' } });
    assert.ok(texts.includes('No data at the moment'));
    assert.equal(seen[0], 'Bearer s3cret');
    assert.ok(!JSON.stringify(gallery.logs).includes('s3cret'));
    await server.stop();
  });
});

describe('the photo frame', () => {
  it('fills the panel with the photo of an address, and falls back to its own', async () => {
    const white = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#ffffff' } })
      .png()
      .toBuffer();
    const { url, stop } = await startLocalServer({
      '/a.png': (_, response) => response.end(white),
      '/b.png': (_, response) => response.end('no picture'),
    });
    const own = (await gallery.draw('photo-frame')).hash;
    const other = await gallery.draw('photo-frame', { params: { url: `${url}/a.png` } });
    assert.notEqual(other.hash, own);
    assert.equal((await gallery.draw('photo-frame', { params: { url: `${url}/b.png` } })).hash, own);
    assert.equal((await gallery.draw('photo-frame', { params: { url: NOBODY } })).hash, own);
    await assertLogged(gallery, /^photo: .*expected JPEG/);
    await stop();
  });

  it('shows all of the photo on a mat, with a caption that is cut and escaped', async () => {
    const caption = `<${'long '.repeat(40)}>`;
    const { svg, texts } = await gallery.draw('photo-frame', { params: { frame: 'mat', caption } });
    const [, width, height] = /<image [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
    assert.ok(Math.abs(Number(width) / Number(height) - 4 / 3) < 0.01, `${width} x ${height}`);
    assert.match(texts[0] ?? '', /^<long .*…$/);
  });
});

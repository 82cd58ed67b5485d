/** QR codes on the picture of a panel, read from its pixels by a decoder. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import decodeQR from 'qr/decode.js';
import { getDisplay, getImage, startServer, type TestServer } from '../support/server/server.ts';

/** The background is a middle grey, which is dithered into dots: the area of the code must have none. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ layout.width }} {{ layout.height }}">
  <rect width="100%" height="100%" fill="#888888"/>{{ data.code | safe }}</svg>`;

/** Options of each code in Lua, and the bytes that a decoder must read. */
const CODES: Readonly<Record<string, readonly [lua: string, bytes: Buffer]>> = {
  wifi: [
    '"WIFI:T:WPA;S:Gäste;P:" .. params.key .. ";;", { x = 400, y = 240, anchor = "center" }',
    Buffer.from('WIFI:T:WPA;S:Gäste;P:a b;;', 'utf8'),
  ],
  digits: ['("0123456789"):rep(30), { module = 3, ecc = "high" }', Buffer.from('0123456789'.repeat(30))],
  binary: [
    '"\\0\\1\\200\\255\\65", { size = 150.7, x = 799.6, y = 479.6, anchor = "bottom-right" }',
    Buffer.from([0, 1, 200, 255, 65]),
  ],
  large: [
    '("x"):rep(1200), { ecc = "low", module = 4, margin = 1, x = 400, y = 240, anchor = "center" }',
    Buffer.from('x'.repeat(1200)),
  ],
  inks: [
    '"https://example.org/", { dark = "#000", light = "white", x = 20, y = 20, margin = 6 }',
    Buffer.from('https://example.org/'),
  ],
};

describe('a QR code', () => {
  let server: TestServer;
  before(async () => {
    const screens = Object.entries(CODES).flatMap(([name, [lua]]) => [
      [`${name}.lua`, `return { data = { code = (qr_svg(${lua})) } }`],
      [`${name}.svg`, SVG],
    ]);
    const devices = Object.keys(CODES).map(
      (name, n) => `  "AA:00:00:00:00:0${n}": { screen: ${name}, params: { key: a b } }`,
    );
    server = await startServer({
      screens: Object.fromEntries(screens),
      config: `devices:\n${devices.join('\n')}\n`,
    });
  });
  after(() => server.stop());

  for (const [n, [name, [, bytes]]] of Object.entries(CODES).entries()) {
    it(`can be read on the panel: ${name}`, async () => {
      const { image_url } = await getDisplay(server, `AA:00:00:00:00:0${n}`, { Width: '800', Height: '800' });
      const { width, height, data } = PNG.sync.read(await getImage(image_url));
      const textDecoder = (read: Uint8Array) => Buffer.from(read).toString('latin1');
      const options = { effort: Number.POSITIVE_INFINITY, timeLimit: Number.POSITIVE_INFINITY, textDecoder };
      assert.equal(decodeQR({ width, height, data }, options), bytes.toString('latin1'));
    });
  }

  it('has modules of whole pixels, without shades between the colours', async () => {
    const { image_url } = await getDisplay(server, 'AA:00:00:00:00:04', { Width: '800', Height: '800' });
    const { width, data } = PNG.sync.read(await getImage(image_url));
    // 25 modules and two margins of 6, each of 4 pixels, from (20, 20).
    const shades = new Set<number>();
    for (let y = 0; y < 37 * 4; y++) {
      for (let x = 0; x < 37 * 4; x++) {
        const at = ((20 + y) * width + 20 + x) * 4;
        const corner = ((20 + y - (y % 4)) * width + 20 + x - (x % 4)) * 4;
        assert.equal(data[at], data[corner], `pixel ${x}, ${y}`);
        shades.add(data[at] ?? -1);
      }
    }
    assert.deepEqual([...shades].sort(), [0, 255]);
    const outside = new Set(Array.from({ length: 37 * 4 }, (_, x) => data[(19 * width + 20 + x) * 4]));
    assert.ok(outside.size > 1, 'what lies outside is dithered');
  });
});

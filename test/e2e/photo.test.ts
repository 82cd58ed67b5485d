/** A photo from a web server, through `image_process`, on the picture of a panel. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { type LocalServer, startLocalServer } from '../support/network/local-server.ts';
import {
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const PHOTO = 'AA:00:00:00:00:01';
const BROKEN = 'AA:00:00:00:00:02';
const MANY = 'AA:00:00:00:00:03';

const SCREENS = {
  ...PLAIN_SCREEN,
  'photo.lua': `
    local photo, width, height = image_process(http_get(params.url), { preset = "eink", width = 400, height = 480 })
    return { data = { photo = photo, width = width, height = height } }`,
  'photo.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><rect width="800" height="480" fill="white"/>
    <image x="400" href="{{ data.photo }}" width="{{ data.width }}" height="{{ data.height }}"/></svg>`,
  'many.lua': `
    local bytes = read_asset("large.png")
    for n = 1, 10 do image_process(bytes, { width = 4096, height = 4096, contrast = n / 20, clarity = 1, sharpen = 9 }) end
    return { data = {} }`,
  'many.svg': PLAIN_SCREEN['plain.svg'] ?? '',
};

describe('a photo', () => {
  let server: TestServer;
  let web: LocalServer;
  before(async () => {
    // Dark on the left, light on the right, and rotated by its EXIF orientation.
    const ramp = Buffer.from(
      Array.from({ length: 600 * 400 }, (_, n) => 60 + Math.floor(((n / 600) * 140) / 400)),
    );
    const photo = await sharp(ramp, { raw: { width: 600, height: 400, channels: 1 } })
      .withMetadata({ orientation: 8 })
      .avif()
      .toBuffer();
    web = await startLocalServer({
      '/photo': (_, response) => response.end(photo),
      '/broken': (_, response) => response.end(photo.subarray(0, 200)),
    });
    const { url } = web;
    const large = await sharp({ create: { width: 7_000, height: 7_000, channels: 3, background: '#345678' } })
      .png()
      .toBuffer();
    server = await startServer({
      composeThreads: 4,
      screens: { ...SCREENS, 'large.png': large },
      config: `default_screen: plain
devices:
  "${PHOTO}": { screen: photo, params: { url: "${url}/photo" } }
  "${BROKEN}": { screen: photo, params: { url: "${url}/broken" } }
  "${MANY}": { screen: many }
`,
    });
  });
  after(async () => {
    await server.stop();
    await web.stop();
  });

  it('is upright on the panel, with tones from black to white', async () => {
    const { image_url, refresh_rate } = await getDisplay(server, PHOTO);
    assert.equal(refresh_rate, 900);
    const { width, data } = PNG.sync.read(await getImage(image_url));
    const column = (x: number) => {
      let sum = 0;
      for (let y = 0; y < 480; y++) sum += data[(y * width + x) * 4] ?? 0;
      return sum / 480;
    };
    assert.deepEqual([column(0), column(399)], [255, 255]);
    assert.ok(column(402) < 20 && column(797) > 235, `${column(402)}, ${column(797)}`);
    assert.ok(column(500) < column(600) && column(600) < column(700));
  });

  it('is the same picture for the next call', async () => {
    const before = web.seen.length;
    const [first, second] = [await getDisplay(server, PHOTO), await getDisplay(server, PHOTO)];
    assert.equal(web.seen.length, before + 2);
    assert.equal(first.filename, second.filename);
  });

  it('that is damaged leads to an error screen, with the line of the script in the log', async () => {
    assert.equal((await getDisplay(server, BROKEN)).refresh_rate, 60);
    const line = server.logs.find((entry) => String(entry['msg']).includes('the picture is damaged'));
    assert.match(String(line?.['msg']), /photo\.lua:2: image_process: the picture is damaged/);
  });

  it('delays its own screen, but no other devices', async () => {
    const many = getDisplay(server, MANY);
    let isDone = false;
    void many.then(() => {
      isDone = true;
    });
    let served = 0;
    while (!isDone) {
      assert.equal((await getDisplay(server, 'CC:00:00:00:00:01')).refresh_rate, 120);
      served += 1;
    }
    assert.ok([60, 900].includes((await many).refresh_rate));
    assert.ok(served > 10, `${served} devices were served meanwhile`);
  });
});

/** Frames for clients that read no PNG, know no names of pictures, or are browsers. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { launchChromium } from '../support/browser/chromium.ts';
import { frameToken, tokenMap } from '../support/frames/fetch-frame.ts';
import { PLAIN_SCREEN, startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const CONFIG = `frames:
  hall: { screen: plain, width: 320, height: 240, frame_tokens: ${tokenMap('a')} }
  black: { screen: plain, width: 320, height: 240, colors: "#000000,#ffffff", frame_tokens: ${tokenMap('a')} }
`;
const QUERY = `?token=${frameToken('a')}`;

describe('a frame', () => {
  let server: TestServer;
  let browser: Browser;
  before(async () => {
    server = await startServer({ config: CONFIG, screens: PLAIN_SCREEN });
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    await server.stop();
  });

  const ask = (name: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    fetch(`${server.url}/frame/${name}${QUERY}`, { headers });
  const bytesOf = async (name: string): Promise<Buffer> => {
    const answer = await ask(name);
    assert.equal(answer.status, 200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.headers.get('content-length'), String(bytes.length));
    return bytes;
  };

  it('is a baseline JPEG too, which looks like the PNG', async () => {
    assert.equal((await ask('hall.jpg')).headers.get('content-type'), 'image/jpeg');
    const jpeg = await bytesOf('hall.jpg');
    const about = await sharp(jpeg).metadata();
    assert.deepEqual(
      [about.format, about.width, about.height, about.isProgressive],
      ['jpeg', 320, 240, false],
    );
    const [shown, wanted] = await Promise.all(
      [jpeg, await bytesOf('hall.png')].map((file) => sharp(file).greyscale().raw().toBuffer()),
    );
    const apart = [...(shown ?? [])].reduce((sum, value, n) => sum + Math.abs(value - (wanted?.[n] ?? 0)), 0);
    assert.ok(apart / (320 * 240) < 6, `${apart / (320 * 240)} levels apart`);
  });

  it('is a BMP too, of one bit where it is black and white', async () => {
    assert.equal((await ask('black.bmp')).headers.get('content-type'), 'image/bmp');
    const bmp = await bytesOf('black.bmp');
    assert.deepEqual([bmp.readUInt16LE(28), bmp.length], [1, 62 + (320 / 8) * 240]);
    assert.equal((await bytesOf('hall.bmp')).readUInt16LE(28), 4);
    const tab = await browser.newPage();
    await tab.goto(`${server.url}/frame/hall.bmp${QUERY}`);
    assert.equal(await tab.evaluate('document.images[0].naturalWidth'), 320);
    await tab.close();
  });

  it('is 304 for a client that knows its time, until it is another picture', async () => {
    for (const format of ['png', 'jpg', 'bmp']) {
      const since = (await ask(`hall.${format}`)).headers.get('last-modified') ?? '';
      assert.ok(Date.parse(since) <= Date.now() + 1_000, since);
      const again = await ask(`hall.${format}`, { 'If-Modified-Since': since });
      assert.deepEqual([again.status, again.headers.get('last-modified')], [304, since]);
      const earlier = new Date(Date.parse(since) - 1_000).toUTCString();
      for (const time of [earlier, 'yesterday', `${since}x`]) {
        assert.equal((await ask(`hall.${format}`, { 'If-Modified-Since': time })).status, 200, time);
      }
      // A name counts before a time.
      const other = { 'If-None-Match': '"0123"', 'If-Modified-Since': since };
      assert.equal((await ask(`hall.${format}`, other)).status, 200);
    }
    const since = (await ask('black.png')).headers.get('last-modified') ?? '';
    const script = path.join(server.screensDir, 'plain.lua');
    writeFileSync(script, 'return { data = { title = "another" }, refresh_rate = 120 }');
    const changed = await ask('black.png', { 'If-Modified-Since': since });
    assert.equal(changed.status, 200);
    assert.ok(Date.parse(changed.headers.get('last-modified') ?? '') > Date.parse(since));
  });

  it('takes its token as the password of Basic authentication', async () => {
    const basic = (text: string) => ({ Authorization: `Basic ${Buffer.from(text).toString('base64')}` });
    const get = (name: string, headers: Readonly<Record<string, string>>) =>
      fetch(`${server.url}/frame/${name}`, { headers });
    for (const user of ['', 'camera']) {
      assert.equal((await get('hall.jpg', basic(`${user}:${frameToken('a')}`))).status, 200);
    }
    for (const text of [frameToken('a'), `${frameToken('a')}:`, ':wrong']) {
      assert.equal((await get('hall.jpg', basic(text))).status, 401, text);
    }
  });

  it('has a page that fills the window with the picture, and shows the next one', async () => {
    const tab = await browser.newPage({ viewport: { width: 640, height: 480 } });
    const problems: string[] = [];
    tab.on('console', (message) => problems.push(message.text()));
    tab.on('pageerror', (error) => problems.push(String(error)));
    const script = path.join(server.screensDir, 'plain.lua');
    writeFileSync(script, 'return { data = { title = "first" }, refresh_rate = 1 }');
    await tab.goto(`${server.url}/frame/hall${QUERY}`);
    await until(() => tab.evaluate<boolean>('document.images[0].naturalWidth === 320'));
    const box = await tab.evaluate('JSON.stringify(document.images[0].getBoundingClientRect())');
    const { width, height } = JSON.parse(String(box)) as { width: number; height: number };
    assert.deepEqual([width, height], [640, 480]);
    const shot = process.env['FRAME_SHOT'];
    if (shot !== undefined) await tab.screenshot({ path: shot });
    const before = await tab.evaluate('document.images[0].src');
    writeFileSync(script, 'return { data = { title = "second" }, refresh_rate = 1 }');
    await until(() => tab.evaluate<boolean>(`document.images[0].src !== ${JSON.stringify(before)}`));
    assert.deepEqual(problems, []);
    await tab.close();
  });

  it('refuses the page without a token, so that a browser asks for one', async () => {
    for (const name of ['hall', 'nowhere']) {
      const answer = await fetch(`${server.url}/frame/${name}`);
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get('www-authenticate'), 'Basic realm="frame"');
    }
  });
});

/** Pictures that are pushed to a device, from the push to the panel and back to its screen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { findAssets } from '../../src/config/env/assets.ts';
import { display, setup } from '../support/device/calls.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { decodePng } from '../support/pictures/decode-png.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { pushPicture } from '../support/server/pushes.ts';
import { getDisplay, getImage, PLAIN_SCREEN } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const KEEPER = 'AA:BB:CC:DD:EE:02';
const INKS = ['#000000', '#ffffff', '#ff0000', '#ffff00'];
const CONFIG = `default_screen: plain
panels:
  four: { width: 800, height: 480, colors: "${INKS.join(',')}" }
devices:
  "${MAC}": { screen: plain, panel: four }
  "${KEEPER}": { screen: keeper }
  "ABCDE-FGHJK": { screen: plain, panel: four }
`;
const SCREENS = {
  ...PLAIN_SCREEN,
  'keeper.lua': 'return { skip_update = true, refresh_rate = 300 }',
  'keeper.svg': PLAIN_SCREEN['plain.svg'] ?? '',
};
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 240"><rect width="400" height="240" fill="#ff0000"/><rect width="200" height="240" fill="#ffff00"/></svg>';
const CLOCK = fileURLToPath(new URL('../support/faults/shifted-clock.js', import.meta.url));

function photo(): Uint8Array<ArrayBuffer> {
  const { examplesDir } = findAssets();
  return new Uint8Array(readFileSync(path.join(examplesDir, 'photo-frame/photo.jpg')));
}

function shares(png: Buffer): Record<string, number> {
  const { colours } = decodePng(png);
  return Object.fromEntries(
    INKS.map((ink) => [ink, colours.filter((colour) => colour === ink).length / colours.length]),
  );
}

describe('a picture that is pushed to a device', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, screens: SCREENS });
  });
  after(() => admin.server.stop());

  it('is what the device shows until it is removed, under a name of its own', async () => {
    const { server } = admin;
    const before = await getDisplay(server, MAC);
    assert.equal((await admin.get(`/devices/${MAC}/picture`)).body.code, 'not_pushed');
    const { status, body } = await pushPicture(server, MAC, SVG, { query: '?ttl=7200' });
    assert.equal(status, 200);
    assert.equal(Date.parse(body.until) - Date.parse(body.pushed), 7_200_000);
    assert.deepEqual(body.problems, []);
    const shown = await getDisplay(server, MAC);
    assert.deepEqual([shown.filename, shown.refresh_rate], [body.name, 900]);
    assert.notEqual(shown.filename, before.filename);
    const picture = await getImage(shown.image_url);
    assert.deepEqual(shares(picture), { '#000000': 0, '#ffffff': 0, '#ff0000': 0.5, '#ffff00': 0.5 });
    const { problems: _, ...kept } = body;
    assert.deepEqual((await admin.get(`/devices/${MAC}/picture`)).body, kept);
    assert.deepEqual((await admin.delete(`/devices/${MAC}/picture`)).body, { ok: true });
    assert.equal((await getDisplay(server, MAC)).filename, before.filename);
  });

  it('comes without what it refers to in other files, and its answer names that', async () => {
    const svg = SVG.replace(
      '</svg>',
      '<use href="icons.svg#sun"/><rect width="9" height="9" fill="url(a.svg#g)"/></svg>',
    );
    const { status, body } = await pushPicture(admin.server, MAC, svg);
    assert.equal(status, 200);
    const all = body.problems.join('\n');
    assert.match(all, /href of <use> refers to "icons\.svg#sun", which is another file/);
    assert.match(all, /fill of <rect> refers to "a\.svg#g", which is another file/);
    await admin.delete(`/devices/${MAC}/picture`);
  });

  it('is in the preview while it is pushed', async () => {
    const preview = async () => {
      const headers = { Authorization: `Bearer ${TOKEN}` };
      const answer = await fetch(`${admin.server.url}/api/admin/devices/${MAC}/preview`, { headers });
      return shares(Buffer.from(await answer.arrayBuffer()))['#ff0000'];
    };
    assert.equal(await preview(), 0);
    await pushPicture(admin.server, MAC, SVG);
    assert.equal(await preview(), 0.5);
    await admin.delete(`/devices/${MAC}/picture`);
    assert.equal(await preview(), 0);
  });

  it('is toned and dithered as a photo, in the inks of the panel', async () => {
    const { body } = await pushPicture(admin.server, MAC, photo(), { type: 'image/jpeg', query: '?ttl=60' });
    assert.deepEqual([body.width, body.height, body.fit, body.tone], [800, 480, 'cover', 'continuous']);
    const { filename, image_url: address, refresh_rate: refresh } = await getDisplay(admin.server, MAC);
    assert.equal(filename, body.name);
    // No longer than the picture is pushed.
    assert.ok(refresh <= 60);
    const png = await getImage(address);
    assert.ok(png.length <= 89_999);
    const found = shares(png);
    assert.ok(Math.abs(Object.values(found).reduce((sum, share) => sum + share, 0) - 1) < 1e-9);
    assert.ok(
      INKS.every((ink) => (found[ink] ?? 0) > 0.01),
      JSON.stringify(found),
    );
    await admin.delete(`/devices/${MAC}/picture`);
  });

  it('is fitted as the call says', async () => {
    const square = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const red = async (query: string): Promise<Record<string, number>> => {
      await pushPicture(admin.server, MAC, new Uint8Array(square), { type: 'image/png', query });
      return shares(await getImage((await getDisplay(admin.server, MAC)).image_url));
    };
    assert.deepEqual(await red(''), { '#000000': 0, '#ffffff': 0.4, '#ff0000': 0.6, '#ffff00': 0 });
    assert.equal((await red('?background=ffff00'))['#ffff00'], 0.4);
    for (const fit of ['cover', 'fill']) assert.equal((await red(`?fit=${fit}`))['#ff0000'], 1);
    const webp = await sharp(square).webp({ lossless: true }).toBuffer();
    const { status } = await pushPicture(admin.server, MAC, new Uint8Array(webp), { type: 'image/webp' });
    assert.equal(status, 200);
    await admin.delete(`/devices/${MAC}/picture`);
  });

  it('is not left in place by a script that has nothing new', async () => {
    const { server } = admin;
    const own = await getDisplay(server, KEEPER);
    await getImage(own.image_url);
    await pushPicture(server, KEEPER, SVG);
    assert.notEqual((await getDisplay(server, KEEPER)).filename, own.filename);
    await admin.delete(`/devices/${KEEPER}/picture`);
    assert.equal((await getDisplay(server, KEEPER)).filename, own.filename);
    assert.equal((await getDisplay(server, KEEPER)).filename, own.filename);
  });

  it('may wait for a device that has an entry and never called', async () => {
    const { body } = await pushPicture(admin.server, 'abcdefghjk', photo(), { type: 'image/jpeg' });
    assert.deepEqual([body.width, body.height], [800, 480]);
    assert.equal((await admin.get('/devices/ABCDE-FGHJK/picture')).body.name, body.name);
  });

  it('needs a device, and a token', async () => {
    assert.equal((await pushPicture(admin.server, 'AA:BB:CC:DD:EE:99', SVG)).body.code, 'unknown_device');
    assert.equal((await pushPicture(admin.server, 'DEFAULT', SVG)).body.code, 'reserved_key');
    const init = { method: 'PUT', headers: { 'Content-Type': 'image/svg+xml' }, body: SVG };
    const answer = await fetch(`${admin.server.url}/api/admin/devices/${MAC}/picture`, init);
    assert.equal(answer.status, 401);
  });

  it('goes with a device that is forgotten', async () => {
    const mac = 'AA:BB:CC:DD:EE:77';
    const { filename } = await getDisplay(admin.server, mac);
    await pushPicture(admin.server, mac, SVG);
    assert.equal((await admin.delete(`/devices/${mac}?forget`)).status, 200);
    assert.equal((await getDisplay(admin.server, mac)).filename, filename);
  });
});

async function shownBy(
  server: Pick<ServerProcess, 'url'>,
  mac: string,
  key: string,
): Promise<{ name: string; url: string }> {
  const { body } = await display(server, mac, key);
  return { name: body.filename, url: body.image_url };
}

describe('a pushed picture in a state store', () => {
  it('outlives the server, and ends at its time', async (t) => {
    const env = {
      STORE_URL: `file:${path.join(tempTree(t), 'state')}`,
      SERVICE_URL_SECRET: 'the same for all servers',
      SERVICE_ADMIN_TOKEN: TOKEN,
    };
    const serve = async (aheadMs: number): Promise<ServerProcess> => {
      const server = await startServerProcess({
        ...{ config: CONFIG, screens: SCREENS },
        env: { ...env, CLOCK_AHEAD_MS: String(aheadMs) },
        nodeArguments: ['--import', CLOCK],
      });
      t.after(() => server.stop());
      return server;
    };
    const first = await serve(0);
    const { api_key: key } = (await setup(first, MAC)).body;
    const own = await shownBy(first, MAC, key);
    const { body } = await pushPicture(first, MAC, photo(), { type: 'image/jpeg', query: '?ttl=1800' });
    await first.stop();
    // The clock of this process is right.
    const second = (await startAdmin({ config: CONFIG, screens: SCREENS, env })).server;
    const shown = await shownBy(second, MAC, key);
    assert.equal(shown.name, body.name);
    assert.ok((await getImage(shown.url)).length > 10_000);
    await second.stop();
    const third = await serve(1_800_000);
    assert.equal((await shownBy(third, MAC, key)).name, own.name);
  });

  it('is shown by all servers of a Redis, in the same bytes', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const env = { STORE_URL: redis.url, SERVICE_URL_SECRET: 'the same for all servers' };
    const admins = [1, 2].map(() => startAdmin({ config: CONFIG, screens: SCREENS, env }));
    const [one, two] = (await Promise.all(admins)) as [Admin, Admin];
    t.after(() => Promise.all([one.server.stop(), two.server.stop()]));
    const own = await getDisplay(two.server, MAC);
    const { body } = await pushPicture(one.server, MAC, photo(), { type: 'image/jpeg' });
    await until(async () => (await getDisplay(two.server, MAC)).filename === body.name);
    const shown = await getDisplay(two.server, MAC);
    const elsewhere = (await getDisplay(one.server, MAC)).image_url;
    assert.deepEqual(await getImage(shown.image_url), await getImage(elsewhere));
    await two.delete(`/devices/${MAC}/picture`);
    await until(async () => (await getDisplay(one.server, MAC)).filename === own.filename);
    assert.equal((await one.get(`/devices/${MAC}/picture`)).status, 404);
  });
});

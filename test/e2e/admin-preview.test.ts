/** Previews: the picture of a device for people; it is cached, and does not delay devices. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { listen } from '../support/network/listen.ts';
import { type Admin, SCREENS, startAdmin, TOKEN } from '../support/server/admin.ts';
import { getDisplay, getImage } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">';
const CONFIG = `default_screen: plain
devices:
  "${MAC}": { screen: local/colours, panel: tri }
  ABCDE-FGHJK: { screen: local/broken }
  BBBBBBBBBB: { screen: local/undrawable }
  CCCCCCCCCC: { screen: local/nowhere }
  DEFAULT: { screen: local/who }
panels:
  tri:
    width: 400
    height: 240
    colors: "#000000,#ffffff,#ff0000"
    colors_actual: "#202020,#e0e0e0,#a03030"
`;

interface Shot {
  readonly status: number;
  readonly made: string | null;
  readonly texts: string | null;
  readonly problems: string | null;
  readonly png: Buffer;
}

let admin: Admin;

async function preview(key: string, query = ''): Promise<Shot> {
  const response = await fetch(`${admin.server.url}/api/admin/devices/${key}/preview${query}`, {
    headers: { Authorization: `Bearer ${TOKEN}` },
  });
  const png = Buffer.from(await response.arrayBuffer());
  if (response.status === 200) {
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('content-length'), String(png.length));
  }
  const { headers } = response;
  return {
    status: response.status,
    made: headers.get('x-service-preview'),
    texts: headers.get('x-stipple-texts'),
    problems: headers.get('x-stipple-problems'),
    png,
  };
}

/** The colours of a picture. */
async function coloursOf(png: Buffer): Promise<Set<string>> {
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += info.channels) {
    colours.add(`#${data.subarray(at, at + 3).toString('hex')}`);
  }
  return colours;
}

before(async () => {
  admin = await startAdmin({
    config: CONFIG,
    screens: {
      ...SCREENS,
      'colours.lua': 'return { data = {}, refresh_rate = 300 }',
      'colours.svg': `${SVG}<rect width="800" height="480" fill="#ff0000"/><rect width="400" height="480" fill="#808080"/></svg>`,
      'broken.lua': 'error("no " .. "luck")',
      'broken.svg': `${SVG}</svg>`,
      'undrawable.lua': 'return { data = {} }',
      'undrawable.svg': `${SVG}<image href="missing.png" width="9" height="9"/></svg>`,
      'who.lua':
        'return { data = { title = (device.mac or "nobody") .. " " .. tostring(device.registered) }, refresh_rate = 1 }',
      'who.svg': SCREENS['plain.svg'] ?? '',
      // Slow enough that all callers are waiting before the first is served.
      'slow.lua': 'local sum = 0 for i = 1, 10000000 do sum = sum + i end return { data = {} }',
      'slow.svg': SCREENS['plain.svg'] ?? '',
      'typos.lua': 'return { data = { title = "x", key = params.key } }',
      'typos.svg': `${SVG}\n<text y="40">{{ data.titel }}</text>\n<text x="760" y="90">é{{ data.key }}</text></svg>`,
      'typos.meta.yaml': 'params: { key: { type: string, sensitive: true, default: hunter2 } }',
      'texts.lua': 'return { data = {} }',
      'texts.svg': `${SVG}<text x="10" y="50">a</text><text x="10" y="90" opacity="0.5">\u00e9</text><text x="10" y="150" stroke="#000">c</text></svg>`,
    },
  });
});
after(() => admin.server.stop());

describe('GET /api/admin/devices/{key}/preview', () => {
  it('shows the picture in measured colours, in the colours that are sent, or before dithering', async () => {
    const measured = await preview(MAC);
    assert.deepEqual(await coloursOf(measured.png), new Set(['#202020', '#e0e0e0', '#a03030']));
    const sent = await preview(MAC, '?measured=off');
    assert.deepEqual(await coloursOf(sent.png), new Set(['#000000', '#ffffff', '#ff0000']));
    const plain = await preview(MAC, '?dither=off');
    assert.deepEqual(await coloursOf(plain.png), new Set(['#808080', '#ff0000']));
    const { width, height } = await sharp(measured.png).metadata();
    assert.deepEqual([width, height], [400, 240]);
  });

  it('shows the picture of the device', async () => {
    await getDisplay(admin.server, 'AA:BB:CC:DD:EE:0A');
    await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:0A', screen: 'local/plain' });
    const { image_url: url } = await getDisplay(admin.server, 'AA:BB:CC:DD:EE:0A');
    const picture = await sharp(await getImage(url))
      .raw()
      .toBuffer();
    const shown = await sharp((await preview('AA:BB:CC:DD:EE:0A', '?measured=off')).png)
      .raw()
      .toBuffer();
    assert.ok(picture.equals(shown));
  });

  it('reports how many texts were fitted, and why others were not, also from the cache', async () => {
    const mac = 'AA:BB:CC:DD:EE:0B';
    await admin.post('/devices', { key: mac, screen: 'local/texts' });
    const expected = '1 fitted, 2 plain: opacity="0.5" (1), stroke (1)';
    for (const made of ['miss', 'hit']) {
      const shot = await preview(mac);
      assert.deepEqual([shot.made, shot.texts], [made, expected]);
    }
    assert.equal((await preview(mac, '?dither=off')).texts, '0 fitted, 0 plain');
  });

  it('reports the problems of the screen, without its secrets, also from the cache', async () => {
    const mac = 'AA:BB:CC:DD:EE:0C';
    await admin.post('/devices', { key: mac, screen: 'local/typos' });
    for (const made of ['miss', 'hit']) {
      const shot = await preview(mac);
      assert.equal(shot.made, made);
      assert.match(shot.problems ?? '', /\\u00e9/);
      assert.deepEqual(JSON.parse(shot.problems ?? ''), [
        'typos.svg:2:17: data.titel is not set, so this prints nothing: did you mean data.title?',
        'typos.svg:3:1: the text "é[redacted]" is cut off at the right edge of the page, by 20 px',
      ]);
    }
    const logged = admin.server.logs.filter(({ screen }) => screen === 'local/typos');
    assert.equal(logged.filter(({ msg }) => /data\.titel/.test(String(msg))).length, 1);
    assert.doesNotMatch(JSON.stringify(logged), /hunter2/);
  });

  it('reports why a screen fails', async () => {
    assert.match((await preview('ABCDE-FGHJK')).problems ?? '', /^\["broken\.lua:1: no luck"\]$/);
  });

  it('reads its parameters in every spelling, and caches each combination separately', async () => {
    const dithered = (await preview(MAC, '?measured=off')).png;
    const undithered = (await preview(MAC, '?dither=off')).png;
    for (const off of ['0', 'false', 'no', 'OFF']) {
      assert.ok((await preview(MAC, `?dither=${off}`)).png.equals(undithered), off);
      assert.ok((await preview(MAC, `?measured=${off}`)).png.equals(dithered), off);
      assert.ok((await preview(MAC, `?dither=${off}&measured=${off}`)).png.equals(undithered), off);
    }
    for (const on of ['on', '1', '', 'bayer', '%zz']) {
      const shot = await preview(MAC, `?dither=${on}&measured=${on}`);
      assert.deepEqual([shot.status, shot.made], [200, 'hit'], on);
    }
  });

  it('sends a cached picture until it is forced, or the entry of the device changes', async () => {
    const mac = 'AA:BB:CC:DD:EE:02';
    await admin.post('/devices', { key: mac, screen: 'local/plain', params: { title: 'one' } });
    const first = await preview(mac);
    const again = await preview(mac);
    assert.deepEqual([first.made, again.made], ['miss', 'hit']);
    assert.ok(first.png.equals(again.png));
    for (const force of ['?force', '?force=', '?force=0', '?dither=on&force=off']) {
      assert.equal((await preview(mac, force)).made, 'miss', force);
    }
    await admin.patch('/devices/DEFAULT', { refresh: 77 });
    assert.equal((await preview(mac)).made, 'hit', 'another device was changed');
    await admin.patch(`/devices/${mac}`, { params: { title: 'two' } });
    const changed = await preview(mac);
    assert.equal(changed.made, 'miss');
    assert.ok(!changed.png.equals(first.png));
  });

  it('does not show a change of the screen until it is forced', async () => {
    const mac = 'AA:BB:CC:DD:EE:03';
    await admin.post('/devices', { key: mac, screen: 'local/plain' });
    const before = await preview(mac);
    writeFileSync(
      path.join(admin.server.screensDir, 'plain.lua'),
      'return { data = { title = "edited" }, refresh_rate = 120 }',
    );
    assert.ok((await preview(mac)).png.equals(before.png));
    assert.ok(!(await preview(mac, '?force')).png.equals(before.png));
    assert.equal((await preview(mac)).made, 'hit');
  });

  it('shows the error screen for every kind of failure', async () => {
    for (const key of ['ABCDEFGHJK', 'BBBBB-BBBBB', 'CCCCCCCCCC']) {
      const { status, png } = await preview(key);
      assert.equal(status, 200, key);
      const { width, height } = await sharp(png).metadata();
      assert.deepEqual([width, height], [800, 480]);
      assert.equal((await preview(key)).made, 'hit', 'an error is kept as well');
    }
  });

  it('shows the picture of an unknown device for DEFAULT', async () => {
    assert.equal((await preview('DEFAULT')).status, 200);
    const own = await preview('default', '?force');
    assert.equal(own.made, 'miss');
  });

  it('is 404 for a device without an entry, also when it has called', async () => {
    await getDisplay(admin.server, 'AA:BB:CC:DD:EE:99');
    assert.equal((await preview('AA:BB:CC:DD:EE:99')).status, 404);
    assert.equal((await preview('AA:BB:CC:DD:EE:98')).status, 404);
  });

  it('draws one picture for several callers at the same time', async () => {
    const mac = 'AA:BB:CC:DD:EE:05';
    await admin.post('/devices', { key: mac, screen: 'local/counted' });
    const waiting: ServerResponse[] = [];
    const counter = createServer((_request, response) => waiting.push(response));
    const port = await listen(counter);
    writeFileSync(
      path.join(admin.server.screensDir, 'counted.lua'),
      `http_get("http://127.0.0.1:${port}/"); return { data = {} }`,
    );
    writeFileSync(path.join(admin.server.screensDir, 'counted.svg'), `${SVG}</svg>`);
    await admin.post('/devices', { key: mac, screen: 'local/counted' });
    const shots = Promise.all(Array.from({ length: 20 }, () => preview(mac)));
    await until(() => waiting.length > 0);
    // When later calls have been answered, all of the earlier ones have come.
    for (let turn = 0; turn < 5; turn++) await admin.get('/devices');
    for (const response of waiting) response.end('x');
    assert.ok((await shots).every(({ status, made }) => status === 200 && made === 'miss'));
    assert.equal(waiting.length, 1);
    counter.close();
  });

  it('does not delay devices: callers beyond the queue are asked to try again', async () => {
    const mac = 'AA:BB:CC:DD:EE:0C';
    await admin.post('/devices', { key: mac, screen: 'local/slow' });
    const shots = Promise.all(Array.from({ length: 60 }, () => preview(mac, '?force')));
    const display = await getDisplay(admin.server, 'AA:BB:CC:DD:EE:06');
    assert.equal(display.status, 0);
    const statuses = (await shots).map((shot) => shot.status);
    assert.ok(statuses.includes(200) && statuses.includes(503));
    assert.ok(statuses.every((status) => status === 200 || status === 503));
    const busy = await admin.server.logs.filter((line) => line['status'] === 503).length;
    assert.ok(busy > 0);
  });
});

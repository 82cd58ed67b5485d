/** Screen, palette, refresh and picture of a device, also when its screen fails. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { macOf } from '../support/device/mac.ts';
import {
  deviceHeaders,
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const SVG_HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480">';
const SVG = `${SVG_HEAD}<rect width="800" height="480" fill="white"/><text x="10" y="50" font-size="30">{{ data.text }}</text></svg>`;

const SCREENS = {
  ...PLAIN_SCREEN,
  'broken.lua': 'local t = nil\nreturn t.x',
  'broken.svg': SVG,
  'badtemplate.lua': 'return { data = {}, refresh_rate = 5 }',
  'badtemplate.svg': `${SVG_HEAD}\n{% for %}</svg>`,
  'badsvg.lua': 'return { data = {}, refresh_rate = 5 }',
  'badsvg.svg': `${SVG_HEAD}\n<g></svg>`,
  'secret.lua': 'error("no entry with " .. params.key)',
  'secret.svg': SVG,
  'secret.meta.yaml': 'title: Secret\nparams:\n  key:\n    type: string\n    sensitive: true\n',
  'skip.lua':
    'return { data = { text = "first" }, skip_update = device.battery_voltage ~= nil, refresh_rate = 33 }',
  'skip.svg': SVG,
  'flaky.lua':
    'if device.rssi then error("no signal") end\nreturn { data = { text = "fine" }, skip_update = device.battery_voltage ~= nil }',
  'flaky.svg': SVG,
  'own.lua': 'return { data = { text = "x" }, colors = {"#000000", "#ff0000", "#ffffff"}, refresh_rate = 0 }',
  'own.svg': SVG,
  'own.meta.yaml': 'title: Own\nrefresh: 1234\n',
};

const CONFIG = `default_screen: plain
registration_enabled: true
devices:
  "AA:00:00:00:00:01": { screen: broken }
  "AA:00:00:00:00:02": { screen: badtemplate }
  "AA:00:00:00:00:03": { screen: badsvg }
  "AA:00:00:00:00:04": { screen: nowhere, name: Kitchen }
  "AA:00:00:00:00:05": { screen: secret, params: { key: hunter2-hunter2 } }
  "AA:00:00:00:00:06": { screen: skip }
  "AA:00:00:00:00:07": { screen: own }
  "AA:00:00:00:00:08": { screen: plain, refresh: 60, colors: "#000000,#ffffff", temperature_profile: a, maximum_compatibility: true }
  "AA:00:00:00:00:09": { screen: plain, min_png_bytes: 20000 }
  "AA:00:00:00:00:0A": { screen: flaky }
  TTFYS-CFDVR: { screen: plain, params: { title: by code } }
`;

describe('what a device gets', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ screens: SCREENS, config: CONFIG });
  });
  after(() => server.stop());

  for (const [number, code, place] of [
    [1, 'script_error', 'broken.lua:2'],
    [2, 'template_syntax', 'badtemplate.svg:2'],
    [3, 'svg_invalid', 'badsvg.svg:2'],
    [4, 'screen_missing', 'nowhere'],
  ] as const) {
    it(`an error screen with a refresh of 60 for ${code}, and a log line with the place`, async () => {
      const display = await getDisplay(server, macOf('AA', number));
      assert.equal(display.refresh_rate, 60);
      const { width, height } = await sharp(await getImage(display.image_url)).metadata();
      assert.deepEqual([width, height], [800, 480]);
      const line = server.logs.find((entry) => entry['code'] === code && entry['level'] === 'error');
      assert.ok(String(line?.['msg']).includes(place), JSON.stringify(line));
    });
  }

  it('no secret param on the error screen or in the log', async () => {
    const display = await getDisplay(server, macOf('AA', 5));
    assert.equal(display.refresh_rate, 60);
    const text = JSON.stringify(server.logs);
    assert.ok(text.includes('[redacted]'));
    assert.ok(!text.includes('hunter2'));
    const content = server.engine.store.get(display.filename as never);
    assert.ok(content?.svg.includes('[redacted]') && !content.svg.includes('hunter2'));
  });

  it('a new picture after an error screen, also with skip_update', async () => {
    const ask = (headers: Record<string, string>) => getDisplay(server, 'AA:00:00:00:00:0A', headers);
    const fine = await ask({});
    assert.equal((await ask({ 'Battery-Voltage': '4.0' })).filename, fine.filename);
    const failed = await ask({ RSSI: '-60' });
    assert.notEqual(failed.filename, fine.filename);
    assert.equal((await ask({ 'Battery-Voltage': '4.0' })).filename, fine.filename);
  });

  it('its current picture with skip_update, under a new address that works', async () => {
    const first = await getDisplay(server, macOf('AA', 6));
    const second = await getDisplay(server, macOf('AA', 6), { 'Battery-Voltage': '3.9' });
    assert.equal(second.filename, first.filename);
    assert.equal(second.refresh_rate, 33);
    assert.ok((await getImage(second.image_url)).length > 0);
  });

  it("the script's palette, and the screen's own refresh when the script gives 0", async () => {
    const display = await getDisplay(server, macOf('AA', 7));
    assert.equal(display.refresh_rate, 1234);
    const content = server.engine.store.get(display.filename as never);
    assert.deepEqual(content?.spec.palette, ['#000000', '#ff0000', '#ffffff']);
  });

  it("the script's refresh before the mapping's, and the firmware settings of the mapping", async () => {
    const display = (await getDisplay(server, macOf('AA', 8))) as unknown as Record<string, unknown>;
    assert.equal(display['refresh_rate'], 120);
    assert.equal(display['temperature_profile'], 'a');
    assert.equal(display['maximum_compatibility'], true);
    const plain = (await getDisplay(server, macOf('AA', 9))) as unknown as Record<string, unknown>;
    assert.equal(plain['temperature_profile'], 'default');
    assert.ok(!('maximum_compatibility' in plain));
    assert.deepEqual(
      [plain['firmware_url'], plain['update_firmware'], plain['reset_firmware'], plain['special_function']],
      [null, false, false, null],
    );
  });

  it('a picture of at least min_png_bytes', async () => {
    const { image_url } = await getDisplay(server, macOf('AA', 9));
    const png = await getImage(image_url);
    assert.ok(png.length >= 20_000, `${png.length}`);
    assert.equal((await sharp(png).metadata()).width, 800);
  });

  it('the mapping of its registration code', async () => {
    const display = await getDisplay(server, 'AB:00:00:00:00:01', {
      'Access-Token': '0123456789abcdef0123456789abcdef',
    });
    const content = server.engine.store.get(display.filename as never);
    assert.ok(content?.svg.includes('by code'));
  });

  it('the default screen without a mapping, with a refresh of at most 300', async () => {
    const display = await getDisplay(server, 'AB:00:00:00:00:02');
    assert.equal(display.refresh_rate, 120);
  });

  it('pictures with the headers that firmware compares, 304 for a picture that it has, and HEAD', async () => {
    const { image_url, filename } = await getDisplay(server, macOf('AA', 9));
    const response = await fetch(image_url);
    const length = (await response.arrayBuffer()).byteLength;
    assert.equal(response.headers.get('content-type'), 'image/png');
    assert.equal(response.headers.get('content-length'), String(length));
    assert.equal(response.headers.get('content-encoding'), null);
    assert.equal(response.headers.get('etag'), `"${filename}"`);
    assert.equal(response.headers.get('cache-control'), 'private, max-age=3600, immutable');
    const cached = await fetch(image_url, { headers: { 'If-None-Match': `"${filename}"` } });
    assert.equal(cached.status, 304);
    const head = await fetch(image_url, { method: 'HEAD' });
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(length)]);
  });

  it('the same answer with a trailing slash and with a doubled leading one', async () => {
    const wanted = (await getDisplay(server, macOf('AA', 8))).filename;
    for (const path of ['/api/display/', '//api/display', '/API/Display']) {
      const response = await fetch(`${server.url}${path}`, {
        headers: deviceHeaders(macOf('AA', 8)),
        redirect: 'error',
      });
      assert.equal(((await response.json()) as { filename: string }).filename, wanted);
    }
  });
});

describe('access and addresses', () => {
  it('only mapped devices are served when registration is closed', async () => {
    const server = await startServer({
      config:
        'registration_enabled: false\ndefault_screen: plain\ndevices:\n  "AA:00:00:00:00:01": { screen: plain }\n',
    });
    try {
      assert.equal((await getDisplay(server, macOf('AA', 1))).status, 0);
      const stranger = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(macOf('AA', 2)) });
      assert.equal(stranger.status, 404);
      assert.equal(((await stranger.json()) as { code: string }).code, 'device_not_found');
      const setup = await fetch(`${server.url}/api/setup`, { headers: deviceHeaders(macOf('AA', 2)) });
      const answer = (await setup.json()) as { status: number; api_key: unknown; message: string };
      assert.deepEqual([setup.status, answer.status, answer.api_key], [200, 404, null]);
      assert.ok(answer.message.length > 0 && answer.message.length <= 127);
    } finally {
      await server.stop();
    }
  });

  it('a device without a screen gets 404 no_screen', async () => {
    const server = await startServer({ config: 'devices: {}\n' });
    try {
      const response = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(macOf('AA', 1)) });
      assert.equal(response.status, 404);
      assert.equal(((await response.json()) as { code: string }).code, 'no_screen');
    } finally {
      await server.stop();
    }
  });

  it('addresses follow PUBLIC_URL, else the host of the request and the trusted proxy', async () => {
    const open = await startServer({ env: { TRUST_PROXY: 'loopback' } });
    const fixed = await startServer({ env: { PUBLIC_URL: 'https://display.example/eink/' } });
    try {
      const forwarded = await getDisplay(open, macOf('AA', 1), {
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Host': 'panels.example:8443',
      });
      assert.ok(
        forwarded.image_url.startsWith('https://panels.example:8443/api/image/'),
        forwarded.image_url,
      );
      const own = await getDisplay(fixed, macOf('AA', 1), { 'X-Forwarded-Host': 'evil.example' });
      assert.ok(own.image_url.startsWith('https://display.example/eink/api/image/'), own.image_url);
    } finally {
      await open.stop();
      await fixed.stop();
    }
  });
});

/** A device over real HTTP: setup, display, image, log, changes, restart. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import {
  deviceHeaders,
  getDisplay,
  getImage,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

interface SetupAnswer {
  status: number;
  api_key: string;
  friendly_id: string;
  image_url: string;
  message: string;
}

async function getSetup(server: TestServer, mac: string, model = 'og'): Promise<SetupAnswer> {
  const response = await fetch(`${server.url}/api/setup`, {
    headers: { ID: mac, 'FW-Version': '1.8.15', Model: model },
  });
  assert.equal(response.status, 200);
  return (await response.json()) as SetupAnswer;
}

describe('a device', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('registers, gets a picture of its size, and reports its log', async () => {
    const setup = await getSetup(server, MAC);
    assert.equal(setup.status, 200);
    assert.match(setup.api_key, /^[0-9a-f]{32}$/);
    assert.match(setup.friendly_id, /^[0-9a-f]{12}$/);
    assert.ok(setup.message.length <= 127);
    const welcome = await sharp(await getImage(setup.image_url)).metadata();
    assert.deepEqual([welcome.width, welcome.height, welcome.format], [800, 480, 'png']);

    const token = { 'Access-Token': setup.api_key };
    const display = await getDisplay(server, MAC, { ...token, 'Battery-Voltage': '4.12' });
    assert.equal(display.status, 0);
    assert.equal(display.refresh_rate, 120);
    assert.match(display.filename, /^[0-9a-f]{30}$/);
    const png = await getImage(display.image_url);
    const picture = await sharp(png).metadata();
    assert.deepEqual([picture.width, picture.height], [800, 480]);
    // IHDR: bit depth 2, colour type 3 (indexed), no interlace.
    assert.deepEqual([png[24], png[25], png[28]], [2, 3, 0]);

    const log = await fetch(`${server.url}/api/log`, {
      method: 'POST',
      headers: { ...deviceHeaders(MAC), ...token, 'Content-Type': 'application/json' },
      body: JSON.stringify({ logs: [{ id: 1, message: 'hello' }] }),
    });
    assert.equal(log.status, 200);
    assert.equal(((await log.json()) as { status: number }).status, 200);
  });

  it('gets the same key and friendly ID again, also from two calls at once', async () => {
    const mac = 'AA:BB:CC:DD:EE:02';
    const answers = await Promise.all([getSetup(server, mac), getSetup(server, mac.toLowerCase())]);
    const again = await getSetup(server, mac.replaceAll(':', '-'));
    for (const answer of answers) {
      assert.equal(answer.api_key, again.api_key);
      assert.equal(answer.friendly_id, again.friendly_id);
    }
  });

  it('gets a welcome picture in the size of its model', async () => {
    const { image_url } = await getSetup(server, 'AA:BB:CC:DD:EE:03', 'x');
    const { width, height } = await sharp(await getImage(image_url)).metadata();
    assert.deepEqual([width, height], [1872, 1404]);
  });

  it('has the same filename while nothing changes, and another when its battery changes', async () => {
    const mac = 'AA:BB:CC:DD:EE:04';
    const full = await getDisplay(server, mac, { 'Battery-Voltage': '4.12' });
    const same = await getDisplay(server, mac, { 'Battery-Voltage': '4.12' });
    const lower = await getDisplay(server, mac, { 'Battery-Voltage': '3.90' });
    assert.equal(same.filename, full.filename);
    assert.notEqual(lower.filename, full.filename);
    assert.deepEqual(await getImage(same.image_url), await getImage(full.image_url));
  });

  it('shows a change of script or template with the next call', async () => {
    const mac = 'AA:BB:CC:DD:EE:05';
    const before = await getDisplay(server, mac);
    const script = path.join(server.screensDir, 'plain.lua');
    writeFileSync(script, 'return { data = { title = "edited" }, refresh_rate = 77 }');
    const after = await getDisplay(server, mac);
    assert.notEqual(after.filename, before.filename);
    assert.equal(after.refresh_rate, 77);
  });

  it('gets a picture for its own palette and size', async () => {
    const display = await getDisplay(server, 'AA:BB:CC:DD:EE:06', {
      Width: '640',
      Height: '384',
      Colors: '#000000,#FFFFFF,#FF0000',
    });
    const { width, height } = await sharp(await getImage(display.image_url)).metadata();
    assert.deepEqual([width, height], [640, 384]);
    const grey = await getDisplay(server, 'AA:BB:CC:DD:EE:06', { Width: '640', Height: '384' });
    assert.notEqual(grey.filename, display.filename);
  });
});

describe('a restart', () => {
  it('loses the list of devices, but serves each with its token, with the same filename and picture', async () => {
    const options = { env: { SERVICE_URL_SECRET: 'kept over the restart' } };
    const first = await startServer(options);
    const { api_key } = await getSetup(first, MAC);
    const token = { 'Access-Token': api_key };
    const before = await getDisplay(first, MAC, token);
    const bytes = await getImage(before.image_url);
    await first.stop();

    const second = await startServer(options);
    try {
      const after = await getDisplay(second, MAC, token);
      assert.equal(after.filename, before.filename);
      assert.deepEqual(await getImage(after.image_url), bytes);
      const wrong = await fetch(`${second.url}/api/display`, { headers: deviceHeaders(MAC) });
      assert.equal(wrong.status, 401);
    } finally {
      await second.stop();
    }
  });
});

/** `POST /api/admin/preview`: screens that no device shows, and files that are saved nowhere. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { type DraftFolders, ownDraftFolders } from '../support/files/draft-folders.ts';
import { listen } from '../support/network/listen.ts';
import { type Admin, startAdmin, TOKEN } from '../support/server/admin.ts';
import { getDisplay, PLAIN_SCREEN } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="40" y="80">{{ data.t }}</text></svg>';
const META = 'params: { city: { type: string, required: true }, key: { type: string, sensitive: true } }';

/** Files of a screen `hi`. */
function draft(lua: string, more: Readonly<Record<string, string>> = {}): object {
  return { files: { 'hi.lua': lua, 'hi.svg': SVG, ...more } };
}

describe('POST /api/admin/preview', () => {
  let admin: Admin;
  let drafts: DraftFolders;
  before(async () => {
    drafts = ownDraftFolders();
    admin = await startAdmin({
      screens: {
        ...PLAIN_SCREEN,
        'town.lua':
          'log_info("at " .. time_format(time_now(), "%H:%M", "UTC")) return { data = { t = params.city }, refresh_rate = 77 }',
        'town.svg': SVG,
        'town.meta.yaml': META,
        'lan.lua': 'return { data = { t = http_get(params.url) } }',
        'lan.svg': SVG,
      },
    });
  });
  after(async () => {
    await admin.server.stop();
    drafts.remove();
  });

  it('shows a screen on several panels at a time, in one run where it reads the same', async () => {
    const { status, body } = await admin.post('/preview', {
      screen: 'local/town',
      params: { city: 'Bern' },
      panels: ['og', 'x', 'seeed_3clr'],
      at: '2026-12-24T18:30:00+01:00',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body.screen, body.at, body.runs], ['local/town', '2026-12-24T17:30:00.000Z', 1]);
    assert.deepEqual(body.log, [{ level: 'info', message: 'at 17:30', file: 'town.lua', line: 1 }]);
    assert.deepEqual(
      body.pictures.map((picture: { panel: string }) => picture.panel),
      ['og', 'x', 'seeed_3clr'],
    );
    for (const { png, width, height, bytes, max_bytes, headroom, refresh, failure, skip } of body.pictures) {
      const found = await sharp(Buffer.from(png, 'base64')).metadata();
      assert.deepEqual([found.width, found.height], [width, height]);
      assert.ok(bytes > 0 && headroom === max_bytes - bytes);
      assert.deepEqual([refresh, failure, skip], [77, null, false]);
    }
  });

  it('refuses a draft with a new file in the one form of a screen that is there in the other', async () => {
    const script = 'return { data = { t = "taken over" } }';
    const screen = 'local/town';
    for (const files of [
      { 'town/script.lua': script, 'town/screen.svg': SVG },
      { 'town.svg': SVG, 'town/script.lua': script },
      { 'town/meta.yaml': 'title: Town' },
    ]) {
      for (const call of ['/preview', '/check']) {
        const { status, body } = await admin.post(call, { draft: { screen, files } });
        assert.deepEqual([status, body.code], [400, 'invalid_body'], `${call} ${Object.keys(files)}`);
        assert.match(JSON.stringify(body.problems), /there is \\"town\.lua\\"/);
      }
    }
    const alone = { 'hi.lua': script, 'hi.svg': SVG, 'hi/script.lua': script, 'hi/screen.svg': SVG };
    assert.equal((await admin.post('/preview', { draft: { files: alone } })).status, 400);
    const own = await admin.post('/preview', { draft: { screen, files: { 'town.lua': script } } });
    assert.equal(own.status, 200);
  });

  it('gives the very file of the device, and a picture alone', async () => {
    const call = { screen: 'local/plain', look: 'panel', panel: 'og' };
    const { body } = await admin.post('/preview', call);
    const [picture] = body.pictures;
    assert.equal(Buffer.from(picture.png, 'base64').length, picture.bytes);
    const alone = await fetch(`${admin.server.url}/api/admin/preview`, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
        Accept: 'image/png',
      },
      body: JSON.stringify(call),
    });
    assert.equal(alone.headers.get('content-type'), 'image/png');
    assert.match(alone.headers.get('x-stipple-texts') ?? '', /fitted/);
    assert.equal(Buffer.from(await alone.arrayBuffer()).toString('base64'), picture.png);
  });

  it('takes files over those of a screen, and keeps neither them nor the picture', async () => {
    const files = { 'town.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"/>' };
    const { body } = await admin.post('/preview', {
      draft: { screen: 'local/town', files },
      params: { city: 'Rome' },
      facts: { battery_voltage: 3.3, name: 'Hall' },
    });
    assert.equal(body.screen, 'local/town');
    assert.match(body.pictures[0].texts, /^0 fitted, 0 plain/);
    assert.equal(body.pictures[0].failure, null);
    assert.deepEqual(drafts.names(), []);
  });

  it('names file and line of what fails, and the params that do not fit', async () => {
    const broken = draft('local x = nil\nreturn x.y', { 'hi.meta.yaml': META });
    const { body } = await admin.post('/preview', { draft: broken, params: { town: 'Bern' } });
    const [{ failure, png }] = body.pictures;
    assert.deepEqual([failure.code, failure.file, failure.line], ['script_error', 'hi.lua', 2]);
    assert.ok(png.length > 0);
    const fields = body.params.map(({ field }: { field: string }) => field);
    assert.deepEqual(fields.toSorted(), ['params.city', 'params.town']);
  });

  it('shows what was requested, once and without secrets, and what the script wants', async () => {
    let calls = 0;
    const upstream = createServer((_request, response) => {
      calls += 1;
      response.end('warm');
    });
    const port = await listen(upstream);
    const { body } = await admin.post('/preview', {
      screen: 'local/lan',
      params: { url: `http://127.0.0.1:${port}/weather?key=hunter2` },
      panels: ['og', 'x', 'og_4clr'],
    });
    upstream.close();
    assert.equal(body.pictures[0].failure, null, JSON.stringify(body.pictures[0].failure));
    const [{ ms, ...request }] = body.requests;
    assert.ok(ms >= 0);
    const url = `http://127.0.0.1:${port}/weather`;
    assert.deepEqual(request, { method: 'GET', url, status: 200, bytes: 4, cached: false, error: null });
    assert.deepEqual([calls, body.requests.length], [1, 1]);
    assert.ok(!JSON.stringify(body).includes('hunter2'));
    const skips = draft('return { data = {}, skip_update = true, refresh_rate = 5 }');
    const [picture] = (await admin.post('/preview', { draft: skips })).body.pictures;
    assert.deepEqual([picture.skip, picture.failure], [true, null]);
  });

  it('keeps a script that came with the call out of the network of the server', async () => {
    const health = `${admin.server.url}/health`;
    const lua = `return { data = { t = http_get("${health}") } }`;
    for (const sent of [draft(lua), { screen: 'local/lan', files: { 'lan.lua': lua } }]) {
      const { body } = await admin.post('/preview', { draft: sent });
      assert.match(body.pictures[0].failure.message, /is not allowed/);
    }
    const params = { url: health };
    const template = { draft: { screen: 'local/lan', files: { 'lan.svg': SVG } }, params };
    const { body } = await admin.post('/preview', template);
    assert.equal(body.pictures[0].failure, null);
  });

  it('gives up when the caller leaves', async () => {
    const caller = new AbortController();
    const left = fetch(`${admin.server.url}/api/admin/preview`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ draft: draft('while true do end'), panels: ['og', 'x'] }),
      signal: caller.signal,
    });
    await until(() => drafts.names().length > 0, 'the draft is there');
    caller.abort();
    await assert.rejects(left);
    await until(() => drafts.names().length === 0, 'the draft is gone');
    assert.equal((await admin.post('/preview', { screen: 'local/plain' })).status, 200);
  });

  it('answers devices meanwhile', async () => {
    const spinning = { draft: draft('while true do end'), panels: ['og', 'x', 'og_4clr'] };
    const calls = Array.from({ length: 6 }, () => admin.post('/preview', spinning));
    const told = await getDisplay(admin.server, 'AA:BB:CC:DD:EE:01');
    assert.match(told.image_url, /\/api\/image\//);
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    assert.ok(statuses.includes(200) && statuses.includes(503), statuses.join());
    assert.ok(statuses.every((status) => status === 200 || status === 503));
  });
});

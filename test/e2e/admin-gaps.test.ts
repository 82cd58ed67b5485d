/** What can be set can be read back, params can be removed one by one, and names that are nearly right are answered with the right ones. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SETTING_NAMES } from '../../src/admin/bodies.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { codeOf, getDisplay } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
devices:
  "${MAC}":
    screen: local/plain
    params:
      city: Bern # kept
      days: 3
  "AA:BB:CC:DD:EE:02": { screen: plain }
  "AA:BB:CC:DD:EE:03": { screen: mine }
frames:
  hall: { screen: local/plain }
screens:
  mine: { script: typed.lua, template: typed.svg }
panels:
  wide: { width: 800, height: 480 }
on_error: keep
`;

/** A value for each setting that is not its default. */
const VALUES: Readonly<Record<string, unknown>> = {
  name: 'Kitchen',
  tags: ['north'],
  panel: 'wide',
  refresh: 600,
  dither: 'stucki',
  colors: '#000000,#ffffff',
  text: 'plain',
  rotate: 90,
  max_error: 0.5,
  noise_scale: 2,
  chroma_clamp: 0.5,
  strength: 0.8,
  temperature_profile: 'b',
  touchbar_mode: 'slide',
  image_url_timeout: 30,
  maximum_compatibility: true,
  min_png_bytes: 100,
  on_error: 'keep',
  frame_tokens: { tablet: `sha256:${'0'.repeat(64)}` },
  params: { city: 'Rome' },
  schedule: { sleep: [{ from: '23:00', to: '06:00' }] },
};

function pick(names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, VALUES[name]]));
}

let admin: Admin;

before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
after(() => admin.server.stop());

describe('settings of devices and frames', () => {
  it('can all be read back', async () => {
    for (const [key, route] of [
      ['AA:BB:CC:DD:EE:04', '/devices'],
      ['wall', '/frames'],
    ] as const) {
      const unset = { key, screen: 'local/plain' };
      assert.equal((await admin.post(route, unset)).status, 200);
      const before = (await admin.get(`${route}/${key}`)).body;
      // Frames are in no groups, which tags are for.
      const names = SETTING_NAMES.filter((name) => route === '/devices' || name !== 'tags');
      for (const name of names) {
        assert.ok(Object.hasOwn(VALUES, name), `this test has no value for ${name}`);
        assert.notDeepEqual(before[name], VALUES[name], name);
      }
      assert.equal((await admin.patch(`${route}/${key}`, pick(names))).status, 200);
      const { body } = await admin.get(`${route}/${key}`);
      for (const name of names) assert.deepEqual(body[name], VALUES[name], `${route}: ${name}`);
    }
  });

  it('tell what a plain name of a screen stands for', async () => {
    const refs = async (key: string) => {
      const { body } = await admin.get(`/devices/${key}`);
      return [body.screen, body.screen_ref];
    };
    assert.deepEqual(await refs('AA:BB:CC:DD:EE:02'), ['plain', 'local/plain']);
    assert.deepEqual(await refs('AA:BB:CC:DD:EE:03'), ['mine', 'local/typed']);
    assert.deepEqual(await refs(MAC), ['local/plain', 'local/plain']);
    assert.equal((await admin.get('/frames/hall')).body.screen_ref, 'local/plain');
  });

  it('take no plain name of a screen, and say what it is called', async () => {
    const expected = /expected a screen as handle\/path, got "clock"; did you mean service-builtin\/clock\?/;
    assert.match((await admin.patch(`/devices/${MAC}`, { screen: 'clock' })).body.error, expected);
    assert.match((await admin.post('/devices', { key: MAC, screen: 'clock' })).body.error, expected);
    assert.match((await admin.post('/frames', { key: 'x', screen: 'clock' })).body.error, expected);
    const mine = await admin.patch(`/devices/${MAC}`, { screen: 'mine' });
    assert.match(mine.body.error, /did you mean local\/typed\?/);
  });
});

describe('one param', () => {
  it('is removed by its name in `clear`, or by null as its value, and the others stay', async () => {
    assert.equal((await admin.patch(`/devices/${MAC}`, { clear: ['params.days'] })).status, 200);
    assert.match(admin.configText(), /params:\n {6}city: Bern # kept\n {2}"/);
    assert.equal((await admin.patch(`/devices/${MAC}`, { params: { days: 4, city: null } })).status, 200);
    assert.deepEqual((await admin.get(`/devices/${MAC}`)).body.params, { days: 4 });
    assert.equal(
      (await admin.patch(`/devices/${MAC}`, { clear: ['params.days', 'params.none'] })).status,
      200,
    );
    assert.deepEqual((await admin.get(`/devices/${MAC}`)).body.params, {});
  });

  it('that the screen needs is not removed, and none is set and removed at once', async () => {
    const device = '/devices/AA:BB:CC:DD:EE:05';
    const made = { key: 'AA:BB:CC:DD:EE:05', screen: 'local/typed', params: { city: 'Bern', days: 2 } };
    assert.equal((await admin.post('/devices', made)).status, 200);
    const missing = await admin.patch(device, { clear: ['params.city'] });
    assert.match(missing.body.error, /^params\.city: expected a text, got nothing\.$/);
    const both = await admin.patch(device, { params: { days: 3 }, clear: ['params.days'] });
    assert.match(both.body.error, /clear: params\.days is set and cleared/);
    assert.equal((await admin.patch(device, { clear: ['params.'] })).status, 400);
    assert.deepEqual((await admin.get(device)).body.params, made.params);
  });
});

describe('a code that no device has shown', () => {
  it('is refused with similar codes of waiting devices, unless it is expected', async () => {
    const mac = 'AA:BB:CC:DD:EE:0A';
    await getDisplay(admin.server, mac);
    const code = codeOf(mac);
    const typo = (code[0] === 'A' ? 'B' : 'A') + code.slice(1);
    const entry = { key: typo, screen: 'local/plain' };
    const refused = await admin.post('/devices', entry);
    assert.deepEqual([refused.status, refused.body.problems[0].field], [400, 'key']);
    assert.ok(refused.body.error.includes(`${code.slice(0, 5)}-${code.slice(5, 10)}`), refused.body.error);
    assert.match(refused.body.error, /no device has shown the code .*"expected": true/);
    assert.equal((await admin.post('/devices', { ...entry, expected: true })).status, 200);
    assert.equal((await admin.post('/devices', { ...entry, key: code })).status, 200);
    assert.equal((await admin.post('/devices', entry)).status, 409);
  });
});

describe('GET /api/admin/settings', () => {
  it('gives each value in effect, and where it comes from', async () => {
    const before = (await admin.get('/settings')).body;
    assert.deepEqual(before.on_error, { value: 'keep', source: 'config' });
    assert.deepEqual(before.known_devices, { value: 'open', source: 'default' });
    const set = { known_devices: 'quiet', screen_repo_refresh_interval: 60, registration_enabled: false };
    assert.equal((await admin.patch('/settings', set)).status, 200);
    const { body } = await admin.get('/settings');
    for (const [name, value] of Object.entries(set))
      assert.deepEqual(body[name], { value, source: 'config' });
  });
});

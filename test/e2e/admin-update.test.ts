/** `PATCH`: settings are merged one by one, params key by key; a wrong request is refused as a whole. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { type Admin, configFile, startAdmin, TOKEN } from '../support/server/admin.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
devices:
  # the kitchen
  "${MAC}": # by the door
    screen: local/typed # with everything
    name: Kitchen
    strength: 0.5
    error_clamp: 0.2
    gamut: { kept: true }
    params:
      city: Bern # the capital
      days: 2
      key: geheim-geheim
  ABCDE-FGHJK: { screen: clock, params: { odd: 1 } }
screens:
  clock: { script: clock.lua, template: clock.svg }
panels:
  wide: { width: 800, height: 480 }
`;

let admin: Admin;

async function patched(body: unknown): Promise<Record<string, unknown>> {
  const { status, body: answer } = await admin.patch(`/devices/${MAC}`, body);
  assert.equal(status, 200, JSON.stringify(answer));
  const devices = admin.server.engine.config.raw['devices'] as Record<string, Record<string, unknown>>;
  return devices[MAC] ?? {};
}

async function refused(body: unknown, expected: RegExp): Promise<void> {
  const text = admin.configText();
  const { status, body: answer } = await admin.patch(`/devices/${MAC}`, body);
  assert.deepEqual([status, answer.code], [400, 'invalid_body'], JSON.stringify(answer));
  assert.match(answer.error, expected);
  assert.equal(admin.configText(), text);
}

describe('PATCH /api/admin/devices/{key}', () => {
  before(async () => {
    admin = await startAdmin();
  });
  after(() => admin.server.stop());
  beforeEach(async () => {
    writeFileSync(configFile(admin.server), CONFIG);
    assert.ok((await admin.server.engine.config.reload()).ok);
  });

  it('changes what it names and nothing else', async () => {
    const entry = await patched({ name: 'Hall', panel: 'wide', maximum_compatibility: false });
    const { name, panel, maximum_compatibility, ...rest } = entry;
    assert.deepEqual([name, panel, maximum_compatibility], ['Hall', 'wide', false]);
    assert.deepEqual(rest, {
      screen: 'local/typed',
      strength: 0.5,
      error_clamp: 0.2,
      gamut: { kept: true },
      params: { city: 'Bern', days: 2, key: 'geheim-geheim' },
    });
    for (const comment of ['# the kitchen', '# by the door', '# with everything', '# the capital']) {
      assert.ok(admin.configText().includes(comment), comment);
    }
  });

  it('writes nothing when there is nothing to change', async () => {
    await patched({});
    await patched({ params: {} });
    await patched({ name: 'Kitchen', screen: 'local/typed', params: { days: 2 }, clear: ['panel', 'panel'] });
    assert.equal(admin.configText(), CONFIG);
  });

  it('answers with the key as it is in the file', async () => {
    const { body } = await admin.patch('/devices/abcdefghjk', { refresh: 5 });
    assert.deepEqual(body, { key: 'ABCDE-FGHJK', screen: 'clock' });
    const encoded = await admin.patch('/devices/aa%3Abb%3Acc%3Add%3Aee%3A01', { refresh: 5 });
    assert.equal(encoded.body.key, MAC);
  });

  it('merges params key by key', async () => {
    const { params } = await patched({ params: { days: 5, extra: [1] } });
    assert.deepEqual(params, { city: 'Bern', days: 5, key: 'geheim-geheim', extra: [1] });
    await refused({ params: { days: 8 } }, /^params\.days: expected an integer from 1 to 7, got 8\.$/);
    await refused({ params: { city: null } }, /^params\.city: expected a text, got nothing\.$/);
  });

  it('replaces params when the screen changes, and checks them against the new screen', async () => {
    const plain = await patched({ screen: 'local/plain', params: { title: 'x' } });
    assert.deepEqual([plain['screen'], plain['params']], ['local/plain', { title: 'x' }]);
    await refused(
      { screen: 'local/typed', params: { days: 2 } },
      /^params\.city: expected a text, got nothing/,
    );
    await refused({ screen: 'local/typed' }, /^params\.city: /);
    const typed = await patched({ screen: 'local/typed', params: { city: 'Rome' } });
    assert.deepEqual(typed['params'], { city: 'Rome' });
  });

  it('keeps params when the screen changes without any', async () => {
    const { screen, params } = await patched({ screen: 'local/plain' });
    assert.deepEqual([screen, params], ['local/plain', { city: 'Bern', days: 2, key: 'geheim-geheim' }]);
  });

  it('accepts a request that does not touch an old error of the entry', async () => {
    const text = CONFIG.replace('days: 2', 'days: many');
    writeFileSync(configFile(admin.server), text);
    assert.ok((await admin.server.engine.config.reload()).ok);
    await patched({ name: 'Hall' });
    await patched({ params: { factor: 2 } });
    await refused({ params: { days: 'few' } }, /params\.days/);
    await patched({ params: { days: 1 } });
  });

  it('clears settings, and keeps keys of others', async () => {
    const entry = await patched({ clear: ['name', 'strength', 'refresh'], refresh: undefined });
    assert.deepEqual(Object.keys(entry), ['screen', 'error_clamp', 'gamut', 'params']);
    await refused({ clear: ['params'] }, /^params\.city: expected a text, got nothing/);
    const without = await patched({ screen: 'local/plain', clear: ['params'] });
    assert.deepEqual(without, { screen: 'local/plain', error_clamp: 0.2, gamut: { kept: true } });
  });

  it('refuses to clear unknown settings, or those that it sets', async () => {
    for (const name of ['screen', 'key', 'error_clamp', 'gamut', 'nonsense', 1]) {
      await refused({ clear: [name] }, /^clear: expected a list of settings out of name, /);
    }
    await refused({ clear: 'name' }, /^clear: expected a list/);
    await refused({ name: 'x', clear: ['name'] }, /^clear: name is set and cleared in the same request\.$/);
    await refused({ name: 5, clear: ['name'] }, /name: expected a text.*; clear: name is set and cleared/);
  });

  it('refuses unknown fields and the key, together with all other errors', async () => {
    await refused(
      { key: MAC, nam: 'x', panel: 'tall', params: { units: 'miles' } },
      /^there is no field "key".*; there is no field "nam"; did you mean name\?; panel: .*; params\.units: expected one of "metric", "us", got "miles"\.$/,
    );
  });

  it('is 404 for a device without an entry, before any other check', async () => {
    const { status, body } = await admin.patch('/devices/AA:BB:CC:DD:EE:77', { nonsense: 1 });
    assert.deepEqual([status, body.code], [404, 'unknown_device']);
  });

  it('is logged with the request ID and the names of the changes, without values', async () => {
    await patched({ name: 'Secret room', params: { key: 'streng geheim' }, clear: ['strength'] });
    const line = admin.server.logs.findLast((entry) => entry['msg'] === 'admin: device updated');
    assert.deepEqual(line?.['changed'], ['name', 'params.key', '-strength']);
    assert.match(String(line?.['requestId']), /^[\w-]{36}$/);
    const logs = JSON.stringify(admin.server.logs);
    for (const secret of ['Secret room', 'streng geheim', 'geheim-geheim', TOKEN]) {
      assert.ok(!logs.includes(secret), secret);
    }
  });
});

describe('PATCH /api/admin/settings', () => {
  before(async () => {
    admin = await startAdmin({ config: '# settings\ndefault_screen: plain # fallback\n' });
  });
  after(() => admin.server.stop());

  it('changes what it names', async () => {
    const { status, body } = await admin.patch('/settings', {
      registration_enabled: false,
      screen_repo_refresh_interval: 3600,
    });
    assert.deepEqual([status, body], [200, { ok: true }]);
    assert.equal(
      admin.configText(),
      '# settings\ndefault_screen: plain # fallback\nregistration_enabled: false\nscreen_repo_refresh_interval: 3600\n',
    );
    const { registrationEnabled, authMode } = admin.server.engine.config.snapshot;
    assert.deepEqual([registrationEnabled, authMode], [false, 'api_key']);
  });

  it('refuses wrong values and unknown fields, all at once', async () => {
    const { status, body } = await admin.patch('/settings', {
      registration_enabled: 'no',
      auth_mode: 'password',
      screen_repo_refresh_interval: -1,
      default_screen: 'x',
    });
    assert.deepEqual([status, body.problems.length], [400, 4]);
    assert.match(body.error, /auth_mode: expected one of api_key, ed25519, got "password"/);
  });
});

describe('a config that cannot be written', () => {
  afterEach(() => admin.server.stop());

  const writes = (): Promise<{ status: number; body: { code: string; error: string } }>[] => [
    admin.post('/devices', { key: MAC, screen: 'local/plain' }),
    admin.post('/devices', { nonsense: 1 }),
    admin.patch(`/devices/${MAC}`, { name: 'x' }),
    admin.patch('/devices/unknown', { name: 'x' }),
    admin.delete('/devices/DEFAULT'),
    admin.patch('/settings', { registration_enabled: true }),
  ];

  it('is reported before unknown keys and wrong fields', async () => {
    admin = await startAdmin({ embeddedConfig: true });
    for (const { status, body } of await Promise.all(writes())) {
      assert.deepEqual(body, {
        status: 409,
        code: 'config_read_only',
        error: 'config is embedded/read-only; set CONFIG_FILE',
      });
      assert.equal(status, 409);
    }
    assert.equal((await admin.get('/config')).status, 200);
  });

  it('or read any more is left unchanged', async () => {
    admin = await startAdmin({ config: CONFIG });
    writeFileSync(configFile(admin.server), `${CONFIG}oops: [\n`);
    const { status, body } = await admin.patch(`/devices/${MAC}`, { name: 'x' });
    assert.deepEqual([status, body.code], [409, 'config_not_usable']);
    assert.ok(!body.error.includes(configFile(admin.server)), body.error);
    assert.equal(admin.configText(), `${CONFIG}oops: [\n`);
    assert.equal((await admin.get(`/devices/${MAC}`)).status, 200);
  });
});

/** `POST` and `DELETE`: entries are added to the config file and removed, and take effect with the next call of a device. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { codeOf, getDisplay } from '../support/server/server.ts';

const CONFIG = `# The fleet
default_screen: plain
devices:
  # in the kitchen
  "AA:BB:CC:DD:EE:01": # by the door
    screen: local/plain
    gamut: { kept: true }
  abcde-fghjk: { screen: local/plain }
panels:
  wide: { width: 800, height: 480, colors: "#000000,#ffffff,#ff0000" }
`;

interface Problem {
  readonly field: string;
  readonly message: string;
}

let admin: Admin;

describe('POST /api/admin/devices', () => {
  before(async () => {
    admin = await startAdmin({ config: CONFIG });
  });
  after(() => admin.server.stop());

  it('writes an entry with all settings, and leaves the rest of the file unchanged', async () => {
    const settings = {
      screen: 'local/typed',
      name: 'Büro "1"',
      panel: 'wide',
      refresh: 60,
      dither: 'stucki',
      max_error: 0.5,
      noise_scale: 0,
      chroma_clamp: 1,
      strength: 0.75,
      temperature_profile: 'a',
      maximum_compatibility: true,
      min_png_bytes: 100,
      on_error: 'keep',
      params: { city: 'Bern: "x" # y', days: 7, extra: { list: [1, null, 'on'] } },
    };
    const body = { key: 'aa-bb-cc-dd-ee-02', colors: '#000000, #FFFFFF', ...settings };
    const answer = await admin.post('/devices', body);
    assert.deepEqual(
      [answer.status, answer.body],
      [200, { key: 'AA:BB:CC:DD:EE:02', screen: 'local/typed' }],
    );
    const entry = admin.server.engine.config.raw['devices'] as Record<string, unknown>;
    assert.deepEqual(entry['AA:BB:CC:DD:EE:02'], { ...settings, colors: '#000000,#ffffff' });
    const before = CONFIG.split('\n').filter((line) => line !== '');
    const left = admin.configText().split('\n');
    for (const line of before) assert.ok(left.includes(line), line);
    assert.match(admin.configText(), /^ {2}"AA:BB:CC:DD:EE:02":/m);
    assert.deepEqual(admin.server.engine.config.warnings, []);
  });

  it('is in effect with the next display call', async () => {
    const mac = 'AA:BB:CC:DD:EE:03';
    const before = await getDisplay(admin.server, mac);
    const params = { city: 'Rome' };
    assert.equal((await admin.post('/devices', { key: mac, screen: 'local/typed', params })).status, 200);
    const after = await getDisplay(admin.server, mac);
    assert.notEqual(after.filename, before.filename);
  });

  it('registers a pending device by its registration code, in any spelling', async () => {
    const mac = 'AA:BB:CC:DD:EE:04';
    await getDisplay(admin.server, mac);
    const code = codeOf(mac);
    const written = await admin.post('/devices', { key: code.toLowerCase(), screen: 'local/plain' });
    assert.deepEqual([written.status, written.body.key], [200, code]);
    const { body } = await admin.get(`/devices/${mac}`);
    assert.deepEqual([body.registered, body.key, body.mac, body.registration_code], [true, code, mac, code]);
    const hyphenated = await admin.get(`/devices/${code.slice(0, 5)}-${code.slice(5)}`);
    assert.deepEqual(hyphenated.body, body);
    const pending = await admin.get('/pending');
    assert.ok(!pending.body.some((device: { mac: string }) => device.mac === mac));
  });

  it('refuses a device that has an entry, under each of its names', async () => {
    const mac = 'AA:BB:CC:DD:EE:04';
    const text = admin.configText();
    for (const [key, existing] of [
      ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:01'],
      [' aa-bb-cc-dd-ee-01', 'AA:BB:CC:DD:EE:01'],
      ['ABCDEFGHJK', 'abcde-fghjk'],
      [mac, codeOf(mac)],
    ] as const) {
      const { status, body } = await admin.post('/devices', { key, screen: 'local/plain' });
      assert.deepEqual([status, body.code], [409, 'device_exists'], key);
      assert.ok(body.error.includes(existing), body.error);
    }
    assert.equal(admin.configText(), text);
  });

  it('gives unassigned devices a screen under the key DEFAULT', async () => {
    const { status, body } = await admin.post('/devices', {
      key: 'default',
      screen: 'service-builtin/clock',
    });
    assert.deepEqual([status, body.key], [200, 'DEFAULT']);
    const listed = await admin.get('/devices/DEFAULT');
    assert.deepEqual([listed.body.reserved, listed.body.registered, listed.body.mac], [true, true, '']);
    const again = await admin.post('/devices', { key: 'DEFAULT', screen: 'service-builtin/clock' });
    assert.equal(again.status, 409);
  });

  it('reports all errors of a body at once, and writes nothing', async () => {
    const text = admin.configText();
    const { status, body } = await admin.post('/devices', {
      key: 'kitchen',
      screen: 'local/typed',
      panel: 'wid',
      dither: 'bayer',
      colors: '#000000',
      refresh: -1,
      strength: '1',
      temperature_profile: 'b ',
      maximum_compatibility: 'yes',
      min_png_bytes: 1e9,
      name: ' ',
      clear: ['panel'],
      brightnes: 1,
      params: { days: 9, factor: 'x', loud: 1, units: 'imperial', ink: 'red', feed: 'ftp://x', key: 12_345 },
    });
    assert.deepEqual([status, body.code], [400, 'invalid_body']);
    const fields = new Map((body.problems as Problem[]).map(({ field, message }) => [field, message]));
    assert.deepEqual(
      [...fields.keys()].toSorted(),
      [
        ...[
          'brightnes',
          'clear',
          'colors',
          'dither',
          'key',
          'maximum_compatibility',
          'min_png_bytes',
          'name',
        ],
        ...['panel', 'refresh', 'strength', 'temperature_profile'],
        ...['city', 'days', 'factor', 'feed', 'ink', 'key', 'loud', 'units'].map((name) => `params.${name}`),
      ].toSorted(),
    );
    assert.equal(fields.get('params.days'), 'params.days: expected an integer from 1 to 7, got 9');
    assert.equal(fields.get('params.city'), 'params.city: expected a text, got nothing');
    assert.equal(fields.get('panel'), 'panel: expected the name of a panel, got "wid"; did you mean wide?');
    assert.equal(fields.get('strength'), 'strength: expected a number from 0 to 2, got "1"');
    assert.ok(!JSON.stringify(body).includes('12345'), 'the value of a sensitive param is told');
    assert.equal(admin.configText(), text);
  });

  it('needs a key and a screen that exists, as handle/path', async () => {
    const empty = await admin.post('/devices', {});
    assert.deepEqual(
      empty.body.problems.map((problem: Problem) => problem.field),
      ['key', 'screen'],
    );
    for (const [screen, expected] of [
      ['plain', /expected a screen as handle\/path, got "plain"/],
      ['local/plane', /did you mean "plain"/],
      ['nowhere/plain', /there is no screen repo "nowhere"/],
      ['local/../config', /expected a screen as handle\/path/],
      ['/etc/passwd', /expected a screen as handle\/path/],
    ] as const) {
      const { status, body } = await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:05', screen });
      assert.equal(status, 400, screen);
      assert.match(body.error, expected);
    }
  });

  it('accepts params that the screen does not know, but none that a file cannot hold', async () => {
    const base = { key: 'AA:BB:CC:DD:EE:06', screen: 'local/plain' };
    for (const json of [
      '{"a":1e999}',
      '{"a":{"b":["\\ud800"]}}',
      '{"":1}',
      '{"a\\nb":1}',
      '{"a":{"\\ud800":1}}',
    ]) {
      const body = `{"key":"${base.key}","screen":"${base.screen}","params":${json}}`;
      const refused = await admin.post('/devices', body);
      assert.deepEqual([refused.status, refused.body.problems.length], [400, 1], json);
    }
    const params = JSON.parse(
      '{"__proto__":{"x":1},"~":"~","null":null,"yes":"yes","1.0":"1.0","🎈":"\\u0000\\u0085\\ufeff"}',
    );
    assert.equal((await admin.post('/devices', { ...base, params })).status, 200);
    assert.deepEqual((await admin.get(`/devices/${base.key}`)).body.params, params);
  });
});

describe('DELETE /api/admin/devices/{key}', () => {
  before(async () => {
    admin = await startAdmin({ config: `${CONFIG}  # end\n` });
  });
  after(() => admin.server.stop());

  it('removes the entry under any spelling of its key, and the device gets the default screen', async () => {
    const mac = 'AA:BB:CC:DD:EE:01';
    await getDisplay(admin.server, mac);
    const { status, body } = await admin.delete('/devices/aa-bb-cc-dd-ee-01');
    assert.deepEqual([status, body], [200, { deleted: mac }]);
    assert.equal((await admin.get(`/devices/${mac}`)).body.registered, false);
    const code = await admin.delete('/devices/ABCDEFGHJK');
    assert.deepEqual([code.status, code.body], [200, { deleted: 'abcde-fghjk' }]);
  });

  it('is 404 for a device without an entry, and 409 for DEFAULT', async () => {
    for (const key of ['AA:BB:CC:DD:EE:01', 'AA:BB:CC:DD:EE:99', 'nonsense', '%F0%9F%8E%88']) {
      const { status, body } = await admin.delete(`/devices/${key}`);
      assert.deepEqual([status, body.code], [404, 'unknown_device'], key);
    }
    const reserved = await admin.delete('/devices/Default');
    assert.deepEqual([reserved.status, reserved.body.code], [409, 'reserved_key']);
  });
});

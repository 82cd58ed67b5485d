/** Clients that are no firmware: they send no `ID`, a percentage as voltage, a model that nobody knows. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { setup } from '../support/device/calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { startServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:06:01';
const TWIN = 'AA:BB:CC:DD:06:02';
const KOREADER = { 'User-Agent': 'trmnl-display/0.1.0-koreader', rssi: '0', 'battery-voltage': '78' };
const SCREENS = {
  'plain.lua': 'log_info(json_encode(device)) return { data = {}, refresh_rate = 600 }',
  'plain.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">text</text></svg>',
};

interface Called {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

async function call(url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<Called> {
  const response = await fetch(url, body === undefined ? { headers } : { headers, method: 'POST', body });
  return { status: response.status, body: await response.json() };
}

describe('a client without ID', () => {
  let admin: Admin;
  let key = '';
  const display = (token: string, more: Readonly<Record<string, string>> = {}) =>
    call(`${admin.server.url}/api/display`, { ...KOREADER, 'access-token': token, ...more });
  before(async () => {
    admin = await startAdmin({
      config: 'default_screen: plain\n',
      screens: SCREENS,
      env: { TRUST_PROXY: 'loopback' },
    });
    key = (await setup(admin.server, MAC)).body.api_key;
  });
  after(() => admin.server.stop());

  it('is the known device with its token, and gets the picture that it asks for', async () => {
    for (const id of [{}, { ID: '' }, { ID: '00:00:00:00:00:00' }]) {
      const { status, body } = await display(key, { 'png-width': '1072', 'png-height': '1448', ...id });
      assert.equal(status, 200);
      // Homeplate shows whatever it finds under `error`.
      assert.ok(!('error' in body));
      const png = Buffer.from(await (await fetch(body.image_url)).arrayBuffer());
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [1072, 1448, 4, 0]);
    }
    const { body } = await admin.get(`/devices/${MAC}`);
    assert.deepEqual([body.battery_voltage, body.percent_charged], [null, 78]);
    const run = admin.server.logs.findLast(({ msg }) => msg === 'script says');
    const device = JSON.parse(String(run?.['script']));
    assert.deepEqual([device.battery_voltage, device.percent_charged], [undefined, 78]);
  });

  it('may send its log', async () => {
    const url = `${admin.server.url}/api/log`;
    const sent = await call(url, { 'Access-Token': key }, '{"logs":[{"message":"boot"}]}');
    assert.equal(sent.status, 200);
    const { body } = await admin.get(`/devices/${MAC}/logs`);
    assert.equal(body.logs.at(-1).message, 'boot');
  });

  it('is told that its ID is missing where no device, or more than one, has the token', async () => {
    const shared = { ID: TWIN, 'User-Agent': 'any', 'Access-Token': 'typed by hand' };
    const own = { ...shared, ID: 'AA:BB:CC:DD:06:03' };
    for (const headers of [shared, own]) {
      assert.equal((await call(`${admin.server.url}/api/display`, headers)).status, 200);
    }
    for (const token of ['unknown', 'typed by hand', `${key} `.repeat(2), '']) {
      const { status, body } = await display(token);
      assert.deepEqual([status, body.code], [400, 'missing_header'], token);
    }
    const none = await call(`${admin.server.url}/api/display`, KOREADER);
    assert.match(none.body.error, /ID/);
  });

  it('is not adopted under an address of only zeros, on any route and with any token', async () => {
    for (const ID of ['00:00:00:00:00:00', '00-00-00-00-00-00', ' 00:00:00:00:00:00 ']) {
      for (const token of ['unknown', `fresh ${ID}`, '']) {
        const { status, body } = await display(token, { ID });
        assert.deepEqual([status, body.code], [400, 'missing_header'], `${ID} ${token}`);
      }
      const log = await call(`${admin.server.url}/api/log`, { ID, 'Access-Token': 'unknown' }, '{"logs":[]}');
      assert.deepEqual([log.status, log.body.code], [400, 'missing_header']);
      const setup = await call(`${admin.server.url}/api/setup`, { ID, 'FW-Version': '1', Model: 'og' });
      assert.deepEqual([setup.status, setup.body.code], [400, 'missing_header']);
    }
    const { body } = await admin.get('/devices');
    assert.doesNotMatch(JSON.stringify(body), /00:00:00:00:00:00/);
  });

  it('cannot guess for ever, while the device goes on elsewhere', async () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address });
    let refused: Called | null = null;
    for (let number = 0; number < 3 * LIMITS.wrongTokenBurst && refused === null; number++) {
      const answer = await display(`guess ${number}`, from('198.51.100.7'));
      if (answer.status !== 400) refused = answer;
    }
    assert.deepEqual([refused?.status, refused?.body.code], [429, 'too_many_attempts']);
    // One more attempt is allowed each second: it may come between two calls.
    const held = async (): Promise<boolean> => {
      await display('one more guess', from('198.51.100.7'));
      return (await display(key, from('198.51.100.7'))).status === 429;
    };
    await until(held, 'the right token is refused, too');
    // Its own calls are no attempts, however many.
    for (let number = 0; number < LIMITS.wrongTokenBurst + 20; number++) {
      assert.equal((await display(key, from('192.0.2.7'))).status, 200);
    }
    assert.equal((await display(key, { ...from('198.51.100.7'), ID: MAC })).status, 200);
  });
});

it('a client without ID is known to a server that shares the store, and was not called before', async (t) => {
  const redis = await startRedis();
  t.after(() => redis.kill());
  const env = { STORE_URL: redis.url, SERVICE_URL_SECRET: 'the same for both' };
  const servers = await Promise.all([
    startServer({ screens: SCREENS, env }),
    startServer({ screens: SCREENS, env }),
  ]);
  for (const server of servers) t.after(() => server.stop());
  const [first, second] = servers;
  const key = (await setup(first, MAC)).body.api_key;
  const headers = { ...KOREADER, 'access-token': key };
  assert.equal((await call(`${second.url}/api/display`, headers)).status, 200);
  assert.equal(
    (await call(`${second.url}/api/display`, { ...headers, 'access-token': 'other' })).status,
    400,
  );
});

describe('a model that nobody knows', () => {
  let admin: Admin;
  before(async () => {
    const config = 'default_screen: plain\ndevices:\n  "AA:BB:CC:DD:06:09": { screen: plain, panel: x_16 }\n';
    admin = await startAdmin({ config, screens: SCREENS });
  });
  after(() => admin.server.stop());

  it('gets a picture of the size that it says, in four greys, and one line says what to add', async () => {
    const display = (id: string, more: Readonly<Record<string, string>>) =>
      call(`${admin.server.url}/api/display`, { ID: id, 'Access-Token': id, 'User-Agent': 'new/1', ...more });
    const unheard = { Model: 'Unheard "3"', Width: '400', Height: '300' };
    const { body } = await display('AA:BB:CC:DD:06:07', unheard);
    const png = Buffer.from(await (await fetch(body.image_url)).arrayBuffer());
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20), png[24], png[25]], [400, 300, 2, 3]);
    await display('AA:BB:CC:DD:06:08', unheard);
    await display('AA:BB:CC:DD:06:08', { Model: 'og' });
    await display('AA:BB:CC:DD:06:09', { Model: 'mapped' });
    await until(() => admin.server.logs.some(({ msg }) => String(msg).startsWith('no panel fits')));
    const lines = admin.server.logs.filter(({ msg }) => String(msg).startsWith('no panel fits'));
    assert.equal(lines.length, 1);
    const [line] = lines;
    assert.deepEqual(
      [line?.['model'], line?.['board'], line?.['userAgent'], line?.['size']],
      ['Unheard "3"', null, 'new/1', { widthPx: 400, heightPx: 300 }],
    );
    assert.match(String(line?.['msg']), /panels: \{ my_panel: \{ match: "Unheard \\"3\\""/);
  });
});

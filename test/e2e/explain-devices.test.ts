/** Why a device shows what it shows: situations about the device and its way to the server, each made by real calls. */
import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { display, setup } from '../support/device/calls.ts';
import { assertExplained, explained } from '../support/device/explained.ts';
import { MovedClock } from '../support/device/moved-clock.ts';
import { newKey, signTime } from '../support/device/signed-calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { deviceHeaders, getDisplay, getImage } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:';
const ENTRIES = Array.from({ length: 9 }, (_, number) => `  "${MAC}0${number}": { screen: plain }\n`);
const CONFIG = `default_screen: plain
known_devices: closed
panels:
  small: { width: 400, height: 300, colors: "#000000,#ffffff" }
devices:
  "${MAC}10": { screen: plain, panel: small }
  "ABCDE-FGHJK": { screen: plain }
${ENTRIES.join('')}`;
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ`;

function saying(text: string): RegExp {
  return new RegExp(text.replaceAll('T1', TIME));
}

/** A device polls and fetches. */
async function wake(
  { server }: Admin,
  mac: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  await getImage((await getDisplay(server, mac, more)).image_url);
}

describe('the explanation of a device', () => {
  let admin: Admin;
  let clock: MovedClock;
  before(async () => {
    clock = new MovedClock();
    admin = await startAdmin({ config: CONFIG, env: { TRUST_PROXY: '1' } });
  });
  after(async () => {
    await admin.server.stop();
    clock.restore();
  });

  it('says that it has never called', async () => {
    const { since } = await assertExplained(
      admin,
      'ABCDEFGHJK',
      'never_called',
      saying(
        '^It has not called since the server started at T1; what was before is not kept, .*"ABCDE-FGHJK"',
      ),
    );
    assert.equal(since, null);
  });

  it('says how battery and Wi-Fi were when it was heard last, and how the battery went', async () => {
    const mac = `${MAC}01`;
    for (const volts of ['3.9', '3.8', '3.7', '3.6']) {
      await wake(admin, mac, { 'Battery-Voltage': volts, RSSI: '-88' });
      clock.pass(8 * 3_600);
    }
    await wake(admin, mac, { 'Battery-Voltage': '3.4', RSSI: '-88' });
    clock.pass(3_600);
    const says = saying(
      '^No poll for 60 minutes, and it was to call every 2 minutes: battery 3.4 V \\(falling by 0.3\\d V a day\\), Wi-Fi -88 dBm, which is weak at its last contact\\. Charge it\\.$',
    );
    const { others } = await assertExplained(admin, mac, 'late', says);
    const low = others.find(({ code }) => code === 'battery_low');
    assert.match(low?.text ?? '', saying('^Its battery is low: 3.4 V, about 2 % at T1.*Charge it\\.$'));
  });

  it('says that the token is wrong, or empty', async () => {
    const mac = `${MAC}02`;
    await wake(admin, mac);
    clock.pass(60);
    const refused = { 'X-Request-Id': 'refused' };
    assert.equal((await display(admin.server, mac, 'another token of 20', refused)).status, 401);
    const early = await assertExplained(admin, mac, 'asleep', /^It sleeps as it was told/);
    assert.match(early.others[0]?.text ?? '', /^1 call under its MAC address proves nothing/);
    clock.pass(130);
    const { evidence } = await assertExplained(
      admin,
      mac,
      'wrong_token',
      saying(
        '^Calls with a wrong token come from .*127.0.0.1, its usual address since T1 \\(1 time, last T1\\), and no good one: it was erased, or set up with another server, or something else there uses its MAC address; look at its panel before anything is reset here',
      ),
    );
    assert.equal(evidence[0]?.request_id, 'refused');
    clock.pass(10);
    await display(admin.server, mac, '');
    await assertExplained(admin, mac, 'empty_token', /: its setup failed, or it has lost its token, or/);
    clock.pass(1);
    await wake(admin, mac);
    const { others } = await explained(admin, mac);
    assert.match(others.at(-1)?.text ?? '', /^2 calls under its MAC address prove nothing, .*127\.0\.0\.1/);
  });

  it('says that setup gives no key, and that a reset gave one', async () => {
    const mac = `${MAC}03`;
    const { api_key: key } = (await setup(admin.server, mac)).body;
    await getImage((await display(admin.server, mac, key)).body.image_url);
    clock.pass(60);
    assert.equal((await setup(admin.server, mac)).body.status, 404);
    await assertExplained(admin, mac, 'asleep', /^It sleeps as it was told/);
    clock.pass(130);
    const says = saying(
      '^Setup is refused at .*127.0.0.1, its usual address since T1 \\(1 time, last T1\\): if its panel says "Known here already',
    );
    await assertExplained(admin, mac, 'setup_refused', says);
    clock.pass(60);
    await admin.post(`/devices/${mac}/reset`, {});
    await setup(admin.server, mac);
    const { others } = await explained(admin, mac);
    const reset = others.find(({ code }) => code === 'reset');
    assert.match(
      reset?.text ?? '',
      saying(
        '^It was reset at T1 by an admin, and whoever set itself up first under its address, at T1, got a new key\\. If its panel does not show its screen, find what else calls under its address before you reset it again\\.$',
      ),
    );
    assert.equal(
      others.some(({ code }) => code === 'key_handed_out'),
      false,
    );
  });

  it('says that the config was changed after the last poll', async () => {
    const mac = `${MAC}04`;
    await wake(admin, mac);
    clock.pass(10);
    await admin.patch(`/devices/${mac}`, { name: 'Kitchen', params: { title: 'secret value' } });
    const says = saying(
      '^Its entry \\(name, params(\\.title)?\\) was changed at T1, after its last poll: the change is seen at its next poll, expected at T1\\.$',
    );
    const { evidence } = await assertExplained(admin, mac, 'config_changed', says);
    assert.match(evidence[0]?.text ?? '', /^By admin API \(.*127\.0\.0\.1\)\.$/);
    assert.doesNotMatch(JSON.stringify(await admin.get(`/devices/${mac}/events`)), /secret value/);
    clock.pass(110);
    await wake(admin, mac);
    await assertExplained(admin, mac, 'shown', /^It shows plain/);
  });

  it('says that two devices call by turns', async () => {
    const mac = `${MAC}05`;
    for (let poll = 0; poll < 6; poll++) {
      const more = { 'X-Forwarded-For': `192.0.2.${poll % 2}`, 'FW-Version': `1.${poll % 2}` };
      await wake(admin, mac, more);
      clock.pass(120);
    }
    const says = saying(
      '^It calls from 2 addresses by turns since T1 \\("192.0.2.0", "192.0.2.1"\\): two devices call under its MAC address\\.$',
    );
    await assertExplained(admin, mac, 'several_addresses', says);
  });

  it('says that the panel is another one', async () => {
    const mac = `${MAC}10`;
    await wake(admin, mac, { Width: '800', Height: '480' });
    await assertExplained(
      admin,
      mac,
      'panel_size',
      /^Its panel "small" has 400 x 300 pixels, and the device says 800 x 480: .*Set `panel` in its entry to "og"\.$/,
    );
  });

  it('quotes the last error of its log, as short plain text', async () => {
    const mac = `${MAC}06`;
    await wake(admin, mac);
    const message = `download failed: ${'\u0007<b>"x"\n'.repeat(200)}`;
    await fetch(`${admin.server.url}/api/log`, {
      method: 'POST',
      headers: deviceHeaders(mac),
      body: JSON.stringify({ logs: [{ message, level: 'error' }, { message: 'woke up' }] }),
    });
    const { summary } = await assertExplained(
      admin,
      mac,
      'log_error',
      saying('^Its log tells of an error at T1: ".*download failed: '),
    );
    assert.ok(summary.length < 300, summary);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
    assert.doesNotMatch(summary, /[\u0000-\u001f]/);
  });

  it('is refused for DEFAULT, and for a device that nobody knows', async () => {
    assert.equal((await admin.get('/devices/DEFAULT/explain')).body.code, 'reserved_key');
    assert.equal((await admin.get(`/devices/${MAC}99/explain`)).body.code, 'unknown_device');
    const answer = await fetch(`${admin.server.url}/api/admin/devices/${MAC}01/explain`);
    assert.equal(answer.status, 401);
  });
});

describe('the explanation of the way to the server', () => {
  /** What is said of a device that polls, and gets nothing at the address that it is told. */
  async function saidOf(
    env: Readonly<Record<string, string>>,
    more: Readonly<Record<string, string>>,
    code: string,
    says: RegExp,
  ): Promise<void> {
    const clock = new MovedClock();
    const admin = await startAdmin({ config: CONFIG, env });
    try {
      await getDisplay(admin.server, `${MAC}01`, more);
      await assertExplained(admin, `${MAC}01`, 'shown', /^It was told a picture of plain/);
      clock.pass(60);
      await assertExplained(admin, `${MAC}01`, code, says);
    } finally {
      await admin.server.stop();
      clock.restore();
    }
  }

  it('says that PUBLIC_URL is another host than the device calls', () =>
    saidOf(
      { PUBLIC_URL: 'http://stipple.invalid:9' },
      {},
      'wrong_base',
      saying(
        '^Told a picture at T1, never fetched: the device called http://127.0.0.1:\\d+, and image_url begins with http://stipple.invalid:9, which it may not reach; look at PUBLIC_URL',
      ),
    ));

  it('says that image_url is of https, and the call was not', () =>
    saidOf({ PUBLIC_URL: 'https://127.0.0.1:9' }, {}, 'https_image', /it may not speak TLS/));

  it('says that a proxy is not trusted', () =>
    saidOf(
      {},
      { 'X-Forwarded-Host': 'stipple.example', 'X-Forwarded-Proto': 'https' },
      'proxy_not_trusted',
      /a proxy says that the device called https:\/\/stipple\.example, and the server does not trust it.*set TRUST_PROXY or PUBLIC_URL\.$/,
    ));
});

describe('the explanation of signed calls', () => {
  const mac = `${MAC}01`;
  const key = newKey();

  /** A device that has called well, and is overdue. */
  async function openOverdue(t: TestContext): Promise<{
    admin: Admin;
    call(atMs: number, more?: Readonly<Record<string, string>>): Promise<Response>;
  }> {
    const clock = new MovedClock();
    t.after(() => clock.restore());
    const env = { TRUST_PROXY: '1' };
    const admin = await startAdmin({ config: `${CONFIG}auth_mode: ed25519\n`, env });
    t.after(() => admin.server.stop());
    const call = (atMs: number, more = {}): Promise<Response> =>
      fetch(`${admin.server.url}/api/display`, { headers: { ID: mac, ...signTime(key, atMs), ...more } });
    const { image_url: url } = (await (await call(Date.now())).json()) as { image_url: string };
    await getImage(url);
    clock.pass(190);
    await assertExplained(admin, mac, 'overdue', /^Its poll is overdue/);
    return { admin, call };
  }

  it('says that the clock of the device is wrong', async (t) => {
    const { admin, call } = await openOverdue(t);
    assert.equal((await call(Date.now() - 3_600_000)).status, 401);
    const other = { ID: mac, ...signTime(newKey(), 1) };
    assert.equal((await fetch(`${admin.server.url}/api/display`, { headers: other })).status, 401);
    const says = saying(
      '^Its signed calls are refused since T1 \\(1 time, last T1\\): the time in them is wrong, so its clock is\\. Let it reach a time server, and restart it\\.$',
    );
    const { evidence } = await assertExplained(admin, mac, 'clock_wrong', says);
    assert.match(evidence[0]?.text ?? '', /^X-Timestamp: expected a time within 60 seconds of /);
  });

  it('tells it from calls that may be recorded ones, and from calls that it has not signed', async (t) => {
    const { admin, call } = await openOverdue(t);
    const elsewhere = { 'X-Forwarded-For': '203.0.113.7' };
    const unsigned = { 'X-Signature': '0'.repeat(128) };
    await call(Date.now() - 185_000, elsewhere);
    await call(Date.now() - 3_600_000, { ...elsewhere, ...unsigned });
    const { others } = await assertExplained(admin, mac, 'overdue', /^Its poll is overdue/);
    assert.match(
      others[0]?.text ?? '',
      /^2 calls under its MAC address prove nothing, .*203\.0\.113\.7, which/,
    );
    await call(Date.now(), unsigned);
    await assertExplained(
      admin,
      mac,
      'signature_refused',
      /its firmware signs in another way, or something else/,
    );
    await call(Date.now() - 180_000);
    await assertExplained(
      admin,
      mac,
      'clock_wrong',
      /its clock is slow, or somebody there repeats recorded calls/,
    );
    assert.equal((await call(Date.now() + 1)).status, 200);
    await assertExplained(admin, mac, 'unchanged', /^Same picture since/);
  });
});

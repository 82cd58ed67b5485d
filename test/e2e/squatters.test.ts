/** A caller that uses the MAC address of another device, which the config names by its code. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { hyphenateCode, longCode, registrationCode } from '../../src/domain/registration-code.ts';
import { assertRefused, display, eventsOf, kindsOf, postLog, setup } from '../support/device/calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';

const REAL = 'the token of the real device';
const SECOND = 'the token of a second device';
const SQUATTER = 'what the squatter made up';

const short = (token: string): string => registrationCode(token) ?? '';
const long = (token: string): string => hyphenateCode(longCode(token) ?? '');

const SCREENS = {
  ...PLAIN_SCREEN,
  // A script that keeps the picture: it must be the caller's own.
  'lazy.lua': 'return { data = { title = "lazy" }, skip_update = device.rssi == -1, refresh_rate = 60 }',
  'lazy.svg': PLAIN_SCREEN['plain.svg'] ?? '',
};

const BY_MAC = 'AA:BB:CC:00:09:01';
const CONFIG = `default_screen: lazy
devices:
  ${short(REAL)}: { screen: plain, params: { title: secret }, refresh: 1234 }
  ${long(SECOND)}: { screen: plain, params: { title: secret too } }
  "${BY_MAC}": { screen: plain }
`;

let last = 0;
function newMac(): string {
  last++;
  return `AA:BB:CC:00:00:${last.toString(16).padStart(2, '0').toUpperCase()}`;
}

describe('a squatter on the address of a device that the config names by its code', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ screens: SCREENS, config: CONFIG });
  });
  after(() => admin.server.stop());

  for (const [name, token] of [
    ['short', REAL],
    ['long', SECOND],
  ] as const) {
    for (const [road, come] of [
      ['display', display],
      ['log', postLog],
    ] as const) {
      it(`is removed when the device calls ${road}, with a ${name} code`, async () => {
        const mac = newMac();
        const squatted = await display(admin.server, mac, SQUATTER);
        assert.equal(squatted.status, 200);
        assert.equal((await come(admin.server, mac, token)).status, 200);
        const served = await display(admin.server, mac, token);
        assert.notEqual(served.body.filename, squatted.body.filename);
        for (const call of [display, postLog])
          assert.equal((await call(admin.server, mac, SQUATTER)).status, 401);
        assertRefused(await setup(admin.server, mac), /^Known here with a key in use/);
        const kinds = await kindsOf(admin, mac);
        assert.deepEqual(kinds, ['adopted', 'claimed_by_code', 'setup_refused', 'token_refused']);
      });
    }
  }

  it('is removed with the key that it got from setup', async () => {
    const mac = newMac();
    const { body } = await setup(admin.server, mac);
    assert.equal((await display(admin.server, mac, body.api_key)).status, 200);
    assert.equal((await display(admin.server, mac, REAL)).body.refresh_rate, 120);
    assert.equal((await display(admin.server, mac, body.api_key)).status, 401);
    assert.equal((await eventsOf(admin, mac)).find(({ kind }) => kind === 'claimed_by_code')?.count, 1);
  });

  it('is also removed when the config names the code after both have called', async () => {
    const mac = newMac();
    const token = 'named later';
    assert.equal((await display(admin.server, mac, SQUATTER)).status, 200);
    assert.equal((await display(admin.server, mac, token)).status, 401);
    const created = await admin.post('/devices', { key: long(token), screen: 'local/plain', expected: true });
    assert.equal(created.status, 200);
    assert.equal((await display(admin.server, mac, token)).status, 200);
    assert.equal((await display(admin.server, mac, SQUATTER)).status, 401);
  });

  it('does not get a picture of the device, also when a script keeps the last one', async () => {
    const mac = newMac();
    const made = await setup(admin.server, mac);
    const key = made.body.api_key;
    const own = await display(admin.server, mac, key);
    const { body: secret } = await display(admin.server, mac, REAL);
    assert.notEqual(secret.filename, own.body.filename);
    assert.equal((await display(admin.server, mac, key, { RSSI: '-1' })).status, 401);
    // Two tokens that the config names share an address: each gets the picture of its own screen.
    const both = await display(admin.server, mac, SECOND, { RSSI: '-1' });
    assert.equal(both.status, 200);
    assert.notEqual(both.body.filename, secret.filename);
    assert.equal((await display(admin.server, mac, REAL)).body.filename, secret.filename);
  });

  it('cannot use the token of one device for the address of another that the config names', async () => {
    assert.equal((await display(admin.server, BY_MAC, 'first come')).status, 200);
    for (const token of [REAL, SECOND]) {
      assert.equal((await display(admin.server, BY_MAC, token)).status, 401);
    }
    assert.equal((await display(admin.server, BY_MAC, 'first come')).status, 200);
    assert.deepEqual(await kindsOf(admin, BY_MAC), ['adopted', 'token_refused']);
  });

  it('is not served with closed registration, and does not get the address of the device', async () => {
    const closed = await startAdmin({ screens: SCREENS, config: `registration_enabled: false\n${CONFIG}` });
    try {
      const mac = newMac();
      assert.equal((await display(closed.server, mac, SQUATTER)).status, 404);
      assertRefused(await setup(closed.server, mac), /^Registration is closed/);
      assert.equal((await display(closed.server, mac, REAL)).status, 200);
    } finally {
      await closed.server.stop();
    }
  });
});

describe('registration codes', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ screens: SCREENS, config: 'default_screen: plain\ndevices: {}\n' });
  });
  after(() => admin.server.stop());

  it('are shown to people in their long form, to programs in their short form', async () => {
    const mac = newMac();
    const { body } = await setup(admin.server, mac);
    const code = long(body.api_key);
    assert.match(code, /^[A-Z]{5}-[A-Z]{5}-[A-Z]{5}$/);
    assert.equal(body.message, `Registered. Use the code ${code} to choose a screen for this device.`);
    assert.equal((await admin.get(`/devices/${mac}`)).body.registration_code, short(body.api_key));
    assert.equal((await eventsOf(admin, mac))[0]?.detail, `Registration code ${code}.`);
  });

  it('name a device in both forms, in config, addresses and bodies', async () => {
    const tokens = ['one', 'two'].map((name) => `token ${name}`);
    for (const [index, key] of [short(tokens[0] ?? ''), long(tokens[1] ?? '').toLowerCase()].entries()) {
      const mac = newMac();
      const token = tokens[index] ?? '';
      await display(admin.server, mac, token);
      const { status, body } = await admin.post('/devices', { key, screen: 'local/plain' });
      assert.deepEqual([status, body.key], [200, key.toUpperCase()]);
      for (const form of [
        short(token),
        long(token),
        long(token).replaceAll('-', ''),
        hyphenateCode(short(token)),
      ]) {
        assert.equal((await admin.get(`/devices/${form}`)).body.mac, mac, form);
        const twice = await admin.post('/devices', { key: form, screen: 'local/plain' });
        assert.deepEqual([twice.status, twice.body.code], [409, 'device_exists'], form);
      }
      assert.equal((await admin.get(`/devices/${mac}`)).body.registered, true);
    }
    const unknown = long('never called');
    await admin.post('/devices', { key: unknown, screen: 'local/plain', expected: true });
    assert.equal((await admin.get(`/devices/${short('never called')}`)).body.key, unknown);
  });

  it('in their long form do not name another device with the same short form', async () => {
    const token = 'token three';
    const other = `${(longCode(token) ?? '').slice(0, 14)}A`;
    assert.notEqual(other, longCode(token));
    await admin.post('/devices', { key: other, screen: 'local/plain', expected: true });
    const mac = newMac();
    await display(admin.server, mac, token);
    assert.equal((await admin.get(`/devices/${mac}`)).body.registered, false);
  });
});

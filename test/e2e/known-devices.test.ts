/** Which callers get a key from setup, since a MAC address is not secret. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type Answer,
  assertRefused,
  display,
  eventsOf,
  kindsOf,
  postLog,
  setup,
} from '../support/device/calls.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN, screensOf } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SCREENS = {
  ...PLAIN_SCREEN,
  ...screensOf(
    { brisk: 'return { data = { title = "brisk" }, refresh_rate = 1 }' },
    PLAIN_SCREEN['plain.svg'] ?? '',
  ),
};
const HOUR_MS = 3_600_000;
const BRISK = 'default_screen: brisk\n';
const OWN = 'a token of the device itself';
const IN_USE = /^Known here with a key in use\. Wait \d+ min, or ask the operator to reset AA:/;
const NEEDS_RESET = /^Known here already\. Ask the operator to reset AA:/;

let last = 0;
function newMac(): string {
  last++;
  return `AA:BB:CC:00:00:${last.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** Calls setup as a device without a key does each time it wakes up, until it gets one. */
async function wakeUntilKey(admin: Admin, mac: string): Promise<Answer> {
  return until(async () => {
    const answer = await setup(admin.server, mac);
    return answer.body.status === 200 ? answer : null;
  }, 'a key is issued');
}

/** One for all configs: no two tests have a device in common. */
let shared: Admin;
before(async () => {
  shared = await startAdmin({ screens: SCREENS });
});
after(() => shared.server.stop());

function withServer(config: string, run: (admin: () => Admin) => void): void {
  before(() => shared.takeConfig(config));
  run(() => shared);
}

describe('known_devices open', () => {
  withServer('default_screen: plain\n', (admin) => {
    it('returns a key of this server again, and reports it to the admin', async () => {
      const mac = newMac();
      const first = await setup(admin().server, mac);
      assert.equal((await display(admin().server, mac, first.body.api_key)).status, 200);
      const again = await setup(admin().server, mac);
      assert.equal(again.body.api_key, first.body.api_key);
      assert.deepEqual(await kindsOf(admin(), mac), ['key_handed_out', 'registered']);
      const lines = admin().server.logs.filter(({ msg }) => msg === 'key handed to a known device');
      assert.ok(lines.some((line) => line['device'] === mac && line['level'] === 'warn'));
    });

    it('returns no second key for a device with a token of its own, for any sequence of calls', async () => {
      const mac = newMac();
      assert.equal((await display(admin().server, mac, OWN)).status, 200);
      for (const id of [mac, mac.toLowerCase(), mac.replaceAll(':', '-')]) {
        assertRefused(await setup(admin().server, id), IN_USE);
      }
      assert.equal((await display(admin().server, mac, OWN)).status, 200);
      const refused = (await eventsOf(admin(), mac)).find(({ kind }) => kind === 'setup_refused');
      assert.equal(refused?.count, 3);
      assert.ok(refused?.address?.includes('127.0.0.1'));
    });

    it('keeps no reported values of a refused caller', async () => {
      const mac = newMac();
      await display(admin().server, mac, OWN);
      await setup(admin().server, mac, { Model: 'x', 'FW-Version': 'stranger' });
      const { body } = await admin().get(`/devices/${mac}`);
      assert.deepEqual([body.model, body.firmware_version], ['og', '1.8.15']);
    });

    it('counts a log call as use of the key', async () => {
      const mac = newMac();
      assert.equal((await postLog(admin().server, mac, OWN)).status, 200);
      assertRefused(await setup(admin().server, mac), IN_USE);
    });
  });
});

describe('a device that has lost its memory', () => {
  withServer(BRISK, (admin) => {
    it('is told at setup what to do, and gets a key after three refreshes without a call with its old one', async () => {
      const mac = newMac();
      await display(admin().server, mac, OWN);
      const began = performance.now();
      assertRefused(await setup(admin().server, mac), IN_USE);
      // As firmware does after an unknown answer: five attempts with an empty token.
      for (let attempt = 0; attempt < 5; attempt++) {
        assert.equal((await display(admin().server, mac, '')).status, 401);
      }
      const { body } = await wakeUntilKey(admin(), mac);
      assert.ok(performance.now() - began > 2_500);
      assert.match(body.api_key, /^[\da-f]{32}$/);
      assert.equal((await display(admin().server, mac, body.api_key)).status, 200);
      // The previous token is still accepted: it may be the right one.
      assert.equal((await display(admin().server, mac, OWN)).status, 200);
      const events = await eventsOf(admin(), mac);
      const handed = events.find(({ kind }) => kind === 'key_handed_out');
      assert.equal(handed?.detail, 'A key beside the one that it brought.');
      assert.equal(events.find(({ kind }) => kind === 'token_refused')?.count, 5);
      assertRefused(await setup(admin().server, mac), IN_USE);
    });

    it('registers again at once after a reset, and keeps its telemetry', async () => {
      const mac = newMac();
      await display(admin().server, mac, OWN, { 'Battery-Voltage': '3.91' });
      assertRefused(await setup(admin().server, mac), IN_USE);
      const reset = await admin().post(`/devices/${mac}/reset`, undefined);
      assert.deepEqual([reset.status, reset.body], [200, { reset: mac }]);
      assert.equal((await display(admin().server, mac, '')).status, 401);
      const { body } = await setup(admin().server, mac);
      assert.equal(body.status, 200);
      assert.equal((await display(admin().server, mac, body.api_key)).status, 200);
      assert.equal((await display(admin().server, mac, OWN)).status, 401);
      assert.equal((await admin().get(`/devices/${mac}`)).body.battery_voltage, 3.91);
      const kinds = await kindsOf(admin(), mac);
      assert.deepEqual(kinds, ['adopted', 'identity_reset', 'registered', 'setup_refused', 'token_refused']);
    });

    it('may use any token after a reset', async () => {
      const mac = newMac();
      await display(admin().server, mac, OWN);
      await admin().post(`/devices/${mac}/reset`, undefined);
      assert.equal((await display(admin().server, mac, 'another')).status, 200);
      assert.equal((await display(admin().server, mac, OWN)).status, 401);
    });
  });
});

describe('known_devices quiet', () => {
  withServer(`${BRISK}known_devices: quiet\n`, (admin) => {
    it('returns a key again only after a time without calls', async () => {
      const mac = newMac();
      const first = await setup(admin().server, mac);
      assert.equal((await display(admin().server, mac, first.body.api_key)).status, 200);
      assertRefused(await setup(admin().server, mac), IN_USE);
      assert.equal((await wakeUntilKey(admin(), mac)).body.api_key, first.body.api_key);
    });
  });
});

describe('known_devices closed', () => {
  withServer(`${BRISK}known_devices: closed\n`, (admin) => {
    it('returns a key once, and again only after a reset', async () => {
      for (const token of [null, OWN]) {
        const mac = newMac();
        const key = token ?? (await setup(admin().server, mac)).body.api_key;
        assert.equal((await display(admin().server, mac, key)).status, 200);
        assertRefused(await setup(admin().server, mac), NEEDS_RESET);
        await admin().post(`/devices/${mac.toLowerCase()}/reset`, undefined);
        assert.equal((await setup(admin().server, mac)).body.status, 200);
        assertRefused(await setup(admin().server, mac), NEEDS_RESET);
      }
    });
  });
});

describe('closed registration', () => {
  const named = 'AA:BB:CC:00:01:01';
  const realNow = Date.now;
  let aheadMs = 0;
  before(() => {
    Date.now = () => realNow() + aheadMs;
  });
  after(() => {
    Date.now = realNow;
  });
  withServer(
    `${BRISK}registration_enabled: false\ndevices:\n  "${named}": { screen: brisk }\n  TTFYSCFDVR: { screen: brisk }\n`,
    (admin) => {
      it('returns no second key for a named device with a token of its own, however long it has not called', async () => {
        await display(admin().server, named, OWN);
        assertRefused(await setup(admin().server, named), NEEDS_RESET);
        aheadMs = HOUR_MS;
        assertRefused(await setup(admin().server, named), NEEDS_RESET);
        await admin().post(`/devices/${named}/reset`, undefined);
        assert.equal((await setup(admin().server, named)).body.status, 200);
      });

      it('does not serve the screen of a device that is named by its code to another caller', async () => {
        const mac = newMac();
        const token = '0123456789abcdef0123456789abcdef';
        assert.equal((await display(admin().server, mac, token)).status, 200);
        assertRefused(await setup(admin().server, mac), NEEDS_RESET);
        await admin().post(`/devices/${mac}/reset`, undefined);
        // The device that the admin expects.
        assert.equal((await setup(admin().server, mac)).body.status, 200);
      });

      it('refuses all others', async () => {
        const mac = newMac();
        assertRefused(await setup(admin().server, mac), /^Registration is closed\./);
        assert.equal((await display(admin().server, mac, OWN)).status, 404);
        assert.equal((await admin().get(`/devices/${mac}/events`)).status, 404);
        assert.equal((await admin().post(`/devices/${mac}/reset`, undefined)).status, 404);
      });
    },
  );
});

describe('a reset', () => {
  withServer('default_screen: plain\ndevices:\n  ABCDE-FGHJK: { screen: plain }\n', (admin) => {
    it('is refused for a device that has not called', async () => {
      for (const key of ['ABCDEFGHJK', 'DEFAULT', 'AA:BB:CC:00:02:01', 'nonsense']) {
        const { status, body } = await admin().post(`/devices/${key}/reset`, undefined);
        assert.deepEqual([status, body.code], [404, 'unknown_device'], key);
      }
      assert.deepEqual(await eventsOf(admin(), 'ABCDEFGHJK'), []);
    });
  });
});

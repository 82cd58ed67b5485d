/** Setups of clients that say less of themselves than the specification asks: refused and told of, or accepted. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { display } from '../support/device/calls.ts';
import { explained } from '../support/device/explained.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { PLAIN_SCREEN } from '../support/server/server.ts';

const NAMED = 'AA:BB:CC:00:00:01';
const HEADERS = { 'User-Agent': 'ESP32HTTPClient' };
const CASES = [
  { sent: {}, lacks: 'FW-Version and Model' },
  { sent: { 'FW-Version': '1.6.6' }, lacks: 'Model' },
  { sent: { Model: 'og' }, lacks: 'FW-Version' },
] as const;

interface Answer {
  readonly status: number;
  readonly code?: string;
  readonly error?: string;
  readonly api_key?: string;
}

async function setupWith({ server }: Admin, mac: string, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${server.url}/api/setup`, { headers: { ID: mac, ...HEADERS, ...headers } });
  return { status: response.status, body: (await response.json()) as Answer };
}

function withServer(config: string, run: (admin: () => Admin) => void): void {
  let admin: Admin;
  before(async () => {
    const entry = `default_screen: plain\ndevices:\n  "${NAMED}": { screen: plain }\n`;
    admin = await startAdmin({ screens: PLAIN_SCREEN, config: config + entry });
  });
  after(() => admin.server.stop());
  run(() => admin);
}

describe('setup_headers strict, the default', () => {
  withServer('', (admin) => {
    for (const [index, { sent, lacks }] of CASES.entries()) {
      it(`refuses a setup without ${lacks}, and names the setting in the log once for its kind`, async () => {
        for (const mac of [`AA:BB:CC:00:01:0${index}`, `AA:BB:CC:00:02:0${index}`]) {
          const { status, body } = await setupWith(admin(), mac, sent);
          assert.equal(status, 400);
          assert.equal(body.code, 'missing_header');
          assert.match(body.error ?? '', new RegExp(`^Header ${lacks} is required`));
        }
        const says = `setup refused: this client does not say ${lacks}.`;
        const lines = admin().server.logs.filter(({ msg }) => String(msg).startsWith(says));
        assert.equal(lines.length, 1);
        assert.match(String(lines[0]?.['msg']), /`setup_headers: lenient`/);
      });
    }

    it('explains a device with an entry that never got further', async () => {
      const before = await explained(admin(), NAMED);
      assert.equal(before.code, 'never_called');
      await setupWith(admin(), NAMED, {});
      const { code, summary } = await explained(admin(), NAMED);
      assert.equal(code, 'setup_incomplete');
      assert.match(summary, /the calls do not say "FW-Version and Model", .*`setup_headers: lenient`/);
    });

    it('says of an empty token that it is empty, and not that registration is closed', async () => {
      for (const mac of [NAMED, 'AA:BB:CC:00:03:01']) {
        const { status, body } = await display(admin().server, mac, '');
        assert.equal(status, 404);
        assert.match(
          String((body as unknown as Answer).error),
          /^Header Access-Token is empty: .*\/api\/setup/,
        );
      }
    });
  });
});

describe('setup_headers lenient', () => {
  withServer('setup_headers: lenient\n', (admin) => {
    for (const [index, { sent, lacks }] of CASES.entries()) {
      it(`registers a device that does not say ${lacks}`, async () => {
        const mac = `AA:BB:CC:00:01:0${index}`;
        const { status, body } = await setupWith(admin(), mac, sent);
        assert.deepEqual([status, body.status], [200, 200]);
        assert.equal((await display(admin().server, mac, body.api_key ?? '')).status, 200);
      });
    }

    it('asks for an ID all the same, and for each header once', async () => {
      const nobody = await fetch(`${admin().server.url}/api/setup`, { headers: HEADERS });
      assert.equal(((await nobody.json()) as Answer).code, 'missing_header');
    });
  });
});

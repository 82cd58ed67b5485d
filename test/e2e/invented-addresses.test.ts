/** Callers that invent addresses and ports: whoever a trusted proxy names is one caller, whatever else is written. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { send } from '../support/console/browser.ts';
import { randomNumbers } from '../support/random.ts';
import { TOKEN } from '../support/server/admin.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const GUESSES = LIMITS.wrongTokenBurst + 60;

/** What a caller may send to have the proxy pass on; the proxy adds the address that it sees. */
function invented(): string {
  const kinds = [
    () => '',
    () => `192.0.2.${random(256)}`,
    () => `2001:db8:${random(9999)}::1`,
    () => `unknown-${random(1e6)}`,
    () => `127.0.0.1, 10.0.0.${random(256)}`,
    () => `"[2001:db8::${random(9999)}]:${random(65536)}"`,
    () => 'x'.repeat(1 + random(200)),
  ];
  return kinds[random(kinds.length)]?.() ?? '';
}

/** The ways in which proxies write one address. */
const WRITTEN: Readonly<Record<string, (address: string) => string>> = {
  'an address': (address) => address,
  'an address with the port': (address) => `${address}:${1024 + random(60_000)}`,
  'an address as IPv6': (address) => `::ffff:${address}`,
  'an address as IPv6 with the port': (address) => `[::ffff:${address}]:${1024 + random(60_000)}`,
  'no address': () => `hidden${random(1e6)}`,
};

for (const trust of ['1', 'loopback']) {
  describe(`behind a proxy that is trusted as ${trust} (seed ${SEED})`, () => {
    let server: TestServer;
    before(async () => {
      server = await startServer({
        config: 'default_screen: plain\n',
        env: { SERVICE_ADMIN_TOKEN: TOKEN, TRUST_PROXY: trust },
      });
    });
    after(() => server.stop());

    async function ask(token: string, forwarded: string): Promise<number> {
      const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': forwarded };
      return (await send(`${server.url}/api/admin/devices`, 'GET', headers)).status;
    }

    for (const [index, [name, write]] of Object.entries(WRITTEN).entries()) {
      it(`all calls with ${name} are those of one caller`, async () => {
        const address = `198.51.100.${10 + index}`;
        let held = 0;
        for (let n = 0; n < GUESSES; n += 1) {
          const before = invented();
          const forwarded = before === '' ? write(address) : `${before}, ${write(address)}`;
          held += (await ask(`guess ${n}`, forwarded)) === 429 ? 1 : 0;
        }
        assert.ok(held > 0, 'no guess was held back');
        assert.equal(await ask(TOKEN, '198.51.100.200'), 200);
      });
    }
  });
}

it(`without trust, what a caller writes counts for nothing (seed ${SEED})`, async (t) => {
  const env = { SERVICE_ADMIN_TOKEN: TOKEN };
  const server = await startServer({ config: 'default_screen: plain\n', env });
  t.after(() => server.stop());
  let held = 0;
  for (let n = 0; n < GUESSES; n += 1) {
    const headers = {
      Authorization: `Bearer guess ${n}`,
      ...{ 'X-Forwarded-For': invented() || '192.0.2.1', 'X-Real-IP': `192.0.2.${n % 256}` },
      Forwarded: `for=192.0.2.${n % 256}`,
    };
    held += (await send(`${server.url}/api/admin/devices`, 'GET', headers)).status === 429 ? 1 : 0;
  }
  assert.ok(held > 0);
});

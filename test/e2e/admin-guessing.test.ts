/** Guesses of admin tokens, wherever a token is examined: they are counted together, and beyond the limit nothing is told. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { ConsoleBrowser } from '../support/console/browser.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import { randomNumbers } from '../support/random.ts';
import { TOKEN } from '../support/server/admin.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { type Display, deviceHeaders, startServer, type TestServer } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const MAC = 'AA:BB:CC:DD:EE:01';

type Headers = Readonly<Record<string, string>>;

/** A way to learn whether a token is right. */
interface Way {
  readonly name: string;
  /** True: it is; false: it is not; null: not examined. */
  ask(token: string, from: Headers): Promise<boolean | null>;
}

let server: TestServer;
let files: ConsoleFolder;
before(async () => {
  files = writeConsole();
  server = await startServer({
    config: `default_screen: plain\n${adminTokens({ anna: 'admin' })}`,
    env: { SERVICE_ADMIN_TOKEN: TOKEN, TRUST_PROXY: 'loopback' },
    consoleDir: files.dir,
  });
});
after(async () => {
  await server.stop();
  files.remove();
});

const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

function byStatus({ status }: Response): boolean | null {
  assert.ok([200, 401, 429].includes(status), String(status));
  return status === 429 ? null : status === 200;
}

function byTiming(response: Response): boolean {
  assert.equal(response.status, 200);
  return response.headers.has('server-timing');
}

async function imageUrl(): Promise<string> {
  const headers = deviceHeaders(MAC);
  return ((await (await fetch(`${server.url}/api/display`, { headers })).json()) as Display).image_url;
}

const WAYS: readonly Way[] = [
  {
    name: 'the admin API',
    ask: async (token, from) =>
      byStatus(await fetch(`${server.url}/api/admin/devices`, { headers: { ...bearer(token), ...from } })),
  },
  {
    name: 'signing in to the console',
    ask: async (token, from) =>
      byStatus(
        await fetch(`${server.url}/console/session`, {
          method: 'POST',
          headers: { 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json', ...from },
          body: JSON.stringify({ token }),
        }),
      ),
  },
  {
    name: 'the times of a display call',
    ask: async (token, from) => {
      const headers = { ...deviceHeaders(MAC), ...bearer(token), ...from };
      return byTiming(await fetch(`${server.url}/api/display`, { headers })) || null;
    },
  },
  {
    name: 'the times of an image call',
    ask: async (token, from) =>
      byTiming(await fetch(await imageUrl(), { headers: { ...bearer(token), ...from } })) || null,
  },
];

async function guessMany(first: Way, from: Headers): Promise<void> {
  for (let guess = 0; guess < LIMITS.wrongTokenBurst + 30; guess++) {
    const way = guess % 2 === 0 ? first : WAYS[random(WAYS.length)];
    assert.notEqual(await way?.ask(`guess ${guess}`, from), true);
  }
}

/** A guess that comes back with time may be what a token is examined with: never so often in a row. */
const ROUNDS = 5;

/** Whether a token is told after too many guesses, whatever comes back with time. */
async function toldAfter({ ask }: Way, first: Way, token: string, from: Headers): Promise<boolean | null> {
  for (let round = 0; round < ROUNDS; round++) {
    const [, , told = null] = await Promise.all([
      first.ask('x', from),
      first.ask('y', from),
      ask(token, from),
    ]);
    if (told === null) return null;
  }
  return true;
}

describe(`guesses of admin tokens (seed ${SEED})`, () => {
  for (const [round, first] of WAYS.entries()) {
    it(`by ${first.name} are counted with all others; then a right token is told nowhere`, async () => {
      const from = { 'X-Forwarded-For': `198.51.100.${round}` };
      const elsewhere = { 'X-Forwarded-For': '192.0.2.1' };
      // A right one is no guess, however often it is shown.
      for (const { ask } of WAYS) assert.equal(await ask(TOKEN, from), true);
      await guessMany(first, from);
      for (const way of WAYS) {
        for (const token of [TOKEN, namedToken('anna')]) {
          assert.equal(await toldAfter(way, first, token, from), null, way.name);
        }
        assert.equal(await way.ask(TOKEN, elsewhere), true, `${way.name} elsewhere`);
      }
    });
  }

  it('do not hold back who is signed in, not even behind the address of who guesses', async () => {
    const from = { 'X-Forwarded-For': '198.51.100.200' };
    const browser = new ConsoleBrowser(server.url, from);
    await browser.signIn(TOKEN);
    const guess = () =>
      fetch(`${server.url}/api/admin/devices`, { headers: { ...bearer('guess'), ...from } });
    let held = 0;
    for (let number = 0; number < LIMITS.wrongTokenBurst + 30; number++)
      held += (await guess()).status === 429 ? 1 : 0;
    assert.ok(held > 0);
    assert.equal((await browser.call('GET', '/api/admin/devices')).status, 200);
  });
});

/**
 * A token of the admin API on every route, with every method, in every form in which somebody may show one. Once guesses
 * are held back, no call tells a right token from a wrong one; and before, each that does counts its guesses.
 */
import assert from 'node:assert/strict';
import { type IncomingMessage, request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { type ConsoleFolder, writeConsole } from '../support/console/fixture.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { type Display, deviceHeaders, startServer, type TestServer } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const MAC = 'AA:BB:CC:DD:EE:01';
const FRAME_TOKEN = namedToken('hall');
const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'QUERY'];
/** Of what a call may change nothing of. */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

type Headers = Readonly<Record<string, string>>;

/** How a call shows a token. */
const FORMS: Readonly<Record<string, (token: string) => Headers>> = {
  Bearer: (token) => ({ Authorization: `Bearer ${token}` }),
  bearer: (token) => ({ Authorization: `bEaReR   ${token}` }),
  Basic: (token) => ({ Authorization: `Basic ${Buffer.from(`admin:${token}`).toString('base64')}` }),
  'as it is': (token) => ({ Authorization: token }),
  'a session': (token) => ({ Cookie: `stipple=${token}; __Host-stipple=${token}` }),
  'the token of a device': (token) => ({ 'Access-Token': token, ID: MAC }),
  'an upgrade': (token) => ({
    ...{ Authorization: `Bearer ${token}`, Connection: 'Upgrade', Upgrade: 'websocket' },
    ...{ 'Sec-WebSocket-Key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version': '13' },
  }),
};

/** A call that may tell a right token from a wrong one. */
interface Way {
  readonly method: string;
  readonly route: string;
  readonly form: string;
}

/** What is the same for all calls that are answered alike. */
const CHANGING = /^(?:date|x-request-id|server-timing|etag|last-modified|set-cookie)$/;

let server: TestServer;
let files: ConsoleFolder;
let routes: readonly string[] = [];
let callers = 0;
before(async () => {
  files = writeConsole();
  const digests = adminTokens({ hall: 'viewer' }).match(/sha256:[0-9a-f]{64}/)?.[0] ?? '';
  server = await startServer({
    config: `default_screen: plain\n${adminTokens({ anna: 'admin' })}frames:
  hall: { screen: plain, frame_tokens: { one: "${digests}" } }
devices:
  "${MAC}": { screen: plain }
`,
    env: { SERVICE_ADMIN_TOKEN: TOKEN, TRUST_PROXY: 'loopback' },
    consoleDir: files.dir,
  });
  routes = await allRoutes();
});
after(async () => {
  await server.stop();
  files.remove();
});

/** An address that nobody has called from. */
function newCaller(): string {
  callers += 1;
  return `198.${18 + (callers >> 16)}.${(callers >> 8) & 255}.${callers & 255}`;
}

/** All paths of the OpenAPI document, and those that it leaves out. */
async function allRoutes(): Promise<readonly string[]> {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, object>;
  };
  const headers = deviceHeaders(MAC);
  const display = await fetch(`${server.url}/api/display`, { headers });
  const { image_url: image } = (await display.json()) as Display;
  const filled = Object.keys(paths).map((path) => path.replaceAll(/\{(\w+)\}/g, (_, name) => fill(name)));
  return [
    ...new Set([
      ...filled,
      ...[image.slice(server.url.length), `/frame/hall.png?token=${encodeURIComponent(FRAME_TOKEN)}`],
      ...['/', '/console', '/console/', '/console/devices', '/swagger-ui', '/metrics', '/nowhere'],
      ...['//api/admin/devices', '/api/admin', '/api/admin/', '/api/admin/nowhere', '/api/admin/stream'],
    ]),
  ];
}

function fill(name: string): string {
  return { key: MAC, handle: 'local', path: 'plain.lua', name: 'meter', hash: '0'.repeat(64) }[name] ?? '1';
}

function ask({ method, route, form }: Way, token: string, from: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const shown = FORMS[form]?.(token) ?? {};
    const device = route.startsWith('/api/') ? deviceHeaders(MAC) : {};
    const headers = { ...device, 'X-Forwarded-For': from, 'Sec-Fetch-Site': 'same-origin', ...shown };
    const url = new URL(server.url);
    const call = request({ hostname: url.hostname, port: url.port, path: route, method, headers });
    call.once('error', reject);
    call.once('response', (response) => answerOf(response).then(resolve, reject));
    call.end();
  });
}

/** All that a caller sees of an answer, but for what is of the moment; of a stream, that it is one. */
async function answerOf(response: IncomingMessage): Promise<string> {
  const { statusCode, headers } = response;
  const isTimed = 'server-timing' in headers ? 'timed' : '';
  const seen = Object.entries(headers).filter(([name]) => !CHANGING.test(name));
  let body = '';
  if (headers['content-type'] === 'text/event-stream') response.destroy();
  else for await (const bytes of response) body += String(bytes);
  // Numbers of a call, and the clock in milliseconds.
  const plain = body.replaceAll(/"request_id":"[^"]*"|\b1[78]\d{11}\b/g, '');
  return JSON.stringify([statusCode, isTimed, seen.toSorted(), plain]);
}

/** Many wrong guesses, until one is held back. */
async function guessFrom(from: string): Promise<void> {
  const way = { method: 'GET', route: '/api/admin/devices', form: 'Bearer' };
  for (let n = 0; n < 3 * LIMITS.wrongTokenBurst; n += 1) {
    if ((await ask(way, `guess ${n}`, from)).startsWith('[429')) return;
  }
  assert.fail('no guess was held back');
}

/** A guess that comes back with time may be what a token is examined with: never so often in a row. */
const ROUNDS = 5;

async function tellsApart(way: Way, from: string, before: () => Promise<unknown>): Promise<boolean> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await before();
    const token = random(2) === 0 ? TOKEN : namedToken('anna');
    // Of the same length, as an answer may have it.
    const wrong = `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`;
    if ((await ask(way, wrong, from)) === (await ask(way, token, from))) return false;
  }
  return true;
}

function allWays(methods: readonly string[]): readonly Way[] {
  return routes.flatMap((route) =>
    methods.flatMap((method) => Object.keys(FORMS).map((form) => ({ method, route, form }))),
  );
}

function some(ways: readonly Way[], count: number): readonly Way[] {
  return Array.from({ length: count }, () => ways[random(ways.length)] ?? assert.fail());
}

describe(`tokens of the admin API on every route (seed ${SEED})`, () => {
  it('are told apart by no call once guesses are held back', async () => {
    const from = newCaller();
    await guessFrom(from);
    const ways = allWays(METHODS).filter(({ form }) => form !== 'the token of a device');
    const chosen = [
      ...ways.filter(({ form, method }) => form === 'Bearer' && SAFE.includes(method)),
      ...some(ways, rounds(300)),
    ];
    for (const way of chosen) {
      const told = await tellsApart(way, from, () => guessFrom(from));
      assert.ok(!told, JSON.stringify(way));
    }
  });

  it('are told apart only by calls that count wrong ones', async () => {
    const ways = allWays(SAFE);
    const telling: Way[] = [];
    for (const way of some(ways, rounds(300))) {
      const key = { method: 'GET', route: '/api/admin/devices', form: 'Bearer' };
      if (await tellsApart(way, newCaller(), async () => {})) telling.push(way);
      assert.match(await ask(key, TOKEN, newCaller()), /^\[200/);
    }
    assert.ok(telling.length > 0);
    for (const way of telling.slice(0, rounds(12))) {
      const from = newCaller();
      const guesses = Array.from({ length: LIMITS.wrongTokenBurst + 40 }, (_, n) => `guess ${n}`);
      for (const guess of guesses) await ask(way, guess, from);
      assert.ok(!(await tellsApart(way, from, () => guessFrom(from))), JSON.stringify(way));
    }
  });
});

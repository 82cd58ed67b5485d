/**
 * Floods of all that can be called, mixed at random: strangers, a token of a frame that has leaked, an author, programs and
 * people with tokens who do not stop. Meanwhile devices of the config get each new picture of their own, as long as it lasts.
 */
import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { macOf } from '../support/device/mac.ts';
import { frameToken, tokenMap } from '../support/frames/fetch-frame.ts';
import { type Answer, KeptCalls } from '../support/network/kept-calls.ts';
import { listen } from '../support/network/listen.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { adminTokens, namedToken } from '../support/server/named-tokens.ts';
import { DATA_CONFIG, DATA_TOKEN } from '../support/server/pushes.ts';
import {
  type Display,
  deviceHeaders,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const MIXES = rounds(2);
const AT_ONCE = 60;
const CYCLES = rounds(15);
/** How long the slow addresses of the upstream take: about what a request may. */
const SLOW_MS = 8_000;

/** What devices of the config show: a picture of its own for each voltage, of one kind each. */
const NAMED = {
  plain: 'BA:00:00:00:00:01',
  asking: 'BA:00:00:00:00:02',
  photo: 'BA:00:00:00:00:03',
} as const;
const PUSHED = 'BA:00:00:00:00:04';
type Kind = keyof typeof NAMED;
const KINDS = Object.keys(NAMED) as Kind[];

const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const PHOTO_SVG = SVG.replace('<text', '<image href="{{ data.photo }}" width="400" height="300"/><text');

function screens(upstream: string, photo: Buffer): Record<string, string | Buffer> {
  const processed = `image_process(read_asset("photo.png"), { width = 400, exposure = (tonumber(device.battery_voltage) or 1) / 10 })`;
  return {
    ...PLAIN_SCREEN,
    'photo.png': photo,
    'asking.lua': `return { data = { title = http_get("${upstream}/quick") }, refresh_rate = 120 }`,
    'asking.svg': SVG,
    'photo.lua': `local photo = ${processed} return { data = { title = "", photo = photo }, refresh_rate = 120 }`,
    'photo.svg': PHOTO_SVG,
    // What strangers say decides whether it asks slowly, or has a picture processed; no two of them read the same.
    'wild.lua': `local voltage = tonumber(device.battery_voltage) or 1
local kind = math.floor(voltage * 10000) % 3
local photo = ""
if kind == 0 then pcall(http_get, "${upstream}/slow?" .. voltage) end
if kind == 1 then photo = ${processed} end
return { data = { title = tostring(voltage), photo = photo }, refresh_rate = 120 }`,
    'wild.svg': PHOTO_SVG,
    'counting.lua': `return { data = { title = http_get("${upstream}/count") }, refresh_rate = 120 }`,
    'counting.svg': SVG,
  };
}

const CONFIG = `${DATA_CONFIG.replace('plain', 'wild')}devices:
${KINDS.map((kind) => `  "${NAMED[kind]}": { screen: ${kind} }\n`).join('')}  "${PUSHED}": { screen: plain }
frames:
  leaked: { screen: counting, width: 1600, height: 1200, frame_tokens: ${tokenMap('leaked')} }
${adminTokens({ writer: 'author' })}`;

describe(`floods of all kinds of calls (seed ${SEED})`, () => {
  const calls = new KeptCalls(400);
  const random = randomNumbers(SEED);
  let upstream: Server;
  let server: TestServer;
  let reference: TestServer;
  let photo: Buffer;
  const old: string[] = [];
  let counted = 0;
  let serial = 0;

  before(async () => {
    const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const;
    const create = { width: 600, height: 450, channels: 3, background: '#fff', noise } as const;
    photo = await sharp({ create }).png().toBuffer();
    upstream = createServer(({ url = '' }, response) => {
      // biome-ignore lint/style/noRestrictedGlobals: an upstream that takes long is what is tested
      if (url.startsWith('/slow')) setTimeout(() => response.end('slow'), SLOW_MS).unref();
      else response.end(url === '/count' ? `${++counted}` : 'quick');
    });
    const address = `http://127.0.0.1:${await listen(upstream)}`;
    const options = { screens: screens(address, photo), config: CONFIG, env: { SERVICE_ADMIN_TOKEN: TOKEN } };
    server = await startServer({ ...options, composeThreads: 6, rasterThreads: 2 });
    reference = await startServer(options);
    await server.app.warm;
    // Whoever calls first has the device.
    for (const kind of KINDS) await cycle(kind);
  });
  after(async () => {
    calls.end();
    upstream.closeAllConnections();
    upstream.close();
    await Promise.all([server.stop(), reference.stop()]);
  });

  function bearer(token: string, more: Record<string, string> = {}): Record<string, string> {
    return { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more };
  }

  /** What strangers say of themselves: ever other sizes and readings. */
  function wild(): Record<string, string> {
    const size = { Width: String(4096 - random(2_000)), Height: String(4096 - random(2_000)) };
    const readings = { 'Battery-Voltage': (1 + random(1e6) / 1e5).toFixed(5), RSSI: `-${random(99)}` };
    return random(2) === 0 ? readings : { ...size, ...readings };
  }

  const admin = (route: string, token: string, body: object): Promise<Answer> =>
    calls.call(`${server.url}/api/admin${route}`, { ...post(token, body) });
  const post = (token: string, body: object) => ({
    ...{ method: 'POST', headers: bearer(token), body: JSON.stringify(body) },
  });
  const stranger = (route: string, mac: string, headers = wild()): Promise<Answer> =>
    calls.call(server.url + route, { headers: deviceHeaders(mac, headers) });
  const draft = (): object => ({
    files: {
      'hi.lua': `return { data = { title = "${random(1e9)}", photo = "" }, refresh_rate = 120 }`,
      'hi.svg': SVG,
    },
  });

  const ROADS: Readonly<Record<string, () => Promise<unknown>>> = {
    'displays of strangers': async () => {
      const { status, body } = await stranger('/api/display', macOf('B1', random(300)));
      if (status === 200) old.push((JSON.parse(body.toString('utf8')) as Display).image_url);
    },
    'pictures of old addresses': async () => {
      const address = old[random(Math.max(old.length, 1))];
      if (address !== undefined) await calls.call(address);
    },
    'setups of strangers': () => stranger('/api/setup', macOf('B2', random(1e6))),
    'setups in the name of others': () => stranger('/api/setup', NAMED[KINDS[random(3)] ?? 'plain']),
    'displays with wrong tokens of others': () =>
      calls.call(`${server.url}/api/display`, {
        headers: { ...deviceHeaders(NAMED.plain, wild()), 'Access-Token': `guess ${random(1e9)}` },
      }),
    'logs of strangers': () =>
      calls.call(`${server.url}/api/log`, {
        method: 'POST',
        headers: { ...deviceHeaders(macOf('B3', random(1e6))), 'Content-Type': 'application/json' },
        body: JSON.stringify({ logs: ['x'.repeat(random(200_000))] }),
      }),
    'frames with a leaked token': () =>
      calls.call(`${server.url}/frame/leaked.png?token=${frameToken('leaked')}&x=${random(1e9)}&width=4000`),
    'frames with wrong tokens': () => calls.call(`${server.url}/frame/leaked.png?token=${random(1e9)}`),
    'drafts of an author': () =>
      admin('/preview', namedToken('writer'), { ...draft(), panels: ['og', 'x'].slice(random(2)) }),
    'checks of an author': () => admin('/check', namedToken('writer'), draft()),
    'data of a program': () =>
      calls.call(`${server.url}/api/data/weather`, {
        ...{ method: 'PUT', headers: bearer(DATA_TOKEN), body: JSON.stringify({ t: random(1e9) }) },
      }),
    'pictures of an admin': () =>
      calls.call(`${server.url}/api/admin/devices/${PUSHED}/picture?minutes=5`, {
        ...{ method: 'PUT', headers: bearer(TOKEN, { 'Content-Type': 'image/png' }), body: photo },
      }),
    'lists of the fleet': () =>
      calls.call(`${server.url}/api/admin/devices`, { headers: bearer(namedToken('writer')) }),
  };

  /** A cycle of a device of the config, whose picture is a new one each time. */
  async function cycle(kind: Kind): Promise<readonly [Kind, string, string]> {
    const voltage = (1 + ++serial / 1_000).toFixed(3);
    const headers = deviceHeaders(NAMED[kind], { 'Battery-Voltage': voltage });
    const answer = await calls.call(`${server.url}/api/display`, { headers });
    assert.equal(answer.status, 200, `display ${serial} of ${kind}`);
    const told = JSON.parse(answer.body.toString('utf8')) as Display;
    const picture = await calls.call(told.image_url);
    assert.equal(
      picture.status,
      200,
      `picture ${serial} of ${kind}: ${picture.body.toString('utf8', 0, 200)}`,
    );
    assert.equal(picture.headers['content-type'], 'image/png');
    return [kind, voltage, told.filename];
  }

  for (let mix = 1; mix <= MIXES; mix++) {
    it(`keeps no picture from devices of the config: mix ${mix}`, async (t) => {
      const roads = Object.entries(ROADS).flatMap(([name, once]) => Array(random(4)).fill([name, once]));
      const counts = new Map<string, number>();
      let running = true;
      const flood = Array.from({ length: AT_ONCE }, async () => {
        while (running) {
          const [name, once] = roads[random(roads.length)];
          await once();
          counts.set(name, (counts.get(name) ?? 0) + 1);
        }
      });
      const made = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
      await until(() => made() > AT_ONCE);
      const shown: (readonly [Kind, string, string])[] = [];
      try {
        for (let turn = 0; turn < CYCLES; turn++) shown.push(await cycle(KINDS[turn % 3] ?? 'plain'));
      } finally {
        running = false;
        await Promise.all(flood);
      }
      t.diagnostic(JSON.stringify(Object.fromEntries(counts)));
      // Each was its own: a server that nobody else calls names it alike.
      for (const [kind, voltage, filename] of shown) {
        const headers = deviceHeaders(NAMED[kind], { 'Battery-Voltage': voltage });
        const calm = await calls.call(`${reference.url}/api/display`, { headers });
        const told = JSON.parse(calm.body.toString('utf8')) as Display;
        assert.equal(filename, told.filename, `${kind} at ${voltage} V`);
      }
    });
  }
});

/** Two servers on one Redis, and an upstream whose data change with each request: what one has told, the other draws. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { listen } from '../support/network/listen.ts';
import { getDisplay, getImage, screensOf, startServer, type TestServer } from '../support/server/server.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

/** Devices whose screen keeps the answers of its upstream. */
const KEPT = ['AA:BB:CC:DD:EE:08', 'AA:BB:CC:DD:EE:09'] as const;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="60">{{ data.text }}</text></svg>';

interface Counter {
  readonly url: string;
  readonly count: () => number;
  readonly close: () => void;
}

/** Counts the requests, and answers with their number. */
async function startCounter(): Promise<Counter> {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end(String(count));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/`, count: () => count, close: () => server.close() };
}

function serve(store: string, once: string, kept: string): Promise<TestServer> {
  return startServer({
    screens: screensOf(
      {
        plain: `return { data = { text = http_get("${once}", { cache_ttl = 0 }) } }`,
        kept: `return { data = { text = http_get("${kept}", { cache_ttl = 600 }) } }`,
      },
      SVG,
    ),
    config: `default_screen: plain\ndevices:\n${KEPT.map((mac) => `  "${mac}": { screen: kept }\n`).join('')}`,
    env: { STORE_URL: store, SERVICE_URL_SECRET: 'the same for all servers' },
  });
}

/** The same address on another server. */
function on(server: TestServer, address: string): string {
  const { pathname, search } = new URL(address);
  return server.url + pathname + search;
}

let redis: RedisServer;
let once: Counter;
let kept: Counter;
let first: TestServer;
let second: TestServer;
before(async () => {
  redis = await startRedis();
  [once, kept] = [await startCounter(), await startCounter()];
  first = await serve(redis.url, once.url, kept.url);
  second = await serve(redis.url, once.url, kept.url);
});
after(async () => {
  await first.stop();
  await second.stop();
  await redis.kill();
  for (const { close } of [once, kept]) close();
});

/** Tell a device of a picture by the first server; nobody but that one has the picture, and the store the content. */
async function tell(mac: string) {
  const asked = once.count();
  const { filename, image_url: address } = await getDisplay(first, mac);
  const content = `stipple:s:${filename}`;
  await until(async () => (await redis.command(`EXISTS ${content}`)).startsWith(':1'));
  const png = await getImage(address);
  await until(async () => (await redis.command(`DEL stipple:p:${filename}`)).startsWith(':1'));
  assert.equal(once.count(), asked + 1);
  return { png, content, elsewhere: on(second, address), requests: () => once.count() - asked };
}

describe('a picture that only another server was to draw', () => {
  it('is drawn from its content, as its device was told of it, though the data have changed', async () => {
    const { requests, png, elsewhere } = await tell('AA:BB:CC:DD:EE:01');
    assert.deepEqual(await getImage(elsewhere), png);
    assert.equal(requests(), 1);
  });

  it('is composed anew where the content is damaged', async () => {
    const { requests, png, content, elsewhere } = await tell('AA:BB:CC:DD:EE:02');
    await redis.command(`SET ${content} junk`);
    assert.notDeepEqual(await getImage(elsewhere), png);
    assert.ok(requests() > 1);
  });
});

describe('answers of scripts with cache_ttl', () => {
  it('are the same on both servers, and there after a restart', async (t) => {
    const [one, two] = KEPT;
    const told = await Promise.all([getDisplay(first, one), getDisplay(second, two)]);
    assert.equal(told[0]?.filename, told[1]?.filename);
    assert.equal(kept.count(), 1);
    const folder = `file:${tempTree(t)}/state`;
    const before = await serve(folder, once.url, kept.url);
    const { filename } = await getDisplay(before, one);
    await before.stop();
    const after = await serve(folder, once.url, kept.url);
    t.after(() => after.stop());
    assert.equal((await getDisplay(after, one)).filename, filename);
    assert.equal(kept.count(), 2);
  });
});

/** Two servers on one Redis, and an upstream whose data change with each request: what one has told, the other draws. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { listen } from '../support/network/listen.ts';
import { getDisplay, getImage, startServer, type TestServer } from '../support/server/server.ts';
import { type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><text x="9" y="99" font-size="60">{{ data.text }}</text></svg>';

/** Counts the requests, and answers with their number. */
async function startCounter(t: TestContext): Promise<{ readonly url: string; readonly count: () => number }> {
  let count = 0;
  const server = createServer((_, response) => {
    count += 1;
    response.end(String(count));
  });
  const port = await listen(server);
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${port}/`, count: () => count };
}

async function serve(t: TestContext, store: string, upstream: string, ttl: number): Promise<TestServer> {
  const server = await startServer({
    screens: {
      'plain.lua': `return { data = { text = http_get("${upstream}", { cache_ttl = ${ttl} }) } }`,
      'plain.svg': SVG,
    },
    env: { STORE_URL: store, SERVICE_URL_SECRET: 'the same for all servers' },
  });
  t.after(() => server.stop());
  return server;
}

async function openRedis(t: TestContext): Promise<RedisServer> {
  const redis = await startRedis();
  t.after(() => redis.kill());
  return redis;
}

/** The same address on another server. */
function on(server: TestServer, address: string): string {
  const { pathname, search } = new URL(address);
  return server.url + pathname + search;
}

/** Tell a device of a picture by the first server; nobody but that one has the picture, and the store the content. */
async function tell(t: TestContext) {
  const redis = await openRedis(t);
  const upstream = await startCounter(t);
  const servers = [await serve(t, redis.url, upstream.url, 0), await serve(t, redis.url, upstream.url, 0)];
  const [first, second] = servers as [TestServer, TestServer];
  const { filename, image_url: address } = await getDisplay(first, MAC);
  const content = `stipple:s:${filename}`;
  await until(async () => (await redis.command(`EXISTS ${content}`)).startsWith(':1'));
  const png = await getImage(address);
  await until(async () => (await redis.command(`DEL stipple:p:${filename}`)).startsWith(':1'));
  assert.equal(upstream.count(), 1);
  return { redis, upstream, second, png, content, elsewhere: on(second, address) };
}

describe('a picture that only another server was to draw', () => {
  it('is drawn from its content, as its device was told of it, though the data have changed', async (t) => {
    const { upstream, png, elsewhere } = await tell(t);
    assert.deepEqual(await getImage(elsewhere), png);
    assert.equal(upstream.count(), 1);
  });

  it('is composed anew where the content is damaged', async (t) => {
    const { redis, upstream, png, content, elsewhere } = await tell(t);
    await redis.command(`SET ${content} junk`);
    assert.notDeepEqual(await getImage(elsewhere), png);
    assert.ok(upstream.count() > 1);
  });
});

describe('answers of scripts with cache_ttl', () => {
  it('are the same on both servers, and there after a restart', async (t) => {
    const upstream = await startCounter(t);
    const redis = await openRedis(t);
    const servers = [
      await serve(t, redis.url, upstream.url, 600),
      await serve(t, redis.url, upstream.url, 600),
    ];
    const told = await Promise.all(servers.map((server, n) => getDisplay(server, `${MAC.slice(0, -1)}${n}`)));
    assert.equal(told[0]?.filename, told[1]?.filename);
    assert.equal(upstream.count(), 1);
    const folder = `file:${tempTree(t)}/state`;
    const before = await serve(t, folder, upstream.url, 600);
    const { filename } = await getDisplay(before, MAC);
    await before.stop();
    const after = await serve(t, folder, upstream.url, 600);
    assert.equal((await getDisplay(after, MAC)).filename, filename);
    assert.equal(upstream.count(), 2);
  });
});

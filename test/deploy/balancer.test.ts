/** The balancer of `deploy/cluster`: a real nginx, with servers that fail behind it, and with real ones that share a real Redis. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { display, postLog, setup } from '../support/device/calls.ts';
import { TOKEN } from '../support/server/admin.ts';
import { getImage } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { startBalancer } from './balancer.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

async function upstream(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function balancerFor(t: TestContext, ports: readonly number[]): Promise<string> {
  const nginx = await startBalancer(ports);
  t.after(() => nginx.stop());
  return nginx.url;
}

async function serversOn(t: TestContext, store: string): Promise<readonly ServerProcess[]> {
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess({ env: { STORE_URL: store, TRUST_PROXY: '1' } });
    t.after(() => server.stop());
    return server;
  };
  return [await start(), await start()];
}

/** How many calls of devices a server has logged. */
function calls({ lines }: ServerProcess): number {
  return lines().filter((line) => line.includes('/api/display')).length;
}

describe('the balancer', () => {
  it('asks another server when one breaks off a GET, and sends nothing twice that changes something', async (t) => {
    const seen: string[] = [];
    const broken: RequestListener = (request) => {
      seen.push(`${request.method} ${request.url}`);
      request.socket.destroy();
    };
    const url = await balancerFor(t, [await upstream(t, broken), await upstream(t, broken)]);
    seen.length = 0;
    for (const [method, route] of [
      ['GET', '/api/display'],
      ['POST', '/api/log'],
      ['DELETE', '/api/admin/devices/x'],
      ['PATCH', '/api/admin/settings'],
    ] as const) {
      const response = await fetch(`${url}${route}`, { method });
      assert.equal(response.status, 502);
      await response.arrayBuffer();
    }
    const count = (call: string): number => seen.filter((other) => other === call).length;
    assert.equal(count('GET /api/display'), 2);
    for (const call of ['POST /api/log', 'DELETE /api/admin/devices/x', 'PATCH /api/admin/settings']) {
      assert.ok(count(call) <= 1, `${call}: ${count(call)}`);
    }
  });

  it('says itself who called and how, whatever the caller says', async (t) => {
    const port = await upstream(t, ({ headers }, response) => response.end(JSON.stringify(headers)));
    const url = await balancerFor(t, [port]);
    const response = await fetch(`${url}/api/display`, {
      headers: {
        'X-Forwarded-For': '198.51.100.7',
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'https',
        'X-Forwarded-Prefix': '/evil',
        ID: MAC,
      },
    });
    const headers = (await response.json()) as Record<string, string>;
    assert.equal(headers['x-forwarded-for'], '127.0.0.1');
    assert.equal(headers['x-forwarded-host'], new URL(url).host);
    assert.equal(headers['x-forwarded-proto'], 'http');
    assert.equal(headers['x-forwarded-prefix'], undefined);
    assert.equal(headers['id'], MAC);
    assert.equal((await fetch(`${url}/balancer`)).status, 204);
  });

  it('gives each call of a device to another server, and goes on with those that are left', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const servers = await serversOn(t, redis.url);
    const balancer = {
      url: await balancerFor(
        t,
        servers.map(({ port }) => port),
      ),
    };
    const key = (await setup(balancer, MAC)).body.api_key;
    const names = new Set<string>();
    for (let call = 0; call < 8; call++) {
      const { status, body } = await display(balancer, MAC, key);
      assert.equal(status, 200);
      assert.ok(body.image_url.startsWith(`${balancer.url}/`), body.image_url);
      // The display calls take turns if no other call comes between them.
      if (call === 0 || call === 3) assert.ok((await getImage(body.image_url)).length > 0);
      names.add(body.filename);
    }
    assert.equal(names.size, 1);
    for (const server of servers) assert.ok(calls(server) >= 2, `${calls(server)}`);
    assert.equal((await postLog(balancer, MAC, key)).status, 200);

    const [first, second] = servers;
    assert.ok(first !== undefined && second !== undefined);
    const ended = once(first.child, 'close');
    first.child.kill('SIGKILL');
    await ended;
    for (let call = 0; call < 4; call++) assert.equal((await display(balancer, MAC, key)).status, 200);

    // The address of the caller, not that of the balancer or one that the caller has made up.
    await display(balancer, MAC, 'wrong', { 'X-Forwarded-For': '198.51.100.7' });
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${second.url}/api/admin/devices/${MAC}/events`, { headers });
    const { events } = (await response.json()) as { events: readonly { kind: string; address: string }[] };
    assert.deepEqual(
      events.filter(({ kind }) => kind === 'token_refused').map(({ address }) => address),
      ['127.0.0.1'],
    );
  });
});

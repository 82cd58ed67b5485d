/** Tests of single calls, against real servers that behave badly. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { CallError, type LoadClient, openCaller } from '../../../src/bench/load/call.ts';
import { type LocalServer, startLocalServer } from '../../support/network/local-server.ts';

let server: LocalServer;
let caller: LoadClient;

before(async () => {
  server = await startLocalServer({
    '/huge': (_, response) => response.end(Buffer.alloc(5 * 1024 * 1024)),
  });
  caller = openCaller({ keepAlive: false, sockets: 10, callMs: 400 });
});

after(async () => {
  caller.close();
  await server.stop();
});

function get(path: string, base = server.url): ReturnType<LoadClient['call']> {
  return caller.call({ method: 'GET', url: new URL(base + path), headers: { ID: 'x' } });
}

describe('a call', () => {
  it('gives status, headers and body, and counts the bytes', async () => {
    const before = { ...caller.bytes };
    const { status, headers, body } = await get('/text');
    assert.equal(status, 200);
    assert.equal(headers['x-one'], 'a, b');
    assert.equal(body.toString(), 'text');
    assert.ok(caller.bytes.sent > before.sent + 30 && caller.bytes.received > before.received + 50);
  });

  it('uses a connection of its own, and says so, as firmware does', async () => {
    const before = server.connections();
    const echoed = JSON.parse((await get('/echo')).body.toString()) as { headers: { connection: string } };
    await get('/echo');
    assert.equal(echoed.headers.connection, 'close');
    assert.equal(server.connections(), before + 2);
  });

  it('keeps its connection where that is wanted', async () => {
    const keeping = openCaller({ keepAlive: true, sockets: 1 });
    const before = server.connections();
    for (let count = 0; count < 3; count += 1) {
      await keeping.call({ method: 'GET', url: new URL(`${server.url}/text`), headers: {} });
    }
    keeping.close();
    assert.equal(server.connections(), before + 1);
  });

  it('does not follow redirects', async () => {
    assert.equal((await get('/to-text')).status, 302);
  });

  for (const [path, kind] of [
    ['/silent', /^no whole answer within 0\.4 s$/],
    ['/drip', /^no whole answer within 0\.4 s$/],
    ['/cut', /^the answer broke off$|^connection broken off$/],
    ['/hang-up', /^connection broken off$/],
    ['/not-http', /^connection failed \(HPE_/],
    ['/huge', /^answer too long$/],
  ] as const) {
    it(`fails with one sentence for ${path}`, async () => {
      await assert.rejects(get(path), (error) => error instanceof CallError && kind.test(error.message));
    });
  }

  it('fails with one sentence where nobody listens', async () => {
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const address = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    await assert.rejects(get('/', `http://127.0.0.1:${address.port}`), { message: 'connection refused' });
  });
});

/** Bodies without an end, slow bodies and unexpected bodies; and requests for something else than HTTP. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { callRaw, type RawCaller } from '../support/network/raw-http.ts';
import { TOKEN } from '../support/server/admin.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MIB = 1024 * 1024;
const ID = 'ID: AA:BB:CC:DD:EE:01\r\nAccess-Token: abc\r\n';
const ADMIN = `Authorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
const LONG = `Content-Length: ${2 * 1024 * MIB}\r\n`;

let server: TestServer;
before(async () => {
  server = await startServer({ env: { SERVICE_ADMIN_TOKEN: TOKEN } });
});
after(() => server.stop());

/** Send a body until the server stops reading; returns the bytes that were sent. */
async function pour(caller: RawCaller, isChunked: boolean): Promise<number> {
  const data = 'x'.repeat(65_536);
  const piece = Buffer.from(isChunked ? `${data.length.toString(16)}\r\n${data}\r\n` : data);
  let open = true;
  caller.socket.once('close', () => {
    open = false;
  });
  while (open && caller.socket.bytesWritten < 400 * MIB) {
    if (!caller.socket.write(piece)) {
      await Promise.race([new Promise((resolve) => caller.socket.once('drain', resolve)), caller.closed]);
    }
  }
  await caller.closed;
  return caller.socket.bytesWritten - caller.socket.writableLength;
}

describe('a body without end', () => {
  for (const [what, head, status] of [
    ['POST /api/log', ID, 413],
    ['POST /api/admin/devices', ADMIN, 413],
    ['PATCH /api/admin/settings', ADMIN, 413],
    ['POST /api/admin/devices', 'Authorization: Bearer wrong\r\n', 401],
    ['POST /api/log', '', 400],
    ['GET /health', '', 200],
    ['GET /api/time', '', 200],
    ['GET /openapi.json', '', 200],
    ['GET /nothing', '', 404],
    ['POST /nothing', '', 404],
    ['PUT /api/display', ID, 405],
    ['TRACE /health', '', 405],
    ['POST /swagger-ui', '', 405],
  ] as const) {
    for (const [kind, framing] of [
      ['of 2 GB', LONG],
      ['of chunks', CHUNKED],
    ] as const) {
      it(`${kind} for ${what} is answered ${status} and not read`, async () => {
        const caller = await callRaw(server.port);
        caller.socket.write(`${what} HTTP/1.1\r\nHost: x\r\n${head}${framing}\r\n`);
        const taken = await pour(caller, framing === CHUNKED);
        assert.deepEqual(caller.statuses(), [status]);
        assert.match(caller.text(), /^Connection: close\r$/m);
        assert.ok(taken < 40 * MIB, `${taken} bytes were taken`);
      });
    }
  }

  it('is also answered when the caller asks first (100-continue)', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write(`POST /api/log HTTP/1.1\r\nHost: x\r\n${ID}${LONG}Expect: 100-continue\r\n\r\n`);
    await caller.closed;
    assert.deepEqual(caller.statuses(), [413]);
  });
});

describe('an expected body', () => {
  const body = '{"logs":[1]}';
  it('is asked for when the caller asks first', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write(
      `POST /api/log HTTP/1.1\r\nHost: x\r\n${ID}Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    await until(() => caller.text().includes('100 Continue'));
    caller.socket.write(body);
    await until(() => caller.statuses().length === 2);
    assert.deepEqual(caller.statuses(), [100, 200]);
    caller.socket.destroy();
  });

  it('is accepted with exactly the largest size', async () => {
    const caller = await callRaw(server.port);
    const exact = `{"logs":["${'x'.repeat(LIMITS.logBodyBytes - 14)}"]} `;
    assert.equal(exact.length, LIMITS.logBodyBytes);
    caller.socket.write(
      `POST /api/log HTTP/1.1\r\nHost: x\r\n${ID}Content-Length: ${exact.length}\r\n\r\n${exact}`,
    );
    await until(() => caller.statuses().length === 1);
    assert.deepEqual(caller.statuses(), [200]);
    caller.socket.destroy();
  });

  it('is refused when it is compressed', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write(
      `POST /api/log HTTP/1.1\r\nHost: x\r\n${ID}Content-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc`,
    );
    await until(() => caller.statuses().length === 1);
    assert.deepEqual(caller.statuses(), [415]);
    caller.socket.destroy();
  });
});

describe('a small unexpected body', () => {
  it('is read, so that the connection can be used again', async () => {
    const caller = await callRaw(server.port);
    const post = 'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello';
    caller.socket.write(`${post}${post}GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    await caller.closed;
    assert.deepEqual(caller.statuses(), [404, 404, 200]);
  });
});

describe('an unusual request', () => {
  it('is refused if it is CONNECT', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write('CONNECT example.org:443 HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\n\r\n');
    await caller.closed;
    assert.deepEqual(caller.statuses(), [405]);
  });

  it('is answered without the upgrade that it asks for', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write(
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nGET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    await caller.closed;
    assert.equal(caller.statuses()[0], 200);
  });

  it('is answered also with garbage behind it', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n\x16\x03\x01 rubbish\r\n\r\n');
    await caller.closed;
    assert.deepEqual(caller.statuses(), [200, 400]);
    assert.ok(caller.text().includes('\r\n\r\nOKHTTP/1.1 400 '));
  });
});

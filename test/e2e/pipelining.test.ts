/** Callers that pipeline many requests, or do not read the answers: one request at a time, limited work and memory. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { callRaw, type RawCaller, slowestCall } from '../support/network/raw-http.ts';
import { someOf } from '../support/rounds.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const GET = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

let server: ServerProcess;
before(async () => {
  server = await startServerProcess();
});
after(() => server.stop());

describe('pipelined requests', () => {
  it('are answered in order while they are few', async () => {
    const caller = await callRaw(server.port);
    const bad = 'GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n';
    const time = 'GET /api/time HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
    caller.socket.write(GET + bad + GET + bad + time);
    await caller.closed;
    assert.deepEqual(caller.statuses(), [200, 404, 200, 404, 200]);
    assert.match(caller.text(), /"timestamp_ms":\d+\}$/);
  });

  it('are read correctly wherever the network splits them', async () => {
    const body = '{"logs":["\r\n\r\nGET /nothing HTTP/1.1\r\n\r\n"]}';
    const id = 'ID: AA:BB:CC:DD:EE:01\r\nAccess-Token: abc\r\n';
    const post = `POST /api/log HTTP/1.1\r\nHost: x\r\n${id}Content-Length: ${body.length}\r\n\r\n${body}`;
    const half = body.length >> 1;
    const chunks = [body.slice(0, half), body.slice(half)].map(
      (part) => `${part.length.toString(16)}\r\n${part}\r\n`,
    );
    const chunked = `POST /api/log HTTP/1.1\r\nHost: x\r\n${id}Transfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`;
    const all = `\r\n${GET}${post}${GET}\r\n\r\n${post}${chunked}`;
    const cuts = Array.from({ length: Math.ceil((all.length - 1) / 7) }, (_, n) => 1 + 7 * n);
    for (const cut of someOf(cuts)) {
      const caller = await callRaw(server.port);
      caller.socket.write(all.slice(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      caller.socket.write(all.slice(cut));
      await caller.closed;
      assert.deepEqual(caller.statuses(), [200, 200, 200, 200, 200], `cut at ${cut}`);
    }
  });

  it('are answered also when the caller closes its side at once', async () => {
    const caller = await callRaw(server.port);
    caller.socket.end(`${GET}GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n${GET}`);
    await caller.closed;
    assert.deepEqual(caller.statuses(), [200, 200, 200]);
  });

  it('end the connection after the answer when they are many', async () => {
    const caller = await callRaw(server.port);
    caller.socket.write(GET.repeat(1000));
    await caller.closed;
    const statuses = caller.statuses();
    assert.ok(statuses.length > 0 && statuses.length < 200, `${statuses.length} answers`);
    assert.match(caller.text(), /Connection: close/);
  });

  it('delay no other caller and use no memory, also when the answers are not read', async () => {
    const before = server.rssMb();
    const flood = GET.repeat(50_000);
    const document = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20);
    const callers = await Promise.all(Array.from({ length: 40 }, () => callRaw(server.port, false)));
    for (const [number, { socket }] of callers.entries()) socket.write(number % 2 === 0 ? flood : document);
    const handedOver = once(AbortSignal.timeout(3000), 'abort');
    const sent = Promise.race([handedOver, Promise.all(callers.map(({ closed }) => closed))]);
    const slowest = await slowestCall(`${server.url}/health`, sent);
    for (const { socket } of callers) socket.destroy();
    assert.ok(slowest < 1000, `/health took ${slowest} ms`);
    assert.ok(server.rssMb() - before < 150, `grown by ${server.rssMb() - before} MiB`);
  });

  it('are limited in number on one connection', async () => {
    const caller = await callRaw(server.port);
    let sent = 0;
    const send = (): void => {
      if (sent++ < 2 * LIMITS.requestsPerConnection) caller.socket.write(GET);
    };
    caller.socket.on('data', send);
    send();
    await caller.closed;
    assert.equal(caller.statuses().length, LIMITS.requestsPerConnection);
  });
});

describe('thousands of idle connections', () => {
  for (const how of ['destroy', 'resetAndDestroy'] as const) {
    it(`delay no other caller when all end at once (${how})`, async () => {
      const callers: RawCaller[] = [];
      for (let number = 0; number < 20; number++) {
        callers.push(...(await Promise.all(Array.from({ length: 100 }, () => callRaw(server.port)))));
      }
      for (const { socket } of callers) socket.write(GET);
      await until(() => callers.every((caller) => caller.text().endsWith('OK')));
      for (const { socket } of callers) socket[how]();
      const fewLeft = until(() => server.openFiles() < 200);
      const slowest = await slowestCall(`${server.url}/health`, fewLeft);
      assert.ok(slowest < 1500, `/health took ${slowest} ms`);
    });
  }
});

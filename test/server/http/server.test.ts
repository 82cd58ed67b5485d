/** Limits of connections, on a server of its own: with those of every day it would take minutes to reach them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import express from 'express';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { createLogger } from '../../../src/platform/base/logger.ts';
import { HttpServer, type HttpServerOptions } from '../../../src/server/http/server.ts';
import { callRaw, type RawCaller } from '../../support/network/raw-http.ts';
import { type LogLines, logInto } from '../../support/server/log-lines.ts';
import { until } from '../../support/waiting.ts';

const GET = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n';
const LARGE = Buffer.alloc(64 * 1024 * 1024);

interface Running {
  readonly server: HttpServer;
  readonly port: number;
  readonly logs: LogLines;
  /** Calls that wait at /slow. */
  held(): number;
  release(): void;
}

/** Run a server while `use` does; what waits at /slow is answered by `release`. */
async function withServer(
  options: Partial<HttpServerOptions>,
  use: (running: Running) => Promise<void>,
): Promise<void> {
  const app = express();
  const waiting: (() => void)[] = [];
  app.get('/quick', (_request, response) => response.end('quick'));
  app.get('/slow', (_request, response) => waiting.push(() => response.end('slow')));
  app.get('/large', (_request, response) => response.end(LARGE));
  app.post('/body', (request, response) => {
    request.resume().on('end', () => response.end('read'));
  });
  const logs: LogLines = [];
  const logger = createLogger('debug', logInto(logs));
  const server = new HttpServer(app, { logger, maxConnections: 1000, ...options });
  const { port } = await server.listen('127.0.0.1', 0);
  const release = (): void => {
    for (const answer of waiting.splice(0)) answer();
  };
  try {
    await use({ server, port, logs, held: () => waiting.length, release });
  } finally {
    release();
    await server.stop(100);
  }
}

function isOpen({ socket }: RawCaller): boolean {
  return !socket.destroyed && !socket.readableEnded;
}

async function answered(caller: RawCaller, times: number): Promise<void> {
  await until(() => caller.statuses().length >= times);
}

describe('as many connections as may be', () => {
  it('are held; the one that has been idle for longest makes room for the next', async () => {
    await withServer({ maxConnections: 10 }, async ({ port }) => {
      const callers: RawCaller[] = [];
      for (let number = 0; number < 30; number++) {
        const caller = await callRaw(port);
        callers.push(caller);
        caller.socket.write(GET);
        await answered(caller, 1);
      }
      await until(() => callers.filter(isOpen).length <= 10);
      const open = callers.map(isOpen);
      assert.deepEqual(open, [...Array(20).fill(false), ...Array(10).fill(true)]);
    });
  });

  it('are refused beyond that only while all are being answered, and none of those is cut', async () => {
    await withServer({ maxConnections: 5 }, async ({ port, held, release, logs }) => {
      const busy: RawCaller[] = [];
      for (let number = 0; number < 5; number++) {
        const caller = await callRaw(port);
        caller.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
        busy.push(caller);
        await until(() => held() > number);
      }
      const refused = await callRaw(port);
      await refused.closed;
      assert.equal(refused.text(), '');
      assert.ok(logs.some(({ msg }) => String(msg).startsWith('connection refused')));
      release();
      await Promise.all(busy.map((caller) => answered(caller, 1)));
      const next = await callRaw(port);
      next.socket.write(GET);
      await answered(next, 1);
    });
  });
});

async function openMany(port: number, count: number, text: string): Promise<RawCaller[]> {
  const callers: RawCaller[] = [];
  for (let number = 0; number < count; number++) {
    const caller = await callRaw(port);
    caller.socket.write(text);
    callers.push(caller);
  }
  return callers;
}

describe('many connections from one address', () => {
  const kinds = [
    '',
    'GET /quick HTTP/1.1\r\n',
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\nx',
  ];
  for (const kind of [...kinds, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n']) {
    it(`leave room for others, whatever they do: ${JSON.stringify(kind.slice(0, 24))}`, async () => {
      await withServer({ maxConnections: 10 }, async ({ port }) => {
        const attackers = await openMany(port, 10, kind);
        for (let number = 0; number < 5; number++) {
          const other = await callRaw(port, true, '127.0.0.2');
          attackers.push(...(await openMany(port, 3, kind)));
          other.socket.write(GET);
          await answered(other, 1);
        }
        for (const { socket } of attackers) socket.destroy();
      });
    });
  }
});

describe('a caller that does not read', () => {
  it('is cut after the idle time, and one that reads slowly is not', async () => {
    await withServer({ socketIdleMs: 500 }, async ({ port, server }) => {
      const deaf = await callRaw(port, false);
      const slow = await callRaw(port, false);
      for (const { socket } of [deaf, slow]) socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      let read = 0;
      slow.socket.on('data', (chunk) => {
        read += chunk.length;
        slow.socket.pause();
      });
      const timer = setInterval(() => slow.socket.resume(), 10);
      await until(() => server.connections === 1);
      const before = read;
      await until(() => read > before + 1_000_000);
      assert.equal(server.connections, 1);
      clearInterval(timer);
      slow.socket.destroy();
      deaf.socket.destroy();
    });
  });

  it('is cut in the end also if it sends something now and then', async () => {
    await withServer({ socketIdleMs: 500, answerMs: 1000, requestCheckMs: 100 }, async ({ port, server }) => {
      const deaf = await callRaw(port, false);
      deaf.socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      const knocks = setInterval(() => deaf.socket.write('x'), 100);
      await until(() => server.connections === 1);
      await until(() => server.connections === 0);
      clearInterval(knocks);
      deaf.socket.destroy();
    });
  });
});

describe('a caller that sends slowly', () => {
  it('is answered 408 and cut, whether it is at its head or at its body', async () => {
    await withServer({ requestMs: 600, requestCheckMs: 100 }, async ({ port }) => {
      const heads = [
        'GET /quick HTTP/1.1\r\nX-A: ',
        'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx',
        'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
      ];
      for (const head of heads) {
        const caller = await callRaw(port);
        caller.socket.write(head);
        const timer = setInterval(
          () => caller.socket.write(head.includes('chunked') ? '1\r\nx\r\n' : 'x'),
          50,
        );
        await caller.closed;
        clearInterval(timer);
        assert.deepEqual(caller.statuses(), [408], head);
      }
    });
  });
});

describe('a connection', () => {
  it('is closed after so many requests, the last of them answered', async () => {
    await withServer({}, async ({ port }) => {
      const caller = await callRaw(port);
      caller.socket.on('data', () => caller.socket.write(GET));
      caller.socket.write(GET);
      await caller.closed;
      assert.equal(caller.statuses().length, LIMITS.requestsPerConnection);
    });
  });
});

describe('a server that stops', () => {
  it('gives each caller the answer that runs as the last one, however many it would ask for', async () => {
    await withServer({}, async ({ port, server, held, release }) => {
      const [busy, idle] = [await callRaw(port), await callRaw(port)];
      idle.socket.write(GET);
      await answered(idle, 1);
      const slow = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n';
      busy.socket.write(slow);
      await until(() => held() === 1);
      // Asks again as soon as it has an answer.
      busy.socket.on('data', () => busy.socket.write(slow));
      const stopping = server.stop(3_600_000);
      await idle.closed;
      release();
      await Promise.all([stopping, busy.closed]);
      assert.deepEqual(busy.statuses(), [200]);
      assert.match(busy.text(), /^connection: close\r$/im);
    });
  });

  it('does not wait for requests of which only a part has come, whether it ends there or drips on', async () => {
    await withServer({}, async ({ port, server, held, release }) => {
      const parts = [
        '',
        'GE',
        'GET /quick HTTP/1.1\r\nHost: x\r\nX-A: ',
        'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx',
        'POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\nx',
        'POST /body HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n',
        `${GET}GET /quick HTTP/1.1\r\nHo`,
      ];
      const callers: RawCaller[] = [];
      for (const part of [...parts, ...parts]) {
        const caller = await callRaw(port);
        caller.socket.write(part);
        callers.push(caller);
      }
      const drips = setInterval(() => {
        for (const { socket } of callers.slice(parts.length)) socket.write('1');
      }, 100);
      const busy = await callRaw(port);
      busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      await until(() => held() === 1);
      const stopping = server.stop(3_600_000);
      await Promise.all(callers.map(({ closed }) => closed));
      clearInterval(drips);
      // What runs is finished in any case.
      assert.equal(isOpen(busy), true);
      release();
      await Promise.all([stopping, busy.closed]);
      assert.deepEqual(busy.statuses(), [200]);
    });
  });
});

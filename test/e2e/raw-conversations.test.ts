/**
 * Raw conversations over sockets, as no honest client has them: generated, on the ports of the devices and of the metrics. A
 * device that calls beside them is always answered, and when they are over nothing is left of them.
 */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const CONVERSATIONS = rounds(1_500);
const AT_A_TIME = 150;
const DEVICE = 'AA:BB:CC:DD:EE:01';
/** Generous: the machine runs other tests, too. */
const PATIENCE_MS = 20_000;
const MOST_GROWN_MB = 150;

function pick<T>(items: readonly T[]): T {
  return items[random(items.length)] as T;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'M-SEARCH', 'GETT', ''];
const TARGETS = [
  ...[
    '/metrics',
    '/health',
    '/openapi.json',
    '/swagger-ui/',
    '/api/display',
    '/api/setup',
    '/api/log',
    '/console/',
  ],
  ...[
    '/api/admin/stream',
    '/api/admin/devices/export',
    '/api/image/x.png',
    '*',
    'x:443',
    '',
    '//',
    '/%00',
    '/\u00e9',
  ],
  ...['http://other.example/health', 'http:///health', 'ftp://x/health', '/health HTTP/1.1\r\nX: '],
];
const VERSIONS = [
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.1',
  ' HTTP/1.0',
  ' HTTP/0.9',
  ' HTTP/2.0',
  ' HTTP/9.9',
  ' http/1.1',
  '',
];
const HOSTS = [
  'Host: x\r\n',
  'Host: x\r\n',
  'Host: x\r\n',
  '',
  'Host: x\r\nHost: y\r\n',
  'Host:\r\n',
  'Host : x\r\n',
  ' Host: x\r\n',
];
const CONNECTIONS = [
  'close',
  'keep-alive',
  'Close, keep-alive',
  'Upgrade',
  'upgrade, close',
  'TE',
  ',,,',
  'close\r\nConnection: keep-alive',
];
const UPGRADES = ['websocket', 'h2c', 'TLS/1.0', 'x'.repeat(4_000)];
const EXPECTATIONS = ['100-continue', '100-Continue', '200-ok', ''];
const CODINGS = [
  'chunked',
  'Chunked',
  'identity',
  'gzip, chunked',
  'chunked, gzip',
  'chunked, chunked',
  'xchunked',
  ' chunked ',
];
const LENGTHS = [
  '0',
  '5',
  '70000',
  '1000000000',
  '-1',
  '+5',
  '0x5',
  '5, 5',
  '5\r\nContent-Length: 6',
  '9'.repeat(40),
  '',
];
const ENDS = ['\r\n', '\n', '\r', '\r\n\r\n\r\n', ''];

/** A chunk with whatever may stand beside its size. */
function chunk(): string {
  const size = pick([
    '1',
    '01',
    '0000000001',
    '1 ',
    '1;a',
    '1;a=b',
    `1;${'e'.repeat(random(3_000))}`,
    '1;a="\r\n"',
    'g',
    '-1',
    'ffffffffffffffff',
  ]);
  return `${size}\r\nx${pick(['\r\n', '\r\n', '\r\n', '\n', ''])}`;
}

function body(): string {
  const chunks = Array.from({ length: random(40) }, chunk).join('');
  const trailers = `0\r\n${pick(['', 'X-A: b\r\n', 'Host: y\r\n', 'Content-Length: 7\r\n', `X: ${'t'.repeat(20_000)}\r\n`])}\r\n`;
  return pick(['', 'x', 'x'.repeat(random(100_000)), chunks, chunks + trailers, trailers]);
}

function head(): string {
  const ways: (() => string)[] = [
    () => `Connection: ${pick(CONNECTIONS)}\r\n`,
    () => `Connection: Upgrade\r\nUpgrade: ${pick(UPGRADES)}\r\n`,
    () => `Expect: ${pick(EXPECTATIONS)}\r\n`,
    () => `Transfer-Encoding: ${pick(CODINGS)}\r\n`,
    () => `Content-Length: ${pick(LENGTHS)}\r\n`,
    () => `ID: AA:BB:CC:00:00:${random(90) + 10}\r\nAccess-Token: a\r\n`,
    () => `X-${'a'.repeat(random(200))}: ${'b'.repeat(random(9_000))}\r\n`,
    () =>
      pick([
        'X: a\r\n b\r\n',
        'X\r\n',
        ': x\r\n',
        'X: \u0000\r\n',
        'TE: trailers\r\nTrailer: X\r\n',
        'X: \r y\r\n',
      ]),
  ];
  const fields = Array.from({ length: random(4) }, () => pick(ways)()).join('');
  return `${pick(METHODS)} ${pick(TARGETS)}${pick(VERSIONS)}\r\n${pick(HOSTS)}${fields}${pick([...ENDS, '\r\n', '\r\n', '\r\n'])}`;
}

/** What is sent, cut at random places. */
function pieces(): readonly string[] {
  const text = Array.from({ length: 1 + random(4) }, () => head() + body())
    .join('')
    .repeat(pick([1, 1, 1, 30]));
  const found: string[] = [];
  for (let at = 0; at < text.length && found.length < 12; ) {
    const end = found.length === 11 ? text.length : at + 1 + random(pick([3, 300, 300_000]));
    found.push(text.slice(at, end));
    at = end;
  }
  return found;
}

/** Have one conversation: sent in pieces, read or not, and ended in one of the ways in which callers leave. */
async function converse(port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + random(20)}` });
  const isOver = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => {});
  if (random(3) > 0) socket.resume();
  for (const piece of pieces()) {
    if (socket.destroyed) break;
    socket.write(piece, 'latin1');
    await new Promise((resolve) => setImmediate(resolve));
  }
  leave(socket, random(4));
  await isOver;
}

function leave(socket: Socket, how: number): void {
  if (how === 0) socket.resume().end();
  else if (how === 1) socket.resetAndDestroy();
  else if (how === 2) socket.destroySoon();
  // Stays for a moment, as one that waits for an answer.
  else setImmediate(() => setImmediate(() => socket.destroy()));
}

describe(`raw conversations (STIPPLE_SEED=${SEED})`, () => {
  let server: ServerProcess;
  let metricsPort: number;
  before(async () => {
    const config = `default_screen: plain\ndevices:\n  "${DEVICE}": { screen: plain }\n`;
    server = await startServerProcess({ config, env: { METRICS_ADDR: '127.0.0.1:0' } });
    const line = server.lines().find((text) => text.includes('metrics listening')) ?? '{}';
    metricsPort = Number((JSON.parse(line) as { port: number }).port);
  });
  after(() => server.stop());

  /** Call as a device and fetch its metrics, and expect both. */
  async function callHonestly(): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const display = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(DEVICE), signal });
    const { image_url: url } = (await display.json()) as { image_url: string };
    assert.equal(display.status, 200);
    assert.equal((await fetch(url, { signal })).status, 200);
    // Connections that are kept idle make room for others when there are many: this one is not kept.
    const headers = { Connection: 'close' };
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { signal, headers });
    assert.equal(metrics.status, 200);
    await metrics.arrayBuffer();
  }

  it('keep no honest caller waiting, and leave neither connections nor memory nor errors behind', async (t) => {
    await callHonestly();
    const [openBefore, rssBefore] = [server.openFiles(), server.rssMb()];
    let calls = 0;
    for (let done = 0; done < CONVERSATIONS; done += AT_A_TIME) {
      const talks = Array.from({ length: AT_A_TIME }, () =>
        converse(pick([server.port, server.port, metricsPort])),
      );
      await callHonestly();
      await callHonestly();
      calls += 2;
      await Promise.all(talks);
    }
    await until(() => server.openFiles() <= openBefore + 8, 'the connections are closed');
    const grown = server.rssMb() - rssBefore;
    t.diagnostic(`${calls} honest calls, ${grown.toFixed(0)} MB more`);
    assert.ok(grown < MOST_GROWN_MB, `${grown.toFixed(0)} MB more`);
    assert.equal(server.child.exitCode, null);
    const errors = server
      .lines()
      .filter(
        (line) =>
          Number((JSON.parse(line) as { level: number | string }).level) >= 50 ||
          /"level":"(error|fatal)"|unhandled|uncaught/i.test(line),
      );
    assert.deepEqual(errors, []);
  });
});

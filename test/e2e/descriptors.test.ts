/** A server without free file descriptors keeps running, and works again when there are some. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { listen } from '../support/network/listen.ts';
import { callRaw, type RawCaller } from '../support/network/raw-http.ts';
import { TOKEN } from '../support/server/admin.ts';
import { deviceHeaders, PLAIN_SCREEN } from '../support/server/server.ts';
import {
  runServerProcess,
  type ServerProcess,
  startServerProcess,
} from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const OPEN_FILES = 400;
const EXHAUST = path.join(import.meta.dirname, '../support/processes/exhaust-descriptors.js');
const MAC = 'AA:BB:CC:DD:EE:01';

let upstream: Server;
let server: ServerProcess;
let said = '';

async function open(): Promise<void> {
  upstream = createServer((_request, response) => response.end('from upstream'));
  const url = `http://127.0.0.1:${await listen(upstream)}/`;
  server = await startServerProcess({
    openFiles: OPEN_FILES,
    nodeArguments: ['--import', EXHAUST],
    screens: {
      ...PLAIN_SCREEN,
      'web.lua': `return { data = { title = http_get("${url}") }, refresh_rate = 100 }`,
      'web.svg': PLAIN_SCREEN['plain.svg'] ?? '',
    },
    config: `default_screen: plain\ndevices:\n  "${MAC}": { screen: web }\n`,
  });
  server.child.stderr?.on('data', (chunk) => {
    said += chunk;
  });
}

after(async () => {
  await server?.stop();
  upstream?.close();
});

/** Use up all file descriptors of the server, or release them. */
async function toggle(word: 'gone' | 'free'): Promise<void> {
  said = '';
  server.child.kill('SIGUSR2');
  await until(() => said.includes(`descriptors ${word}`));
}

async function status(route: string, headers: Record<string, string> = {}): Promise<number | string> {
  try {
    const response = await fetch(server.url + route, {
      headers: { ...headers, Connection: 'close' },
      signal: AbortSignal.timeout(20_000),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return (error as Error).name;
  }
}

const ADMIN = { Authorization: `Bearer ${TOKEN}` };
const PREVIEW = `/api/admin/devices/${MAC}/preview?force`;

/** Requests that load modules late, read files or open connections. */
async function callAll(): Promise<Record<string, number | string>> {
  return {
    admin: await status('/api/admin/devices', ADMIN),
    document: await status('/openapi.json'),
    page: await status('/swagger-ui'),
    script: await status('/swagger-ui/swagger-ui-bundle.js'),
    display: await status('/api/display', deviceHeaders(MAC)),
    preview: await status(PREVIEW, ADMIN),
    health: await status('/health'),
  };
}

async function expectAllWell(): Promise<void> {
  const answers = await callAll();
  assert.deepEqual(new Set(Object.values(answers)), new Set([200]), JSON.stringify(answers));
  const display = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(MAC) });
  const { refresh_rate: refresh } = (await display.json()) as { refresh_rate: number };
  assert.equal(refresh, 100, 'no error screen');
}

/** CPU time of the server so far, in seconds. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

describe('a server without file descriptors', () => {
  before(open);
  it('works again when it has some, after requests of all kinds', async () => {
    const held = await Promise.all(Array.from({ length: 8 }, () => callRaw(server.port)));
    // A connection that the system has accepted may still wait for the server to accept it.
    for (const { socket } of held) socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await until(() => held.every((caller) => caller.statuses().length === 1));
    await toggle('gone');
    // Open connections can request what is not loaded yet; new ones are closed.
    const requests = [
      `GET /api/admin/devices HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
      'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /swagger-ui HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /swagger-ui/swagger-ui.css HTTP/1.1\r\nHost: x\r\n\r\n',
      `GET /api/display HTTP/1.1\r\nHost: x\r\nID: ${MAC}\r\nAccess-Token: token-of-${MAC.toLowerCase()}\r\n\r\n`,
      `GET ${PREVIEW} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\n\r\n`,
      'GET /health HTTP/1.1\r\nHost: x\r\n\r\n',
    ];
    for (const [number, request] of requests.entries()) held[number]?.socket.write(request);
    await until(() => held.slice(0, requests.length).every((caller) => caller.statuses().length === 2));
    assert.deepEqual(held[2]?.statuses(), [200, 200]);
    await toggle('free');
    for (const { socket } of held) socket.destroy();
    await expectAllWell();
  });

  it('does not use CPU time for callers that it cannot accept', async () => {
    await toggle('gone');
    const before = cpuSeconds();
    const callers = await Promise.all(Array.from({ length: 50 }, () => callRaw(server.port)));
    // biome-ignore lint/style/noRestrictedGlobals: what the server does in a time is measured.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    const spent = cpuSeconds() - before;
    for (const { socket } of callers) socket.destroy();
    await toggle('free');
    assert.ok(spent < 1, `${spent} s of processor time in 2 s`);
    await expectAllWell();
  });
});

describe('more connections than file descriptors', () => {
  it('leave enough for the server, and others are still served', async () => {
    const callers: RawCaller[] = [];
    for (let number = 0; number < OPEN_FILES + 200; number += 50) {
      callers.push(...(await Promise.all(Array.from({ length: 50 }, () => callRaw(server.port)))));
    }
    assert.ok(server.openFiles() < OPEN_FILES - 100, `${server.openFiles()} of ${OPEN_FILES} are open`);
    await expectAllWell();
    for (const { socket } of callers) socket.destroy();
    await expectAllWell();
  });
});

describe('a start with too few file descriptors', () => {
  for (const openFiles of [64, 260]) {
    it(`ends with exit code 71 and one line of message (${openFiles})`, async () => {
      const { code, err } = await runServerProcess({ openFiles });
      assert.equal(code, 71);
      assert.match(
        err,
        new RegExp(
          `^stipple: expected a limit of at least \\d+ open files, got ${openFiles}; .*ulimit -n.*\\n$`,
        ),
      );
    });
  }
});

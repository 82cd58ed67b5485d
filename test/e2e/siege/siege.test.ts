/**
 * All attacks, one after the other, against one real server with its own
 * processes: it keeps running, answers probes and honest devices all the time, and its memory stays bounded.
 */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
// biome-ignore lint/style/noRestrictedImports: connections that stay open for some time are the attack.
import { setTimeout as wait } from 'node:timers/promises';
import { REGISTRY_LIMITS } from '../../../src/fleet/register/registry-limits.ts';
import { macOf } from '../../support/device/mac.ts';
import { HOSTILE_SVGS } from '../../support/hostile/hostile-corpus.ts';
import { freePort, listen } from '../../support/network/listen.ts';
import { decodePng } from '../../support/pictures/decode-png.ts';
import { childrenOf, isAlive, residentMb } from '../../support/processes/processes.ts';
import { start } from '../../support/processes/stipple.ts';
import { rounds, someOf } from '../../support/rounds.ts';
import { type HealthProbe, probeHealth } from '../../support/server/health-probe.ts';
import { PLAIN_SCREEN } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';
import {
  callOnOne,
  cycle,
  deafConnection,
  display,
  endlessBody,
  inParallel,
  postLog,
  talk,
} from './attacks.ts';

const TOKEN = 'siege';
const HONEST = '02:00:00:00:00:01';
const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const SVGS = someOf([...HOSTILE_SVGS.values()]).map(([source]) => source);

/** The time of the requirement, doubled for a small machine with other work. */
const HEALTH_P95_MS = 2 * 200;
const HEALTH_WORST_MS = 2_000;
const MOST_MB = 1_024;
/** Devices without an entry: more than the 10 000 that are kept, in fewer calls on each connection than it may make. */
const INVENTED = { connections: 32, each: Math.ceil(1.05 * (REGISTRY_LIMITS.strangers / 32)) };

describe('a series of attacks', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-siege-'));
  let strangers: Server;
  let server: ChildProcess;
  let probe: HealthProbe;
  let url: string;
  let port: number;
  let pid: number;

  before(async () => {
    strangers = createServer((request, response) => {
      const [, kind, number] = (request.url ?? '').split('/');
      // A hanging upstream sends no answer.
      if (kind === 'svg') response.end(SVGS[Number(number) % SVGS.length]);
    });
    const upstream = `http://127.0.0.1:${await listen(strangers)}`;
    writeScreens(folder, upstream);
    port = await freePort();
    url = `http://127.0.0.1:${port}`;
    server = start(folder, ['serve'], {
      ...{ BIND_ADDR: `127.0.0.1:${port}`, CONFIG_FILE: 'config.yaml', SCREENS_DIR: 'screens' },
      ...{ TMPDIR: folder, LOG_LEVEL: 'warn' },
    });
    server.stdout?.resume();
    server.stderr?.resume();
    await until(async () => (await fetch(`${url}/ready`).catch(() => null))?.ok, 'the server is ready');
    pid = server.pid ?? 0;
    probe = probeHealth(url);
  });
  after(() => {
    probe.stop();
    server.kill('SIGKILL');
    strangers.closeAllConnections();
    strangers.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Run one attack, then check the server as its operator and as an honest device. */
  async function withstand(
    t: { diagnostic(text: string): void },
    attack: () => Promise<unknown>,
  ): Promise<void> {
    await probe.lap();
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, residentMb(pid));
    }, 50);
    try {
      await attack();
    } finally {
      // Else a test that fails never ends.
      clearInterval(watch);
    }
    assert.ok(isAlive(pid), 'the server ended');
    const health = await probe.lap();
    const all = [pid, ...childrenOf(pid)].reduce((sum, one) => sum + residentMb(one), 0);
    t.diagnostic(
      `health p50 ${health.medianMs}, p95 ${health.p95Ms}, worst ${health.worstMs} ms of ${health.calls} calls, ${health.failed} failed; server at most ${Math.round(most)} MB, with its processes ${Math.round(all)} MB after`,
    );
    assert.equal(health.failed, 0);
    assert.ok(health.p95Ms <= HEALTH_P95_MS, `/health: p95 ${health.p95Ms} ms`);
    assert.ok(health.worstMs <= HEALTH_WORST_MS, `/health: worst ${health.worstMs} ms`);
    assert.ok(most <= MOST_MB, `${most} MB`);
    await serveHonestDevice();
  }

  async function serveHonestDevice(): Promise<void> {
    const told = await display(url, HONEST);
    assert.equal(told.status, 200);
    const picture = await fetch(told.image_url ?? '');
    assert.equal(picture.status, 200);
    assert.equal(decodePng(Buffer.from(await picture.arrayBuffer())).widthPx, 800);
  }

  it('by pictures: each call gets a picture', async (t) => {
    await withstand(t, () =>
      inParallel(SVGS.length, 8, async (number) => {
        const statuses = await cycle(url, macOf('0A', number));
        assert.ok(
          statuses.every((status) => status === 200 || status === 429 || status === 503),
          `${number}: ${statuses}`,
        );
      }),
    );
  });

  it('by the largest displays', async (t) => {
    await withstand(t, () =>
      inParallel(64, 64, (number) => cycle(url, macOf('0B', number), { Width: '4096', Height: '4096' })),
    );
  });

  it('by scripts in endless loops', async (t) => {
    await withstand(t, () => inParallel(60, 60, (number) => display(url, macOf('0C', number))));
  });

  it('by a hanging upstream', async (t) => {
    await withstand(t, () => inParallel(40, 40, (number) => display(url, macOf('0D', number))));
  });

  it('by logs', async (t) => {
    await withstand(t, async () => {
      const quotes = `"${'\\"'.repeat(131_000)}`;
      const unescaped = `{"logs":["${'\u0001\\"'.repeat(87_000)}"]}`;
      const bodies = [
        quotes,
        unescaped,
        `{"logs":[${'[],'.repeat(80_000)}[]]}`,
        `{"logs":${'['.repeat(200_000)}`,
      ];
      await inParallel(bodies.length * rounds(4), 4, (n) =>
        postLog(url, macOf('0E', n), bodies[n % bodies.length] ?? ''),
      );
      const fat = `{"logs":[{"a":[${'{},'.repeat(85_000)}{}]}]}`;
      await inParallel(rounds(300), 16, (n) => postLog(url, macOf('0E', 100 + n), fat));
      assert.ok((await endlessBody(port, '/api/log', 2 ** 31)) < 2 ** 30);
    });
  });

  it('by connections that do not read', async (t) => {
    const sockets: Socket[] = [];
    await withstand(t, async () => {
      const call = 'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n';
      for (let n = 0; n < 20; n += 1) sockets.push(await deafConnection(port, call.repeat(20_000)));
      await talk(port, 'GET /health HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(40_000), 5_000);
      await wait(2_000);
    });
    for (const socket of sockets) socket.destroy();
  });

  it('by idle connections that open and close at once', async (t) => {
    await withstand(t, async () => {
      const sockets = await Promise.all(Array.from({ length: 1_000 }, () => deafConnection(port, 'GET /')));
      await wait(500);
      for (const socket of sockets) socket.destroy();
      const silent = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
      await wait(500);
      for (const socket of silent) socket.destroy();
    });
  });

  it('by invented devices', async (t) => {
    await withstand(t, () =>
      inParallel(INVENTED.connections, INVENTED.connections, async (lane) => {
        const calls = Array.from({ length: INVENTED.each }, (_, call) => {
          const mac = macOf('0F', lane * INVENTED.each + call);
          return `GET /api/setup HTTP/1.1\r\nHost: a\r\nID: ${mac}\r\nFW-Version: 1.8.15\r\nModel: og\r\n\r\n`;
        });
        const statuses = await callOnOne(port, calls);
        assert.equal(statuses.length, calls.length);
        assert.deepEqual(
          statuses.filter((status) => status >= 500),
          [],
        );
      }),
    );
  });

  it('leaves the admin API, the documentation and the processes unchanged', async () => {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    for (const address of ['/api/admin/config', '/api/admin/screens', '/swagger-ui/', '/openapi.json']) {
      const response = await fetch(url + address, { headers });
      await response.arrayBuffer();
      assert.equal(response.status, 200, address);
    }
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('exit', resolve));
    assert.equal(server.exitCode, 0);
    const left = readdirSync(folder).filter(
      (name) => name.startsWith('stipple-') && name !== 'stipple-screen-repos',
    );
    assert.deepEqual(left, []);
  });
});

function writeScreens(folder: string, upstream: string): void {
  const screens = path.join(folder, 'screens');
  mkdirSync(screens);
  const files: Record<string, string> = {
    ...PLAIN_SCREEN,
    'hostile.lua': `local n = tonumber(device.mac:gsub(":", ""):sub(-6), 16)
      return { data = { svg = http_get("${upstream}/svg/" .. n) }, refresh_rate = 900 }`,
    'hostile.svg': '{{ data.svg | safe }}',
    'large.lua': 'return { data = { mac = device.mac } }',
    'large.svg': SVG.replace('</svg>', '<text y="99">{{ data.mac }}</text></svg>'),
    'spin.lua': 'while true do end',
    'spin.svg': SVG,
    'hang.lua': `return { data = { title = http_get("${upstream}/hang") } }`,
    'hang.svg': SVG,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(screens, name), text);
  const kinds = { '0A': 'hostile', '0B': 'large', '0C': 'spin', '0D': 'hang' };
  const counts = { '0A': SVGS.length, '0B': 64, '0C': 60, '0D': 40 };
  const devices = Object.entries(kinds).flatMap(([prefix, screen]) =>
    Array.from(
      { length: counts[prefix as keyof typeof counts] },
      (_, n) => `  "${macOf(prefix, n)}": { screen: ${screen} }\n`,
    ),
  );
  writeFileSync(
    path.join(folder, 'config.yaml'),
    `default_screen: plain\nadmin: { token: ${TOKEN} }\ndevices:\n${devices.join('')}`,
  );
}

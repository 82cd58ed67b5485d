/** Screens that hang, loop or draw without end do not delay devices with other screens. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { median } from '../support/median.ts';
import { listen } from '../support/network/listen.ts';
import { rounds } from '../support/rounds.ts';
import {
  deviceHeaders,
  getDisplay,
  getDisplayInTurn,
  PLAIN_SCREEN,
  screensOf,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const CLOCK = 'CF:00:00:00:00:01';
const HONEST = 'CF:00:00:00:00:02';
/** Number of devices in an attack. */
const CROWD = 40;
const CALLS = rounds(25, 2);
/** Delay of a call by other processes of a small machine, in ms. */
const FLOOR_MS = 100;

const SPIN = 'while true do end';
const SELECT = 'local d = html_parse(("<b>x</b>"):rep(90000)) d:select("b:nth-last-child(3n+1)")';
const LOOP =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">{% for i in range(9000) %}{% for j in range(9000) %}{% endfor %}{% endfor %}</svg>';

/** The script of the n-th device of an attack. */
type Attack = readonly [screen: string, script: string, svg?: string];

const ATTACKS: Readonly<Record<string, (n: number, hang: (n: number) => string) => Attack>> = {
  'one screen that waits for a host that hangs': (_, hang) => ['hang', `http_get("${hang(0)}")`],
  'as many screens on one host that hangs': (n, hang) => [`many${n}`, `http_get("${hang(0)}${n}")`],
  'as many screens on as many hosts that hang': (n, hang) => [`hosts${n}`, `http_get("${hang(n)}")`],
  'one screen that spins': () => ['spin', SPIN],
  'as many screens that spin': (n) => [`spins${n}`, SPIN],
  'screens that select without end': (n) => [`select${n}`, SELECT],
  'screens whose templates loop': (n) => [`loop${n}`, 'return { data = {} }', LOOP],
  'screens that wait, then spin': (n, hang) => [
    `both${n}`,
    `http_response("${hang(n)}", { timeout = 0.3 }) ${SPIN}`,
  ],
};

function isRejected(result: PromiseSettledResult<unknown>): result is PromiseRejectedResult {
  return result.status === 'rejected';
}

describe('during attacks by many hostile screens', () => {
  const hosts = Array.from({ length: CROWD }, () => createServer(() => {}));
  // biome-ignore lint/style/noRestrictedGlobals: a host that takes a second to answer.
  const slow = createServer((_, response) => setTimeout(() => response.end('slow'), 1_000));
  const files: Record<string, string> = {};
  let server: TestServer;
  let idleMs = 0;
  before(async () => {
    const ports = await Promise.all(hosts.map(listen));
    const hang = (n: number): string => `http://127.0.0.1:${ports[n]}/`;
    const devices: string[] = [];
    for (const [number, attack] of Object.values(ATTACKS).entries()) {
      for (let device = 0; device < CROWD; device += 1) {
        const [screen, script, svg] = attack(device, hang);
        Object.assign(files, screensOf({ [screen]: script }, svg ?? SVG));
        devices.push(`  "${macOf('CE', number * 256 + device)}": { screen: ${screen} }`);
      }
    }
    const honest = `return { data = { title = http_get("http://127.0.0.1:${await listen(slow)}/") }, refresh_rate = 120 }`;
    server = await startServer({
      screens: { ...PLAIN_SCREEN, ...files, ...screensOf({ honest }, SVG) },
      config: `default_screen: plain\ndevices:\n  "${HONEST}": { screen: honest }\n${devices.join('\n')}\n`,
      composeThreads: 16,
    });
    await clockMs();
    idleMs = await clockMs();
    assert.equal((await getDisplay(server, HONEST)).refresh_rate, 120);
  });
  after(async () => {
    await server.stop();
    for (const host of [...hosts, slow]) {
      host.closeAllConnections();
      host.close();
    }
  });

  async function clockMs(): Promise<number> {
    const figures: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const start = performance.now();
      assert.equal((await getDisplay(server, CLOCK)).refresh_rate, 120);
      figures.push(performance.now() - start);
    }
    return median(figures);
  }

  /**
   * Let devices call again as soon as they are answered, until the work is done. Their last calls may be under way
   * then, so that one attack follows the other without a pause.
   */
  async function during<T>(attack: number, work: () => Promise<T>): Promise<T> {
    const aborter = new AbortController();
    const crowd = Array.from({ length: CROWD }, async (_, device) => {
      while (!aborter.signal.aborted) {
        const headers = deviceHeaders(macOf('CE', attack * 256 + device));
        const answer = await fetch(`${server.url}/api/display`, { headers, signal: aborter.signal });
        assert.ok([200, 429].includes(answer.status));
        assert.equal(((await answer.json()) as { status: number }).status, 0);
        // biome-ignore lint/style/noRestrictedGlobals: a crowd of devices, not a flood of calls that are refused.
        if (answer.status === 429) await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    await until(() => server.engine.compose.queued > 0);
    try {
      return await work();
    } finally {
      aborter.abort();
      for (const { reason } of (await Promise.allSettled(crowd)).filter(isRejected)) {
        assert.equal((reason as Error).name, 'AbortError', String(reason));
      }
    }
  }

  for (const [attack, name] of Object.keys(ATTACKS).entries()) {
    it(`(${name}) a clock takes at most twice as long as before all attacks`, async () => {
      const attackedMs = await during(attack, clockMs);
      const figures = `idle ${idleMs.toFixed(1)} ms, attacked ${attackedMs.toFixed(1)} ms`;
      assert.ok(attackedMs <= 2 * idleMs + FLOOR_MS, figures);
    });
  }

  it('an honest screen that waits for a slow host is served', async () => {
    const served = await during(2, async () => {
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const answer = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(HONEST) });
        const { refresh_rate } = (await answer.json()) as { refresh_rate: number };
        if (answer.status === 200 && refresh_rate === 120) return true;
      }
      return false;
    });
    assert.ok(served);
  });

  it('all threads serve honest screens afterwards', async () => {
    await until(() => server.engine.compose.queued === 0);
    const honest = Array.from({ length: 4 }, () => getDisplayInTurn(server, HONEST));
    for (const { refresh_rate } of await Promise.all(honest)) assert.equal(refresh_rate, 120);
  });
});

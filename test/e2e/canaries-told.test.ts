/** Generated secrets, long ones and PINs, in all that a server tells by itself: streams, exports, webhooks, logs, commands. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { sha256Hex } from '../../src/platform/base/hash.ts';
import { type Receiver, startReceiver } from '../support/alerts/receiver.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { formsOf } from '../support/hostile/canaries.ts';
import {
  CANARY_SCREENS,
  Canaries,
  canaryConfig,
  canaryFiles,
  macOf,
} from '../support/hostile/canary-config.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { randomNumbers } from '../support/random.ts';
import { TOKEN } from '../support/server/admin.ts';
import { type EventReader, readEvents } from '../support/server/event-reader.ts';
import { namedToken } from '../support/server/named-tokens.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const ROLES = { vera: 'viewer', otto: 'author' } as const;

/** Secrets that are changed while the server runs: of the first devices. */
const LATER = 6;

interface Entry {
  params: Record<string, unknown>;
}

/** The config of the canaries with a PIN of four digits as the key of every other device, and a webhook that is taken. */
function withPins(
  text: string,
  random: (below: number) => number,
  hook: Receiver,
): [string, readonly string[]] {
  const config = JSON.parse(text);
  const pins = CANARY_SCREENS.flatMap((screen, index) => {
    // A script that makes a PIN its refresh tells it to the device, as one that draws it.
    if (index % 2 === 0 || screen === 'returns_wrong') return [];
    const pin = String(9_000 + random(1_000));
    (config.devices[macOf(index)] as Entry).params['key'] = pin;
    return [pin];
  });
  config.screen_repos.garden.repo = 'https://127.0.0.1:1/garden.git';
  config.alerts = {
    webhooks: { ops: { ...config.alerts.webhooks.ops, url: hook.url } },
    rules: { broken: { when: 'failing', for: 0, to: 'ops' } },
    digest: 0,
  };
  return [JSON.stringify(config), pins];
}

class Told {
  readonly #forms: ReadonlyMap<string, string>;
  readonly #pins: RegExp;

  constructor(secrets: readonly string[], pins: readonly string[]) {
    this.#forms = formsOf(secrets);
    // A longer number, a fraction or a digest has four such digits by chance.
    this.#pins = new RegExp(`(?<![\\w.:-])(?:${pins.join('|')})(?![\\w.:-])`, 'g');
  }

  leaksIn(text: string, where: string): readonly string[] {
    const around = (at: number): string => text.slice(Math.max(at - 120, 0), at + 60);
    const long = [...this.#forms].flatMap(([form, what]) => {
      const at = text.indexOf(form);
      return at === -1 ? [] : [`${where} has ${what}: ${around(at)}`];
    });
    const short = [...text.matchAll(this.#pins)].map((found) => `${where} has a PIN: ${around(found.index)}`);
    return [...long, ...short];
  }
}

interface Scene {
  readonly server: ServerProcess;
  readonly hook: Receiver;
  readonly told: Told;
  readonly env: Readonly<Record<string, string>>;
  /** What takes the place of other secrets. */
  readonly later: readonly string[];
  call(
    token: string,
    method: string,
    route: string,
    body?: unknown,
  ): Promise<{ status: number; text: string }>;
}

async function open(t: TestContext): Promise<Scene> {
  const canaries = new Canaries(randomNumbers(SEED));
  const hook = await startReceiver(t);
  const tokens = Object.entries(ROLES).map(([name, role]) => {
    return [name, { role, sha256: `sha256:${sha256Hex(namedToken(name))}` }];
  });
  const generated = canaryConfig(canaries, Object.fromEntries(tokens));
  const later = Array.from({ length: LATER }, () => canaries.next());
  const [text, pins] = withPins(generated, randomNumbers(SEED + 1), hook);
  const folder = tempTree(t);
  mkdirSync(path.join(folder, 'state'));
  const env = {
    CONFIG_FILE: 'store:',
    STORE_URL: `file:${path.join(folder, 'state')}`,
    LOG_LEVEL: 'trace',
    METRICS_ADDR: '127.0.0.1:0',
    COMPOSE_THREADS: '1',
  };
  const server = await startServerProcess({ screens: canaryFiles(), env });
  t.after(() => server.stop());
  const call: Scene['call'] = async (token, method, route, body) => {
    const response = await fetch(`${server.url}/api/admin${route}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const { digest } = JSON.parse((await call(TOKEN, 'GET', '/config/text')).text);
  const written = await call(TOKEN, 'PUT', '/config/text', { text, digest });
  assert.equal(written.status, 200, written.text);
  return { server, hook, told: new Told(canaries.all, pins), env, call, later };
}

async function wakeAll({ url }: ServerProcess): Promise<void> {
  for (const index of CANARY_SCREENS.keys()) {
    const response = await fetch(`${url}/api/display`, { headers: deviceHeaders(macOf(index)) });
    const { image_url: image } = (await response.json()) as { readonly image_url: string };
    await (await fetch(image)).arrayBuffer();
  }
}

const DEVICE_PARTS = ['', '/explain', '/events', '/logs', '/history', '/schedule'];
const FOR_ROLES = [
  ...CANARY_SCREENS.flatMap((_, index) => DEVICE_PARTS.map((part) => `/devices/${macOf(index)}${part}`)),
  ...['/devices/export?format=csv', '/devices/export?format=json', '/alerts', '/fleet', '/health', '/audit'],
];
const COMMANDS = ['status URL', 'health URL', 'config history', 'state show', 'state check'];
const FOR_ADMINS = ['/config/history', '/audit?limit=200', '/sensitive-params', '/alerts'];

describe(`generated secrets in what a server tells by itself (STIPPLE_SEED=${SEED})`, () => {
  it('are in no stream, export, webhook, revision, log line or command', async (t) => {
    const { server, told, call, hook, env, later } = await open(t);
    const readers = await Promise.all(Object.keys(ROLES).map((name) => follow(t, server, name)));
    await wakeAll(server);
    for (const [index, key] of later.entries()) {
      const changed = await call(TOKEN, 'PATCH', `/devices/${macOf(index)}`, { params: { key } });
      assert.equal(changed.status, 200, changed.text);
    }
    await wakeAll(server);
    const texts: [where: string, text: string][] = [];
    const last = macOf(CANARY_SCREENS.length - 1);
    for (const reader of readers) {
      await reader.find('device', (data) => JSON.stringify(data).includes(last));
      assert.ok(reader.events.length > 5, String(reader.events.length));
      texts.push(['a stream', reader.text()]);
    }
    for (const name of Object.keys(ROLES)) {
      for (const route of FOR_ROLES) {
        const { status, text } = await call(namedToken(name), 'GET', route);
        assert.ok([200, 403].includes(status), `${route}: ${status} ${text}`);
        texts.push([`GET ${route} of ${name}`, text]);
      }
    }
    const hooked = await until(() => hook.calls[0], 'a call of the webhook');
    assert.ok(hooked.body.firing.length > 0);
    texts.push(['a webhook', JSON.stringify(hook.calls.map(({ body }) => body))]);
    const undone = await call(TOKEN, 'POST', '/config/undo', {});
    assert.equal(undone.status, 200, undone.text);
    texts.push(['an undo', undone.text]);
    for (const route of FOR_ADMINS) {
      const { status, text } = await call(TOKEN, 'GET', route);
      assert.equal(status, 200, `${route}: ${text}`);
      texts.push([`GET ${route} of an admin`, text]);
    }
    for (const command of COMMANDS) {
      const args = command.replace('URL', server.url).split(' ');
      const { out, err } = await runCommand('/', args, env);
      assert.ok(out.length + err.length > 0, command);
      texts.push([`stipple ${command}`, out + err]);
    }
    const { port } = JSON.parse(server.lines().find((line) => line.includes('metrics listening')) ?? '{}');
    texts.push(['the metrics', await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()]);
    assert.ok(server.lines().length > 2 * CANARY_SCREENS.length, String(server.lines().length));
    texts.push(...server.lines().map((line): [string, string] => ['the log', line]));
    assert.deepEqual(
      texts.flatMap(([where, text]) => told.leaksIn(text, where)),
      [],
    );
  });
});

/** The stream, as somebody with a named token reads it. */
async function follow(t: TestContext, server: ServerProcess, name: string): Promise<EventReader> {
  const reader = await readEvents(server, { headers: { Authorization: `Bearer ${namedToken(name)}` } });
  t.after(() => reader.leave());
  await reader.find('hello');
  return reader;
}

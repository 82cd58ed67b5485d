/**
 * No config that anybody writes silences `/health`, by whatever door it comes in: each is read, edited and shown in a thread
 * of its own, and what the main thread does with it is done in slices.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import {
  COSTLY_CONFIGS,
  type CostlyConfig,
  costlyMac,
  generatedConfigs,
} from '../support/hostile/costly-configs.ts';
import { rounds, someOf } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { silenceOf } from '../support/server/silence.ts';
import { until } from '../support/waiting.ts';

/** Processor time of the main thread in one go; a slice is 8 ms, and the collector of garbage comes on top. */
const MOST_MS = 100;

const SEED = 8_203;
const FIRST = 'default_screen: plain\n';
const HEADERS = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

interface Answer {
  readonly status: number;
  readonly text: string;
}

async function call(server: ServerProcess, method: string, route: string, body?: object): Promise<Answer> {
  const response = await fetch(`${server.url}/api/admin${route}`, {
    ...{ method, headers: HEADERS },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

function answered<T>({ status, text }: Answer): T {
  assert.equal(status, 200, text.slice(0, 500));
  return JSON.parse(text);
}

interface TextAnswer {
  readonly text: string;
  readonly digest: string;
}

async function inUse(server: ServerProcess): Promise<TextAnswer> {
  return answered<TextAnswer>(await call(server, 'GET', '/config/text'));
}

async function put(server: ServerProcess, text: string): Promise<Answer> {
  const { digest } = await inUse(server);
  return call(server, 'PUT', '/config/text', { text, digest });
}

/** What is done with a config, and what it shows. In this order: each door finds what the one before has left. */
type Door = (server: ServerProcess, config: CostlyConfig) => Promise<void>;

const FILE_DOORS: Readonly<Record<string, Door>> = {
  'is checked': async (server, { text, isGood }) => {
    const checked = answered<{ readonly problems: readonly { readonly level: string }[] }>(
      await call(server, 'POST', '/config/check', { text }),
    );
    assert.equal(
      checked.problems.some(({ level }) => level === 'error'),
      !isGood,
    );
  },
  'is put in the place of another': async (server, { text, isGood }) => {
    const { status, text: answer } = await put(server, text);
    assert.equal(status, isGood ? 200 : 400, answer.slice(0, 500));
  },
  'is shown as a text': async (server, { isGood }) => {
    const shown = await inUse(server);
    assert.ok((shown.text === FIRST) === !isGood);
  },
  'is shown as values': async (server) => {
    answered(await call(server, 'GET', '/config'));
    answered(await call(server, 'GET', '/settings'));
    answered(await call(server, 'GET', '/devices'));
    assert.equal((await call(server, 'GET', '/devices/export?format=csv')).status, 200);
    answered(await call(server, 'GET', '/devices/export?format=json'));
  },
  'is edited': async (server) => {
    const key = costlyMac(999_999);
    answered(await call(server, 'POST', '/devices', { key, screen: 'local/plain' }));
    answered(await call(server, 'PATCH', `/devices/${key}`, { name: 'edited' }));
    assert.match((await inUse(server)).text, /edited/);
    answered(await call(server, 'DELETE', `/devices/${key}`));
  },
  'is compared with another': async (server) => {
    answered(await call(server, 'POST', '/config/check', { text: FIRST }));
  },
  'is replaced': async (server) => {
    answered(await put(server, FIRST));
  },
  'is read from the file': async (server, { text, isGood }) => {
    const file = path.join(server.screensDir, '../config.yaml');
    const lines = server.lines().length;
    writeFileSync(file, text);
    await until(() =>
      server
        .lines()
        .slice(lines)
        .some((line) => line.includes('"msg":"reloaded"')),
    );
    assert.ok(((await inUse(server)).text === FIRST) === !isGood);
    writeFileSync(file, FIRST);
    await until(async () => (await inUse(server)).text === FIRST);
  },
};

const STORE_DOORS: Readonly<Record<string, Door>> = {
  'is put in the place of a revision': FILE_DOORS['is put in the place of another'] as Door,
  'is undone': async (server, { isGood }) => {
    if (!isGood) return;
    answered(await call(server, 'POST', '/config/undo'));
    assert.equal((await inUse(server)).text, FIRST);
  },
  'is shown as a revision, and restored': async (server, { isGood, text }) => {
    if (!isGood) return;
    const { revisions } = answered<{ readonly revisions: readonly { readonly revision: number }[] }>(
      await call(server, 'GET', '/config/history'),
    );
    const to = revisions[1]?.revision;
    const old = answered<{ readonly text: string }>(await call(server, 'GET', `/config/history/${to}`));
    assert.ok(old.text.length > text.length / 2);
    answered(await call(server, 'POST', '/config/undo', { to }));
    answered(await call(server, 'POST', '/config/undo'));
    assert.equal((await inUse(server)).text, FIRST);
  },
};

async function goThrough(
  t: TestContext,
  server: ServerProcess,
  doors: Readonly<Record<string, Door>>,
  config: CostlyConfig,
): Promise<void> {
  const rows: string[] = [];
  const held: string[] = [];
  for (const [name, door] of Object.entries(doors)) {
    const { worstMs, allMs } = await silenceOf(server, () => door(server, config));
    const row = `${name}: ${Math.round(worstMs)} ms at most, ${Math.round(allMs)} ms in all`;
    rows.push(row);
    if (worstMs >= MOST_MS) held.push(row);
  }
  t.diagnostic(`${config.name}: ${rows.join('; ')}`);
  assert.deepEqual(held, []);
}

const CONFIGS = [...COSTLY_CONFIGS, ...generatedConfigs(SEED, 3)];

/** What takes the reader longest of all that a config may have: in a long run, four seconds of a quiet machine. */
const LISTS = rounds(160_000);
const COSTLIEST: CostlyConfig = {
  ...{ name: `${LISTS} empty lists`, text: `x: [${'[],'.repeat(LISTS)}]\n`, isGood: true },
};

describe('no config silences /health', { skip: process.platform !== 'linux' }, () => {
  describe('that is a file', () => {
    let server: ServerProcess;
    before(async () => {
      server = await startServerProcess({ config: FIRST });
    });
    after(() => server.stop());
    for (const config of someOf(CONFIGS, 6)) {
      it(`${config.name}, seed ${SEED}`, (t) => goThrough(t, server, FILE_DOORS, config));
    }
    it(COSTLIEST.name, (t) => {
      const { 'is checked': check } = FILE_DOORS;
      assert.ok(check !== undefined);
      return goThrough(t, server, { 'is checked': check }, COSTLIEST);
    });
  });

  describe('that is in the state store', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-silent-'));
    let server: ServerProcess;
    before(async () => {
      server = await startServerProcess({
        env: { CONFIG_FILE: 'store:', STORE_URL: `file:${folder}/state` },
      });
      answered(await put(server, FIRST));
    });
    after(async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    });
    for (const config of someOf(CONFIGS.slice(0, 3))) {
      it(config.name, (t) => goThrough(t, server, STORE_DOORS, config));
    }
  });
});

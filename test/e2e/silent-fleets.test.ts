/**
 * No list, search or change of a large fleet computes for long in one go: each read operation of the API document, and what
 * an admin changes most, with thousands of devices, dozens of groups with patterns, and a store of them.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { macOf } from '../support/device/mac.ts';
import { costlyTexts } from '../support/hostile/costly-bodies.ts';
import { finish, startProgram } from '../support/processes/stipple.ts';
import { randomNumbers } from '../support/random.ts';
import { GitRepo } from '../support/repos/git-repo.ts';
import { TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { METERED, turnsOf } from '../support/server/turn-meter.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
/** Processor time of the main thread in one turn of its loop: slices are 8 ms, and the collector of garbage comes on top. */
const MOST_MS = 40;

const DEVICES = 3_000;
/** What is computed of groups is computed for each device: with so few it still takes seconds, many times what is allowed in one go. */
const GROUPS = 20;
const SCREENS = 600;
const KEY = macOf('02', 7);

const random = randomNumbers(SEED);

/** A pattern with many stars, which fits nothing or nearly so. */
function stars(): string {
  const piece = ['a*', 'b*', 'ab*', '*', 'aa*'][random(5)] ?? '';
  return `*${piece.repeat(2 + random(24))}${'xyz'[random(3)]}${random(10)}`;
}

function list<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

function config(repo: string): string {
  const groups = list(
    GROUPS,
    (n) => `  g${n}: { match: { tag: ["${stars()}", "${stars()}", "t${n}"] }, refresh: 600 }\n`,
  );
  const tags = list(6, (n) => `${'ab'.repeat(16)}${n}`).join(', ');
  const devices = list(
    DEVICES,
    (n) =>
      `  "${macOf('02', n)}": { screen: many/s${n % SCREENS}, name: "Room ${n}", tags: [${tags}], params: { city: "C${n}" } }\n`,
  );
  const repos = list(20, (n) => `  r${n}: { repo: "https://127.0.0.1:9/${n}.git" }\n`);
  return `default_screen: plain
screen_repos:
  many: { repo: "${repo}" }
${repos.join('')}frames:
  hall: { screen: plain, width: 800, height: 480 }
groups:
${groups.join('')}devices:
${devices.join('')}`;
}

const KIB = 1024;
/** Metadata that is made to cost much, together nearly as large as a repo may have it. */
const HOSTILE = costlyTexts('yaml', 60 * KIB, SEED, 7);

/** The files of a repo with many screens. */
function files(hostile: readonly string[]): Readonly<Record<string, string>> {
  const meta = 'params:\n  city: { type: string }\n';
  const all = list(SCREENS, (n) => [
    [`s${n}/script.lua`, 'return {}'],
    [`s${n}/template.svg`, '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    [`s${n}/meta.yaml`, hostile[n] ?? meta],
  ]);
  return Object.fromEntries(all.flat()) as Readonly<Record<string, string>>;
}

/** A filter with as many patterns as it may have. */
const filter = (name: string): string =>
  list(40, () => `${name}=${encodeURIComponent(stars().slice(0, 60))}`).join('&');

/** Where the braces of a path lead; null for what has no answer of its own, and for what other tests hold. */
const PATHS: Readonly<Record<string, readonly string[] | null>> = {
  '/api/admin/fleet': [
    '',
    '?limit=500&sort=-screen',
    '?q=zz',
    ...['tag', 'group', 'screen'].map((name) => `?${filter(name)}`),
  ],
  '/api/admin/fleet/values': ['', `?${filter('tag')}`],
  '/api/admin/devices/export': ['?format=csv', '?format=json'],
  '/api/admin/devices/{key}/picture': null,
  '/api/admin/devices/{key}/picture/told': null,
  '/api/admin/stream': null,
};

const IN_BRACES: Readonly<Record<string, string>> = {
  key: KEY,
  name: 'g3',
  handle: 'many',
  path: 's3/script.lua',
  revision: '1',
};

/** All read operations of the admin API. */
function reads(): readonly string[] {
  const { paths } = openApiDocument() as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  return Object.entries(paths).flatMap(([route, item]) => {
    if (item['get'] === undefined || !route.startsWith('/api/admin/')) return [];
    const own = PATHS[route];
    if (own === null) return [];
    const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const isFrame = route.includes('/frames/');
      return encodeURIComponent(
        (isFrame ? 'hall' : IN_BRACES[name]) ?? assert.fail(`a value for ${name} of ${route}`),
      ).replaceAll('%2F', '/');
    });
    return (own ?? ['']).map((query) => filled + query);
  });
}

type Change = readonly [method: string, path: string, body?: object | undefined];

const CHANGES: readonly Change[] = [
  ['POST', '/devices', { key: macOf('03', 1), screen: 'many/s1' }],
  ['POST', '/devices', { key: macOf('03', 2), screen: 'many/none' }],
  ['POST', '/devices', { key: macOf('03', 3), screen: 's7' }],
  ['PATCH', `/devices/${KEY}`, { name: 'another' }],
  ['PUT', '/groups/new', { match: { tag: 'x' }, refresh: 700 }],
  ['PATCH', '/settings', { registration_enabled: false }],
  [
    'POST',
    '/devices:bulk',
    { select: { match: [{ tag: list(20, stars) }] }, set: { name: 'x' }, dry_run: true },
  ],
  ['POST', '/devices:bulk', { select: { all: true }, set: { refresh: 900 } }],
  ['POST', '/screen-repos', { handle: 'one', repo: 'https://127.0.0.1:9/one.git' }],
  ['DELETE', '/screen-repos/one'],
  ['DELETE', '/groups/new'],
];

describe(`a large fleet silences nobody (seed ${SEED})`, { skip: process.platform !== 'linux' }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stipple-fleets-'));
  let server: ServerProcess;
  let repo: GitRepo;
  before(async () => {
    const store = `file:${path.join(folder, 'state')}`;
    const filler = path.join(import.meta.dirname, '../support/faults/filled-store.js');
    const { code, err } = await finish(startProgram(filler, folder, [store, String(DEVICES)]));
    assert.equal(code, 0, err);
    repo = new GitRepo(path.join(folder, 'repo'));
    repo.commit(files([]));
    server = await startServerProcess({
      ...{ config: config(repo.url), env: { STORE_URL: store }, nodeArguments: METERED },
    });
    await until(async () => (await call('GET', '/api/admin/screen-repos/many')).text.includes('"ready"'));
  });
  after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function call(
    method: string,
    route: string,
    body?: object,
  ): Promise<{ status: number; text: string }> {
    const response = await fetch(server.url + route, {
      ...{ method, headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' } },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  async function hold(change: Change): Promise<string> {
    const { result, mostMs, allMs } = await turnsOf(server, () => call(...change));
    const [method, route] = change;
    const row = `${method} ${route.slice(0, 60)}: ${result.status}, ${Math.round(mostMs)} of ${Math.round(allMs)} ms`;
    assert.ok(result.status < 500, `${row} ${result.text.slice(0, 200)}`);
    assert.ok(mostMs < MOST_MS, `held the main thread in one go: ${row}`);
    return row;
  }

  it('by what is read of it', async (t) => {
    for (const route of reads()) t.diagnostic(await hold(['GET', route]));
  });

  it('by what is changed in it', async (t) => {
    for (const [method, route, body] of CHANGES) {
      t.diagnostic(await hold([method, `/api/admin${route}`, body]));
    }
  });

  it('by the screens of a repo, whatever their metadata is', async (t) => {
    const commit = repo.commit(files(HOSTILE));
    const { mostMs, allMs } = await turnsOf(server, async () => {
      await call('POST', '/api/admin/screen-repos/many/update', { accept: true });
      await until(async () => {
        const { text } = await call('GET', '/api/admin/screen-repos/many');
        return JSON.parse(text).resolved_sha === commit;
      });
      await call('GET', '/api/admin/screens');
    });
    t.diagnostic(`${Math.round(mostMs)} of ${Math.round(allMs)} ms`);
    assert.ok(mostMs < MOST_MS, `${Math.round(mostMs)} ms in one go`);
  });
});

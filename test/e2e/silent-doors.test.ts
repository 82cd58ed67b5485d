/**
 * Whatever is written into a body, by whichever door it comes in: `/health` answers beside it. The table has each operation
 * that takes a body, with the kinds of text that it takes; one that is missing fails.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { costlyTexts, type Kind } from '../support/hostile/costly-bodies.ts';
import { rounds } from '../support/rounds.ts';
import { TOKEN } from '../support/server/admin.ts';
import { DATA_CONFIG, DATA_TOKEN } from '../support/server/pushes.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { silenceOf } from '../support/server/silence.ts';

/** Processor time of the main thread in one go, in ms. */
const MOST_MS = 100;
const SEED = 4_417;
/** Generated texts of each kind and door. */
const EACH = rounds(3);

const HOOK_SECRET = 'secret-of-the-git-host';
const CONFIG = `${DATA_CONFIG}screen_repos:
  hooked: { repo: "https://127.0.0.1:9/none.git", webhook_secret: ${HOOK_SECRET} }
`;

const KIB = 1024;
const MIB = 1024 * KIB;

/** How a text is put into a body; null stands for the text as the body itself. */
type Wrap = ((text: string) => unknown) | null;

interface Door {
  /** Bytes of a body that it takes. */
  readonly bytes: number;
  readonly kinds: Partial<Readonly<Record<Kind, Wrap>>>;
  /** Type of the body; default: JSON. */
  readonly type?: string;
  /** Where the braces of its path lead. */
  readonly path?: string;
  /** What opens it; default: the token of the admin API, or that of data. */
  readonly token?: string;
}

const small = { bytes: 256 * KIB };
const json = { json: null };
const draft = (name: string) => (text: string) => ({
  draft: { files: { 'd.lua': 'return {}', 'd.svg': '<svg/>', [name]: text } },
});
const inStyle = (text: string): unknown => draft('d.svg')(`<svg><style>${text}</style></svg>`);
const drafted = {
  ...{ json: null, lua: draft('d.lua'), xml: draft('d.svg'), css: inStyle },
  yaml: draft('d.meta.yaml'),
};
const entry = (text: string): unknown => ({
  key: 'AA:BB:CC:DD:EE:01',
  screen: 'local/plain',
  params: { u: text },
});

const DOORS: Readonly<Record<string, Door>> = {
  'post /api/log': { ...small, kinds: json },
  'post /api/admin/frames': { ...small, kinds: json },
  'patch /api/admin/frames/{key}': { ...small, kinds: json, path: '/api/admin/frames/hall' },
  'put /api/admin/groups/{name}': {
    ...{ ...small, path: '/api/admin/groups/g' },
    kinds: { ...json, glob: (text) => ({ match: { tag: text }, screen: 'local/plain' }) },
  },
  'patch /api/admin/groups/{name}': { ...small, kinds: json, path: '/api/admin/groups/g' },
  'post /api/admin/alerts/test': { ...small, kinds: { ...json, url: (text) => ({ webhook: text }) } },
  'post /api/admin/devices': { ...small, kinds: { ...json, url: entry } },
  'patch /api/admin/devices/{key}': { ...small, kinds: json, path: '/api/admin/devices/DEFAULT' },
  'patch /api/admin/settings': { ...small, kinds: json },
  'put /api/admin/config/text': {
    bytes: 16 * MIB,
    kinds: { ...json, yaml: (text) => ({ text: text.slice(0, 200 * KIB), digest: 'x' }) },
  },
  'post /api/admin/config/check': {
    bytes: 16 * MIB,
    kinds: {
      ...json,
      yaml: (text) => ({ text: text.slice(0, 200 * KIB) }),
      glob: (text) => ({
        text: `groups: { g: { screen: x, match: { tag: ${JSON.stringify(text.slice(0, MIB))} } } }`,
      }),
      url: (text) => ({
        text: `screen_repos: { g: { repo: ${JSON.stringify(`https://${text.slice(0, MIB)}`)} } }`,
      }),
    },
  },
  'post /api/admin/config/undo': { ...small, kinds: json },
  'post /api/admin/preview': { bytes: 8 * MIB, kinds: drafted },
  'post /api/admin/check': {
    bytes: 8 * MIB,
    kinds: { ...drafted, yaml: (text) => ({ config: text.slice(0, MIB) }) },
  },
  'put /api/admin/files/{handle}/{path}': {
    ...{ bytes: 4 * MIB, path: '/api/admin/files/local/silent.meta.yaml' },
    kinds: { ...json, yaml: (text) => ({ text, digest: null }) },
  },
  'post /api/admin/files:copy': { ...small, kinds: json },
  'put /api/admin/devices/{key}/pin': { ...small, kinds: json, path: '/api/admin/devices/DEFAULT/pin' },
  'post /api/admin/devices:bulk': {
    ...small,
    kinds: {
      ...json,
      glob: (text) => ({ select: { match: [{ tag: text }] }, set: { name: 'x' }, dry_run: true }),
    },
  },
  'post /api/admin/devices/import': { bytes: 8 * MIB, type: 'text/csv', kinds: { csv: null } },
  'post /api/admin/devices/import as JSON': {
    ...{ bytes: 8 * MIB, path: '/api/admin/devices/import' },
    kinds: { ...json, url: (text) => ({ devices: [{ key: 'DEFAULT', params: { u: text } }] }) },
  },
  'post /api/admin/screen-repos': {
    ...small,
    kinds: { ...json, url: (text) => ({ handle: 'g', repo: `https://${text}` }) },
  },
  'patch /api/admin/screen-repos/{handle}': { ...small, kinds: json, path: '/api/admin/screen-repos/none' },
  'post /api/admin/screen-repos/{handle}/update': {
    ...small,
    kinds: json,
    path: '/api/admin/screen-repos/none/update',
  },
  'patch /api/admin/screen-repos/update': { ...small, kinds: json },
  'post /api/hooks/repo/{handle}': {
    ...{ bytes: MIB, path: '/api/hooks/repo/hooked', token: HOOK_SECRET },
    kinds: { ...json, url: (text) => ({ ref: 'refs/heads/main', repository: { url: text } }) },
  },
  'post /api/admin/sensitive-params:open': {
    ...small,
    kinds: { ...json, glob: (text) => ({ screen: text, param: text }) },
  },
  'put /api/data/{name}': { ...small, kinds: json, path: '/api/data/weather' },
  'put /api/admin/devices/{key}/picture': {
    ...{ bytes: 8 * MIB, type: 'image/svg+xml', path: '/api/admin/devices/AA:BB:CC:DD:EE:02/picture?for=60' },
    kinds: { xml: null },
  },
  'post /console/session': { bytes: 4 * KIB, kinds: json },
};

/** Operations of the API document that take a body. */
function operations(): readonly string[] {
  const { paths } = openApiDocument() as {
    readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly requestBody?: object }>>>>;
  };
  return Object.entries(paths).flatMap(([route, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [`${method} ${route}`],
    ),
  );
}

describe('no body silences /health', { skip: process.platform !== 'linux' }, () => {
  let server: ServerProcess;
  before(async () => {
    server = await startServerProcess({ config: CONFIG });
    // What is loaded late is loaded.
    await send('get /api/admin/devices', { bytes: 0, kinds: {} }, undefined);
  });
  after(() => server.stop());

  async function send(
    operation: string,
    { path, type, token }: Door,
    body: string | undefined,
  ): Promise<number> {
    const [method = '', route = ''] = operation.split(' ');
    const usual = route.startsWith('/api/data') ? DATA_TOKEN : TOKEN;
    const response = await fetch(`${server.url}${path ?? route}`, {
      method: method.toUpperCase(),
      headers: { Authorization: `Bearer ${token ?? usual}`, 'Content-Type': type ?? 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
    await response.arrayBuffer();
    return response.status;
  }

  it('by an operation that is not in the table', () => {
    assert.deepEqual(
      operations().filter((operation) => DOORS[operation] === undefined),
      [],
    );
    const known = new Set(operations());
    for (const name of Object.keys(DOORS)) assert.ok(known.has(name.replace(' as JSON', '')), name);
  });

  for (const [operation, door] of Object.entries(DOORS)) {
    for (const [kind, wrap] of Object.entries(door.kinds) as [Kind, Wrap][]) {
      it(`by ${kind} in ${operation}, seed ${SEED}`, async (t) => {
        const rows: string[] = [];
        for (const text of costlyTexts(kind, wrap === null ? door.bytes : door.bytes / 3, SEED, EACH)) {
          const body = wrap === null ? text : JSON.stringify(wrap(text));
          const { result, worstMs } = await silenceOf(server, () => send(operation, door, body));
          rows.push(`${JSON.stringify(text.slice(0, 8))}: ${result}, ${Math.round(worstMs)} ms`);
          assert.ok(result < 500, `${text.slice(0, 40)} was answered ${result}`);
          assert.ok(worstMs < MOST_MS, `${text.slice(0, 40)} held the main thread for ${worstMs} ms`);
        }
        t.diagnostic(rows.join('; '));
      });
    }
  }
});

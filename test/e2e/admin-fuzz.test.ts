/**
 * Calls generated from the server's OpenAPI document, with valid and invalid bodies: no 5xx, every answer
 * is in the document (`Admin` looks), what the document does not allow is refused, and the config file can be loaded after each.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { parseConfig } from '../../src/config/read/parse.ts';
import { DOCUMENT, type JsonSchema, OPERATIONS, resolved } from '../support/openapi/document.ts';
import { anyJson, broken, fitting } from '../support/openapi/json-values.ts';
import { misfit } from '../support/openapi/schemas.ts';
import { rounds } from '../support/rounds.ts';
import { type Admin, type AdminAnswer, startAdmin } from '../support/server/admin.ts';
import { getDisplay } from '../support/server/server.ts';

const RUNS = rounds(30, 5);
/** So often calls are made in all where none was good, or none was bad. */
const ROUNDS = 40;

const CONFIG = `# before
default_screen: plain
devices:
  "AA:BB:CC:DD:EE:01": { screen: local/typed, params: { city: Bern } } # flow
  # between
  AA-BB-CC-DD-EE-02:
    screen: local/plain # block
screen_repos:
  garden: { repo: "file:///nowhere/garden.git" }
groups:
  halls: { match: { tag: hall } }
frames:
  ABCDE-FGHJK: { screen: local/plain }
panels:
  wide: { width: 800, height: 480 }
alerts:
  webhooks: { ops: { url: "http://127.0.0.1:1/" } }
`;

/** Values that pass more checks than random ones. */
const KNOWN = {
  key: ['AA:BB:CC:DD:EE:01', 'aa-bb-cc-dd-ee-02', 'AA:BB:CC:DD:EE:03', 'ABCDE-FGHJK', 'hall', 'DEFAULT'],
  group: ['halls', 'ogs'],
  match: [{ tag: 'hall' }, [{ model: 'og' }, { not: { network: '10.0.0.0/8' } }], { mdel: 'og' }],
  screen: ['local/plain', 'local/typed', 'service-builtin/weather'],
  name: ['Kitchen', 'Büro'],
  panel: ['wide', 'wid'],
  colors: ['#000000,#ffffff', '#000000,#000000'],
  webhook: ['ops', 'opps'],
  handle: ['garden', 'shed', 'service-builtin', 'local'],
  repo: ['file:///nowhere/garden.git'],
  pin: ['main', 'v1'],
  select: [{ keys: ['AA:BB:CC:DD:EE:01', 'ABCDE-FGHJK'] }, { all: true }, { match: { panel: 'w*' } }],
  set: [{ refresh: 5 }, { name: 'All', params: { days: 3 } }, { screen: 'local/plain' }],
  devices: [
    [{ key: 'AA:BB:CC:DD:EE:01', refresh: 7 }],
    [{ key: 'AA:BB:CC:DD:EE:07', screen: 'local/plain', params: { days: 3 } }],
  ],
  params: [{ city: 'Bern' }, { city: 'Rome', days: 3 }, { days: 9 }, { city: null }],
};

/** Answers that never end: `admin-stream.test.ts` reads them. */
const ENDLESS: ReadonlySet<string> = new Set(['/api/admin/stream']);
/** Writes that no random body can make: they ask for the digest of the text in use, and for revisions of the config. */
const CONDITIONAL: ReadonlySet<string> = new Set(['/api/admin/config/text', '/api/admin/config/undo']);
/** There is nothing here that could be opened: `e2e/once-sensitive` opens some. */
const NEVER_GOOD: ReadonlySet<string> = new Set(['/api/admin/sensitive-params:open']);
/** Values of the parameters of paths. */
const PATHS: Readonly<Record<string, readonly string[]>> = { handle: KNOWN.handle, name: KNOWN.group };

let admin: Admin;

/** Device (or source of files) and params for the examples of the document: a screen that accepts any params and makes no requests. */
function examplesOf(route: string, schema: JsonSchema): [string, unknown][] {
  if (route.includes('screen-repos')) return [];
  const name = route.includes('/files/') ? 'local' : 'aa-bb-cc-dd-ee-02';
  return (schema.examples ?? []).map((example) => [name, example]);
}

/** Check that a call was understood, and taken only if the document allows its body. */
function checkAnswer({ status, body }: AdminAnswer, what: string, wrong: string | null = null): void {
  assert.ok(status < 500, `${what}: ${status} ${JSON.stringify(body)}`);
  if (wrong !== null) assert.ok(status >= 400, `${what}: ${status}, though the document says: ${wrong}`);
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
  await getDisplay(admin.server, 'AA:BB:CC:DD:EE:09');
});
after(() => admin.server.stop());

describe('the admin API, called by its OpenAPI document', () => {
  it('answers every call as documented, for any body, and keeps the config valid', async () => {
    const writes = OPERATIONS.filter(
      ({ route, operation }) =>
        route.startsWith('/api/admin/') &&
        // There is no repo of this handle: the calls are those of `{handle}`.
        route !== '/api/admin/screen-repos/update' &&
        operation.requestBody?.content['application/json'] !== undefined,
    );
    assert.ok(writes.length >= 3);
    for (const { route, method, operation } of writes) {
      const schema = resolved(operation.requestBody?.content['application/json']?.schema ?? {});
      const bodies = fc.oneof(fitting(schema, KNOWN), broken(schema, KNOWN));
      const [, name = 'key'] = /\{(\w+)\}/.exec(route) ?? [];
      // Clients resolve `.` and `..` in paths before they send them.
      const other = fc.string({ minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text));
      const keys = fc.oneof(fc.constantFrom(...(PATHS[name] ?? KNOWN.key)), other);
      const statuses = new Set<number>();
      const good = CONDITIONAL.has(route) ? 409 : 200;
      const property = fc.asyncProperty(keys, bodies, async (key, body) => {
        const target = route
          .replace('/api/admin', '')
          .replace('{path}', 'fuzz.lua')
          .replace(`{${name}}`, encodeURIComponent(key.replaceAll(/\p{Surrogate}/gu, 'x')));
        const answer = await admin.call(method, target, JSON.stringify(body) ?? 'undefined');
        statuses.add(answer.status);
        checkAnswer(answer, `${method} ${target} ${JSON.stringify(body)}`, misfit(schema, body));
        const loaded = parseConfig(admin.configText(), 'config.yaml');
        assert.ok(loaded.ok, JSON.stringify(loaded));
      });
      const hasBoth = (): boolean => (statuses.has(good) || NEVER_GOOD.has(route)) && statuses.has(400);
      for (let round = 0; round < ROUNDS && !hasBoth(); round += 1) {
        await fc.assert(property, { numRuns: RUNS, examples: examplesOf(route, schema) });
      }
      assert.ok(hasBoth(), `${method} ${route}: ${[...statuses].join(', ')}`);
    }
    assert.match(admin.configText(), /^# before\n/);
  });

  it('answers every read as documented, for any path', async () => {
    const reads = Object.entries(DOCUMENT.paths).filter(
      ([route, operations]) =>
        operations['get'] !== undefined && route.startsWith('/api/admin/') && !ENDLESS.has(route),
    );
    for (const [route] of reads) {
      const keys = [
        ...KNOWN.key,
        'AA:BB:CC:DD:EE:09',
        'nonsense',
        '\u0000',
        '%',
        // Not `..`, which a client takes for another address.
        '...',
        '🎈',
        'x'.repeat(3000),
      ];
      for (const key of route.includes('{') ? keys : ['']) {
        const target = route.replace('/api/admin', '').replace(/\{\w+\}/, encodeURIComponent(key));
        checkAnswer(await admin.get(target), `GET ${target}`);
      }
    }
  });

  it('answers bodies that are not JSON with 400 or 415', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string(),
          anyJson.map((v) => `${JSON.stringify(v)}x`),
        ),
        async (body) => {
          const { status } = await admin.call('PATCH', '/settings', body);
          assert.ok([200, 400].includes(status), `${status} ${body}`);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

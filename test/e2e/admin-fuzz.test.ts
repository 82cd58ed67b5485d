/**
 * Calls generated from the server's OpenAPI document, with valid and invalid bodies: no 5xx, every answer
 * is in the document, and the config file can be loaded after each.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parseConfig } from '../../src/config/parse.ts';
import { type Admin, type AdminAnswer, startAdmin } from '../support/server/admin.ts';
import { getDisplay } from '../support/server/server.ts';
import { anyJson, broken, fitting, type JsonSchema } from './json-generator.ts';

const RUNS = 30;
/** So often calls are made in all where none was good, or none was bad. */
const ROUNDS = 8;

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

interface Operation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const CONFIG = `# before
default_screen: plain
devices:
  "AA:BB:CC:DD:EE:01": { screen: local/typed, params: { city: Bern } } # flow
  # between
  AA-BB-CC-DD-EE-02:
    screen: local/plain # block
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
/** Values of the parameters of paths. */
const PATHS: Readonly<Record<string, readonly string[]>> = { handle: KNOWN.handle, name: KNOWN.group };

let admin: Admin;
let document: Document;
let ajv: Ajv2020;

function resolve(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? {});
}

function validator(schema: JsonSchema): ValidateFunction {
  return ajv.compile({ components: document.components, ...schema });
}

/** Device (or source of files) and params for the examples of the document: a screen that accepts any params and makes no requests. */
function examplesOf(route: string, schema: JsonSchema): [string, unknown][] {
  if (route.includes('screen-repos')) return [];
  const name = route.includes('/files/') ? 'local' : 'aa-bb-cc-dd-ee-02';
  return (schema.examples ?? []).map((example) => [name, example]);
}

/** Check that the document has an answer for the operation. */
function checkAnswer(operation: Operation, answer: AdminAnswer, what: string): void {
  const announced = operation.responses[String(answer.status)];
  assert.ok(announced !== undefined, `${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  assert.ok(answer.status < 500, `${what}: ${answer.status} ${JSON.stringify(answer.body)}`);
  const [type, { schema }] = Object.entries(announced.content ?? {})[0] ?? ['', { schema: {} }];
  assert.equal(answer.headers.get('content-type'), type, what);
  if (type !== 'application/json') return;
  const fits = validator(schema);
  assert.ok(fits(answer.body), `${what}: ${ajv.errorsText(fits.errors)} in ${JSON.stringify(answer.body)}`);
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
  await getDisplay(admin.server, 'AA:BB:CC:DD:EE:09');
  document = (await (await fetch(`${admin.server.url}/openapi.json`)).json()) as Document;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
});
after(() => admin.server.stop());

describe('the admin API, called by its OpenAPI document', () => {
  it('answers every call as documented, for any body, and keeps the config valid', async () => {
    const writes = Object.entries(document.paths).flatMap(([route, operations]) =>
      Object.entries(operations)
        .filter(([, { requestBody }]) => requestBody?.content?.['application/json'] !== undefined)
        .filter(() => route.startsWith('/api/admin/'))
        .map(([method, operation]) => ({ route, method, operation })),
    );
    assert.ok(writes.length >= 3);
    for (const { route, method, operation } of writes) {
      const schema = resolve(operation.requestBody?.content?.['application/json']?.schema ?? {});
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
        const answer = await admin.call(method.toUpperCase(), target, JSON.stringify(body) ?? 'undefined');
        statuses.add(answer.status);
        checkAnswer(operation, answer, `${method} ${target} ${JSON.stringify(body)}`);
        const loaded = parseConfig(admin.configText(), 'config.yaml');
        assert.ok(loaded.ok, JSON.stringify(loaded));
      });
      const hasBoth = (): boolean => statuses.has(good) && statuses.has(400);
      for (let round = 0; round < ROUNDS && !hasBoth(); round += 1) {
        await fc.assert(property, { numRuns: RUNS, examples: examplesOf(route, schema) });
      }
      assert.ok(hasBoth(), `${method} ${route}: ${[...statuses].join(', ')}`);
    }
    assert.match(admin.configText(), /^# before\n/);
  });

  it('answers every read as documented, for any path', async () => {
    const reads = Object.entries(document.paths).filter(
      ([route, operations]) =>
        operations['get'] !== undefined && route.startsWith('/api/admin/') && !ENDLESS.has(route),
    );
    for (const [route, operations] of reads) {
      const operation = operations['get'];
      if (operation === undefined) continue;
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
        checkAnswer(operation, await admin.get(target), `GET ${target}`);
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

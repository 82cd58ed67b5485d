/** Names that every object inherits, in every part of every call of the OpenAPI document. Calls are generated. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import fc from 'fast-check';
import {
  ALL_INHERITED,
  assertUnpolluted,
  INHERITED_NAMES,
  withInherited,
} from '../../support/hostile/inherited-names.ts';
import { ApiScene, knownFor, PNG, pathOf } from '../../support/openapi/api-scene.ts';
import { OPERATIONS, type PlacedOperation, resolved } from '../../support/openapi/document.ts';
import { SEED } from '../../support/openapi/hold.ts';
import { exactlyFitting } from '../../support/openapi/json-values.ts';
import { randomNumbers } from '../../support/random.ts';
import { rounds } from '../../support/rounds.ts';

/** Of each operation. */
const CALLS = rounds(25, 8);
const JSON_TYPE = 'application/json';

const random = randomNumbers(SEED);
const name = (): string => {
  const names: readonly string[] = random(2) === 0 ? INHERITED_NAMES : ALL_INHERITED;
  return names[random(names.length)] ?? '__proto__';
};

/** What each part of a call is made of; a third of the parts has such names. */
function isSpoiled(): boolean {
  return random(3) === 0;
}

function pathWith({ route, method }: PlacedOperation): string {
  const right = pathOf(route, method);
  return isSpoiled()
    ? route.replaceAll(/\{\w+\}/g, () => (random(4) === 0 ? `${name()}/${name()}` : name()))
    : right;
}

function queryWith({ operation }: PlacedOperation): string {
  const query = new URLSearchParams();
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in !== 'query' || (!parameter.required && random(3) > 0)) continue;
    query.append(parameter.name, name());
  }
  if (isSpoiled()) query.append(random(2) === 0 ? name() : `${name()}[${name()}]`, name());
  return query.size === 0 ? '' : `?${query}`;
}

function headersWith({ operation }: PlacedOperation): Record<string, string> {
  const own = (operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header' && parameter.name !== 'ID' && isSpoiled())
    .map((parameter): [string, string] => [parameter.name, name()]);
  const others: [string, string][] = [
    [name(), name()],
    ['Cookie', `${name()}=${name()}; stipple=${name()}`],
    ['If-None-Match', `"${name()}"`],
    ['Accept-Language', name()],
    ['X-Request-Id', name()],
  ];
  return Object.fromEntries([...own, ...others.filter(isSpoiled)]);
}

function bodyWith(place: PlacedOperation, fitting: unknown): RequestInit {
  const types = Object.keys(place.operation.requestBody?.content ?? {});
  if (types.length === 0) return {};
  const type = types[random(types.length)] ?? '';
  const headers = { 'Content-Type': type, 'Sec-Fetch-Site': 'same-origin' };
  if (type === JSON_TYPE) return { headers, body: JSON.stringify(withInherited(random, fitting)) };
  if (type === 'text/csv') {
    const columns = ['key', 'screen', name(), `params.${name()}`, `tags.${name()}`].filter(
      (_, at) => at < 2 || isSpoiled(),
    );
    const row = columns.map((column) => (column === 'key' ? 'AA:BB:CC:DD:EE:03' : name()));
    return { headers, body: `${columns.join(',')}\r\n${row.join(',')}\r\n` };
  }
  return { headers, body: type.startsWith('image/') && isSpoiled() ? PNG : name() };
}

describe(`names that every object inherits, in calls (STIPPLE_SEED=${SEED})`, () => {
  let scene: ApiScene;
  let logged = 0;
  before(async () => {
    scene = await ApiScene.start();
  });
  beforeEach(() => scene.restore());
  after(() => scene.stop());
  afterEach(() => {
    assertUnpolluted();
    const errors = scene.admin.server.logs.slice(logged).filter(({ level }) => level === 'error');
    logged = scene.admin.server.logs.length;
    assert.deepEqual(errors, []);
  });

  for (const place of OPERATIONS) {
    const { route, method, operation } = place;
    it(`${method} ${route} answers as the document says, and never 500`, async () => {
      const schema = resolved(operation.requestBody?.content[JSON_TYPE]?.schema ?? {});
      const bodies = fc.sample(exactlyFitting(schema, knownFor(place)), {
        seed: random(1e9),
        numRuns: CALLS,
      });
      let answers = 0;
      for (const fitting of bodies) {
        // A device that has been removed, or a config that nobody can read, leaves little to try.
        if (method !== 'GET') await scene.restore();
        const { headers = {}, ...init } = bodyWith(place, fitting);
        const target = `${pathWith(place)}${queryWith(place)}`;
        const all = { ...headersWith(place), ...(headers as Record<string, string>) };
        const { status, code, body } = await scene.call(place, target, { ...init, headers: all });
        const told = `${method} ${target} ${JSON.stringify({ all, body: init.body })}: ${status}`;
        assert.ok(status !== 500 && code !== 'internal', told);
        if (status >= 400 && code !== undefined) assert.ok(new TextDecoder().decode(body).length > 40, told);
        answers += 1;
      }
      assert.equal(answers, CALLS);
    });
  }
});

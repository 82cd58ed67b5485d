/** Query parameters: the server takes what the OpenAPI document allows, and nothing else. Values are generated. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiScene, PNG, pathOf } from '../../support/openapi/api-scene.ts';
import { OPERATIONS, type Parameter, type PlacedOperation } from '../../support/openapi/document.ts';
import { hold, SEED } from '../../support/openapi/hold.ts';
import { queryFits, queryTexts } from '../../support/openapi/query-values.ts';
import { rounds } from '../../support/rounds.ts';

const RUNS = rounds(25, 5);

/** What only the server can give. */
const OPAQUE: ReadonlySet<string> = new Set(['cursor']);
/** Secrets: a wrong one is refused in any form. */
const SECRETS: ReadonlySet<string> = new Set(['frame', 'image']);

const PLACES = OPERATIONS.filter(({ operation }) => !SECRETS.has(operation.operationId));

function queriesOf({ operation }: PlacedOperation): readonly Parameter[] {
  return (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
}

/** The query with values for what is required, and the given one. */
function target(place: PlacedOperation, name: string, values: readonly string[]): string {
  const others = queriesOf(place).filter((parameter) => parameter.required && parameter.name !== name);
  const query = new URLSearchParams(
    others.map((parameter): [string, string] => [parameter.name, '0'.repeat(64)]),
  );
  for (const value of values) query.append(name, value);
  return `${pathOf(place.route)}?${query}`;
}

function bodyOf({ operation }: PlacedOperation): RequestInit {
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.includes('image/png')) return { headers: { 'Content-Type': 'image/png' }, body: PNG };
  if (types.includes('text/csv')) return { headers: { 'Content-Type': 'text/csv' }, body: 'key\r\n' };
  return types.length === 0 ? {} : { headers: { 'Content-Type': 'application/json' }, body: '{}' };
}

describe(`a query parameter of the OpenAPI document (STIPPLE_SEED=${SEED})`, () => {
  let scene: ApiScene;
  before(async () => {
    scene = await ApiScene.start();
  });
  after(() => scene.stop());

  for (const place of PLACES) {
    for (const parameter of queriesOf(place)) {
      const { name } = parameter;
      const what = `${place.method} ${place.route}?${name}`;
      it(`${what} takes each value that fits, and no other`, async () => {
        const check = async (values: readonly string[]): Promise<void> => {
          const { status, code } = await scene.call(place, target(place, name, values), bodyOf(place));
          const told = `${JSON.stringify(values)}: ${status} ${code}`;
          if (!queryFits(parameter, values))
            assert.ok(status >= 400, `taken, though it does not fit: ${told}`);
          else if (!OPAQUE.has(name))
            assert.notEqual(code, 'invalid_query', `refused, though it fits: ${told}`);
        };
        await hold(queryTexts(parameter), RUNS, check);
      });
    }
  }

  it('is refused by the admin API where the document does not have it, and by none else', async () => {
    for (const place of PLACES) {
      const { route } = place;
      const asked = `${target(place, 'stray', ['1'])}`;
      const { code } = await scene.call(place, asked, bodyOf(place));
      const isAdmin = route.startsWith('/api/admin/');
      assert.equal(code === 'invalid_query', isAdmin, `${place.method} ${asked}: ${code}`);
    }
  });
});

/** Bodies: the server takes what the OpenAPI document allows, and nothing else. Values are generated. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPlainObject } from '../../../src/platform/base/plain.ts';
import { ApiScene, knownFor, pathOf } from '../../support/openapi/api-scene.ts';
import {
  type JsonSchema,
  OPERATIONS,
  type PlacedOperation,
  resolved,
} from '../../support/openapi/document.ts';
import type { DocumentedAnswer } from '../../support/openapi/documented-fetch.ts';
import { hold, SEED } from '../../support/openapi/hold.ts';
import { broken, exactlyFitting } from '../../support/openapi/json-values.ts';
import { misfit } from '../../support/openapi/schemas.ts';
import { rounds } from '../../support/rounds.ts';

const RUNS = rounds(30, 8);
const JSON_TYPE = 'application/json';

/** What refuses a body for its form, whatever it is about. */
const FORM: ReadonlySet<string | undefined> = new Set([
  'invalid_body',
  'unsupported_media_type',
  'file_refused',
]);

const PLACES = OPERATIONS.filter(({ operation }) => operation.requestBody !== undefined);

/** Bodies of other types prove nothing by their form. */
const IN_JSON = PLACES.filter(({ operation }) => operation.requestBody?.content[JSON_TYPE] !== undefined);

function schemaOf({ operation }: PlacedOperation): JsonSchema {
  return resolved(operation.requestBody?.content[JSON_TYPE]?.schema ?? {});
}

/** True for a body that sets and clears the same: the document says so in words only. */
function contradicts(body: unknown): boolean {
  if (!isPlainObject(body) || !Array.isArray(body['clear'])) return false;
  const set = isPlainObject(body['set']) ? body['set'] : body;
  return body['clear'].some((name) => Object.hasOwn(set, String(name).split('.')[0] ?? ''));
}

describe(`the body of a call of the OpenAPI document (STIPPLE_SEED=${SEED})`, () => {
  let scene: ApiScene;
  before(async () => {
    scene = await ApiScene.start();
  });
  beforeEach(() => scene.restore());
  after(() => scene.stop());

  const send = (place: PlacedOperation, body: unknown): Promise<DocumentedAnswer> =>
    scene.call(place, pathOf(place.route, place.method), {
      headers: { 'Content-Type': JSON_TYPE, 'Sec-Fetch-Site': 'same-origin' },
      body: JSON.stringify(body),
    });

  for (const place of PLACES) {
    const { route, method, operation } = place;
    const isRequired = operation.requestBody?.required === true;
    it(`${method} ${route} ${isRequired ? 'needs' : 'does without'} a body`, async () => {
      const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? '';
      const headers = { 'Sec-Fetch-Site': 'same-origin', ...(isRequired ? { 'Content-Type': type } : {}) };
      const { status, code } = await scene.call(place, pathOf(route, method), { headers });
      if (isRequired) assert.equal(status, 400, code);
      else assert.ok(!FORM.has(code), code);
    });

    it(`${method} ${route} takes no other type than those of the document`, async () => {
      const types = Object.keys(operation.requestBody?.content ?? {});
      if (types.includes('*/*')) return;
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Sec-Fetch-Site': 'same-origin',
      };
      const { status } = await scene.call(place, pathOf(route, method), { headers, body: 'a=b' });
      assert.ok(status === 415 || route === '/api/log', `${status}`);
    });
  }

  for (const place of IN_JSON) {
    const { route, method } = place;
    const [schema, known] = [schemaOf(place), knownFor(place)];
    it(`${method} ${route} takes what fits`, async () => {
      await hold(exactlyFitting(schema, known), RUNS, async (body) => {
        if (contradicts(body)) return;
        // One such call may remove what the next one is about.
        if (route.endsWith(':bulk')) await scene.restore();
        const { code, body: bytes } = await send(place, body);
        // What may be opened is a list of the server, which is empty here.
        const said = new TextDecoder().decode(bytes);
        if (route.endsWith('/sensitive-params:open') && said.includes('expected one of the list')) return;
        assert.ok(!FORM.has(code), said);
      });
    });

    it(`${method} ${route} refuses what does not fit`, async () => {
      await hold(broken(schema, known), RUNS, async (body) => {
        const wrong = misfit(schema, body);
        // A dry run tells of what is wrong with devices, and refuses what is wrong with the call.
        if (isPlainObject(body) && wrong !== null && schema.properties?.['dry_run'] !== undefined) {
          const { status } = await send(place, { ...body, dry_run: true });
          const stays = misfit(schema, { ...body, dry_run: true }) === null;
          assert.ok(stays || status >= 400, `${status} of a dry run, though ${wrong}`);
        }
        // A token that fits is a guess, and a few of these keep everybody out.
        if (wrong === null) return;
        const { status } = await send(place, body);
        assert.ok(status >= 400, `${status}, though ${wrong}`);
      });
    });

    it(`${method} ${route} takes null where the document has it, and nowhere else`, async () => {
      for (const name of Object.keys(schema.properties ?? {})) {
        await hold(exactlyFitting(schema, known), 1, async (fitting) => {
          const body = { ...(fitting as object), [name]: null };
          const wrong = misfit(schema, body);
          const { status, code, body: bytes } = await send(place, body);
          const told = `${name}: ${new TextDecoder().decode(bytes)}`;
          if (wrong === null) assert.ok(!FORM.has(code), told);
          else assert.ok(status >= 400, told);
        });
      }
    });
  }
});

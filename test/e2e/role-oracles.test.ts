/** What a role may not call or see, it cannot find out by asking either: answers are the same, whatever there is. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AdminOperation } from '../../src/admin/admin-call.ts';
import { ADMIN_CALLS } from '../../src/admin/admin-calls.ts';
import { mayAct, type Role } from '../../src/domain/admin-token.ts';
import { OPERATIONS, type PlacedOperation } from '../support/openapi/document.ts';
import { documentedFetch } from '../support/openapi/documented-fetch.ts';
import { randomNumbers } from '../support/random.ts';
import { someOf } from '../support/rounds.ts';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const ROLES = { vera: 'viewer', otto: 'author' } as const;
const MAC = 'AA:BB:CC:DD:EE:01';
const SECRET = 'canary-of-the-key';
const CONFIG = `default_screen: plain
${adminTokens(ROLES)}groups:
  halls: { match: { tag: hall }, params: { key: ${SECRET} } }
devices:
  "${MAC}": { screen: local/typed, name: Kitchen, tags: [hall], params: { city: Bern, key: ${SECRET}, extra: 7241 } }
frames:
  hall: { screen: local/plain, width: 80, height: 48 }
screen_repos:
  garden: { repo: "https://127.0.0.1:1/garden.git", token: "someone:${SECRET}" }
`;

/** Names that are there, by what a path may ask for. */
const THERE: Readonly<Record<string, readonly string[]>> = {
  key: [MAC, 'hall', 'DEFAULT'],
  handle: ['garden', 'local'],
  name: ['halls', 'weather'],
  path: ['plain.lua', 'typed.meta.yaml'],
  revision: ['1', '2'],
};

/** Headers that no two answers have alike. */
const OF_ONE_ANSWER: ReadonlySet<string> = new Set(['date', 'x-request-id', 'server-timing']);

/** The calls of the document that need more than a role. */
function refusedTo(role: Role): readonly PlacedOperation[] {
  const calls: Readonly<Record<string, AdminOperation>> = ADMIN_CALLS;
  return OPERATIONS.filter(({ operation }) => {
    const call = calls[operation.operationId];
    return call !== undefined && !mayAct(role, call.role);
  });
}

describe(`a token and what its role may not see (STIPPLE_SEED=${SEED})`, () => {
  const random = randomNumbers(SEED);
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, screens: SCREENS });
    await getDisplay(admin.server, MAC);
  });
  after(() => admin.server.stop());

  /** All of an answer that somebody could learn from; of times their names only. */
  async function answerTo(
    name: string,
    { method }: PlacedOperation,
    target: string,
    body?: string,
  ): Promise<string> {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const {
      status,
      headers,
      body: bytes,
    } = await documentedFetch(admin.server.url + target, {
      method,
      headers: { Authorization: `Bearer ${namedToken(name)}`, ...type },
      ...(body === undefined ? {} : { body }),
    });
    const told = [...headers].filter(([header]) => !OF_ONE_ANSWER.has(header));
    const times = (headers.get('server-timing') ?? '').replaceAll(/=[\d.]+/g, '');
    return JSON.stringify([status, told, times, new TextDecoder().decode(bytes)]);
  }

  const invented = (): string => Array.from({ length: 12 }, () => 'abcdefghij'[random(10)]).join('');

  function targets(route: string): readonly string[] {
    const there = (at: number): string =>
      route.replaceAll(
        /\{(\w+)\}/g,
        (_, kind: string) => THERE[kind]?.[at % (THERE[kind]?.length ?? 1)] ?? 'x',
      );
    const not = route.replaceAll(/\{\w+\}/g, invented);
    return [there(0), there(1), there(2), not, `${there(0)}?${invented()}=1`, `${not}?${invented()}=1`];
  }

  /** All answers to a call with names that are there and that are not, and bodies that are right and wrong. */
  async function answersTo(name: string, place: PlacedOperation): Promise<readonly string[]> {
    const bodies = ['{}', '{"', `{"${invented()}":1}`, `{"key":"${MAC}"}`];
    const answers: string[] = [];
    for (const target of targets(place.route)) {
      for (const body of [undefined, ...(place.method === 'GET' ? [] : bodies)]) {
        answers.push(await answerTo(name, place, target, body));
      }
    }
    return answers;
  }

  for (const [name, role] of Object.entries(ROLES)) {
    it(`${name}, who is ${role}, gets one answer to all calls that need more`, async () => {
      let calls = 0;
      for (const place of someOf(refusedTo(role), 2)) {
        const answers = await answersTo(name, place);
        calls += answers.length;
        const [first = '', ...others] = new Set(answers);
        assert.deepEqual(others, [], `${place.method} ${place.route}: ${first}`);
        assert.match(first, /^\[403,/);
      }
      assert.ok(calls > 200, String(calls));
    });

    it(`${name} cannot guess a hidden value by searching for it`, async () => {
      const named = new Named(admin.server, name);
      const found = async (query: string): Promise<readonly string[]> => {
        const { status, body } = await named.get(`/fleet?${query}`);
        assert.equal(status, 200, JSON.stringify(body));
        return body.devices.map(({ key }: { key: string }) => key);
      };
      assert.deepEqual(await found('q=Kitchen'), [MAC]);
      for (const guess of [SECRET, SECRET.slice(0, 6), '7241', invented()]) {
        assert.deepEqual(await found(`q=${guess}`), [], guess);
      }
    });
  }

  it('a token’s answers do not tell whether a hidden value is set to one thing or another', async () => {
    const shown = async (name: string): Promise<string> => {
      const routes = [`/devices/${MAC}`, '/devices', '/config', '/groups/halls', '/fleet', '/screen-repos'];
      const texts: string[] = [];
      for (const route of routes) {
        const { status, body } = await new Named(admin.server, name).get(route);
        assert.equal(status, 200, route);
        texts.push(
          JSON.stringify(body).replaceAll(/"(?:[a-z_]*_)?(?:at|since|seen|ms|seconds|ago)":[^,}]*/g, ''),
        );
      }
      return texts.join('\n');
    };
    for (const name of Object.keys(ROLES)) {
      const before = await shown(name);
      const other = invented();
      const params = { key: other, extra: random(9000) };
      assert.equal((await admin.patch(`/devices/${MAC}`, { params })).status, 200);
      assert.equal((await admin.patch('/screen-repos/garden', { token: `someone:${other}` })).status, 200);
      const after = await shown(name);
      assert.equal(withoutRepoState(after), withoutRepoState(before));
      assert.ok(!after.includes(other));
    }
  });
});

/** A new token starts a fetch, which anybody may see. */
function withoutRepoState(text: string): string {
  return text.replaceAll(/"(?:status|error|pin_kind|rev|commit)":(?:null|"[^"]*"),?/g, '');
}

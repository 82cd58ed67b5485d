/** `POST /api/admin/devices:bulk`: tags that many devices get or lose, each beside those that it has. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { SEED } from '../support/openapi/hold.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, type AdminAnswer, configFile, startAdmin } from '../support/server/admin.ts';

const MAC = (number: number) => `AA:BB:CC:DD:EE:${String(number).padStart(2, '0')}`;
const KEYS = [MAC(1), MAC(2), MAC(3)];
const CONFIG = `default_screen: plain
devices:
  "${MAC(1)}": { screen: plain, tags: [hall, Floor-1] }
  "${MAC(2)}": { screen: plain, tags: [floor-1] }
  "${MAC(3)}": { screen: plain }
groups:
  lobby: { match: { tag: lobby }, screen: local/plain }
`;

let admin: Admin;

function bulk(body: object): Promise<AdminAnswer> {
  return admin.post('/devices:bulk', { select: { keys: KEYS }, ...body });
}

function tagsOf(key: string): readonly string[] {
  const devices = admin.server.engine.config.raw['devices'] as Record<string, { tags?: readonly string[] }>;
  return devices[key]?.tags ?? [];
}

before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
after(() => admin.server.stop());

describe('tags of many devices', () => {
  beforeEach(async () => {
    writeFileSync(configFile(admin.server), CONFIG);
    assert.ok((await admin.server.engine.config.reload()).ok);
  });

  it('are added beside those that a device has, each once, in whatever case', async () => {
    const answer = await bulk({ add_tags: ['FLOOR-1', 'new'] });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(KEYS.map(tagsOf), [
      ['hall', 'Floor-1', 'new'],
      ['floor-1', 'new'],
      ['FLOOR-1', 'new'],
    ]);
    assert.equal(answer.body.changed, 3);
  });

  it('are removed in whatever case, and a device without them stays as it is', async () => {
    const answer = await bulk({ remove_tags: ['floor-1'] });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(KEYS.map(tagsOf), [['hall'], [], []]);
    assert.deepEqual([answer.body.changed, answer.body.unchanged], [2, 1]);
    assert.doesNotMatch(admin.configText(), /tags: \[\s*\]/);
  });

  it('come with other settings, and with the entry of a new device', async () => {
    const answer = await bulk({ add_tags: ['a'], remove_tags: ['hall'], set: { refresh: 600 } });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    assert.deepEqual(tagsOf(MAC(1)), ['Floor-1', 'a']);
    assert.equal(admin.configText().match(/refresh: 600/g)?.length, 3);
    const body = { select: { keys: [MAC(9)] }, create: true };
    for (const [number, more] of [{ set: { screen: 'local/plain' } }, {}].entries()) {
      const key = MAC(10 + number);
      const created = await bulk({ ...body, select: { keys: [key] }, add_tags: ['lobby', 'LOBBY'], ...more });
      assert.equal(created.status, 200, JSON.stringify(created.body));
      assert.deepEqual(tagsOf(key), ['lobby']);
    }
  });

  it('are refused at their field where they contradict themselves, or are none', async () => {
    for (const [body, field, expected] of [
      [{ add_tags: ['a'], set: { tags: ['b'] } }, 'add_tags', /expected no tags in set or clear/],
      [{ remove_tags: ['a'], clear: ['tags'] }, 'remove_tags', /expected no tags in set or clear/],
      [{ add_tags: ['a'], remove_tags: ['A'] }, 'remove_tags', /got "A" in both/],
      [{ add_tags: ['a\\b'] }, 'add_tags', /letters, digits/],
      [{ add_tags: ['a'], remove: true }, 'remove', /nor tags/],
      [{ add_tags: [] }, 'set', /got none/],
    ] as const) {
      const { status, body: answer } = await bulk(body);
      assert.equal(status, 400, JSON.stringify(body));
      assert.equal(answer.problems[0].field, field);
      assert.match(answer.problems[0].message, expected);
    }
    assert.equal(admin.configText(), CONFIG);
  });

  it(`end as sets do, whatever is added and removed (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    const pick = (): string[] => ['a', 'b', 'c', 'd', 'e'].filter(() => random(10) < 4);
    for (let round = 0; round < 30; round += 1) {
      const before = new Map(KEYS.map((key) => [key, tagsOf(key)]));
      const add = pick();
      const remove = pick().filter((tag) => !add.includes(tag));
      if (add.length + remove.length === 0) continue;
      const answer = await bulk({ add_tags: add, remove_tags: remove });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
      for (const key of KEYS) {
        const kept = (before.get(key) ?? []).filter((tag) => !remove.includes(tag));
        assert.deepEqual(new Set(tagsOf(key)), new Set([...kept, ...add]), `round ${round}, ${key}`);
      }
    }
  });
});

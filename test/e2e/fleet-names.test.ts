/** The filters of the fleet by names: a screen is found under each name that people have for it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SEED } from '../support/openapi/hold.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { getDisplay } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const CONFIG = `default_screen: plain
devices:
  "${MAC}": { screen: service-builtin/clock, tags: ["Floor 1"] }
`;

let admin: Admin;
before(async () => {
  admin = await startAdmin({ config: CONFIG });
});
after(() => admin.server.stop());

async function totalOf(name: string, value: string): Promise<number> {
  const { status, body } = await admin.get(`/fleet?limit=1&${name}=${encodeURIComponent(value)}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.total;
}

describe('a filter of the fleet', () => {
  it('finds a screen by its path, and by handle and path', async () => {
    for (const text of ['clock', 'clock*', 'CLOCK', 'service-builtin/clock', 'service-builtin/*', '*lock']) {
      assert.equal(await totalOf('screen', text), 1, text);
    }
    for (const text of ['lock', 'service-builtin', 'clock/*', '*/clocks']) {
      assert.equal(await totalOf('screen', text), 0, text);
    }
  });

  it(`finds a screen by each pattern that its name or its path fits (seed ${SEED})`, async () => {
    const random = randomNumbers(SEED);
    for (let round = 0; round < 40; round += 1) {
      const name = ['clock', 'service-builtin/clock'][random(2)] ?? '';
      const [from, to] = [random(name.length), random(name.length)].toSorted((one, other) => one - other);
      const pattern = `${name.slice(0, from)}*${name.slice(to)}`;
      assert.equal(await totalOf('screen', pattern), 1, pattern);
    }
  });

  it('is searched in screens and tags, too', async () => {
    for (const text of ['builtin/clo', 'CLOCK', 'floor 1', 'Floor']) {
      assert.equal(await totalOf('q', text), 1, text);
    }
    assert.equal(await totalOf('q', 'floor 2'), 0);
  });
});

describe('GET /api/admin/fleet/values', () => {
  it('counts the values of the devices that pass all other filters', async () => {
    await getDisplay(admin.server, MAC, { Model: 'og', 'FW-Version': '1.8.15' });
    await getDisplay(admin.server, 'AA:BB:CC:DD:EE:02', { Model: 'x,y', 'FW-Version': '<script>' });
    const { status, body } = await admin.get('/fleet/values');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.screen, [
      { value: 'plain', count: 1 },
      { value: 'service-builtin/clock', count: 1 },
    ]);
    assert.deepEqual(body.tag, [{ value: 'Floor 1', count: 1 }]);
    // What a filter would not take is not offered.
    assert.deepEqual(
      [body.model, body.firmware],
      [[{ value: 'og', count: 1 }], [{ value: '1.8.15', count: 1 }]],
    );
    const { body: filtered } = await admin.get('/fleet/values?screen=clock');
    assert.deepEqual([filtered.screen.length, filtered.tag.length], [2, 1]);
    const { body: others } = await admin.get('/fleet/values?screen=plain&tag=floor*');
    assert.deepEqual([others.screen, others.tag], [[{ value: 'service-builtin/clock', count: 1 }], []]);
    assert.equal((await admin.get('/fleet/values?sort=key')).status, 400);
  });
});

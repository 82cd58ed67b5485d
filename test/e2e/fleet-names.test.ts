/** The filters of the fleet by names: a screen is found under each name that people have for it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SEED } from '../support/openapi/hold.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

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

/** No way of an author leads into the private network, unless the config says so; and then nothing else is open. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { calling, type Scene, WAYS, type Wish } from '../support/hostile/author-ways.ts';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';
import { deviceHeaders } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const MAC = 'AA:BB:CC:DD:EE:01';
const NAMED_MAC = 'AA:BB:CC:DD:EE:02';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';
const CONFIG = `default_screen: service-builtin/clock
${adminTokens({ otto: 'author' })}devices:
  "${MAC}": { screen: local/first }
  "${NAMED_MAC}": { screen: named }
screens:
  named: { script: named.lua, template: named.svg }
`;

/** Spellings of the server's own machine. */
const HOSTS = [
  '127.0.0.1',
  'localhost',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '[::ffff:127.0.0.1]',
  '127.0.0.1.',
];

describe(`an author and the private network (seed ${SEED})`, () => {
  const random = randomNumbers(SEED);
  let admin: Admin;
  let scene: Scene;
  let asked = 0;
  let names = 0;
  const house = createServer((_request, response) => {
    asked += 1;
    response.end('private');
  });

  before(async () => {
    await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve));
    admin = await startAdmin({
      config: CONFIG,
      screens: {
        'first.lua': 'return { data = {} }',
        'first.svg': SVG,
      },
    });
    const otto = new Named(admin.server, 'otto');
    scene = { otto, admin, screensDir: admin.server.screensDir, mac: MAC, namedMac: NAMED_MAC };
  });
  after(async () => {
    await admin.server.stop();
    house.close();
  });
  afterEach(async () => {
    await admin.delete(`/devices/${MAC}/pin`);
  });

  function address(): string {
    const { port } = house.address() as AddressInfo;
    return `http://${HOSTS[random(HOSTS.length)]}:${port}/`;
  }

  async function trust(isTrusted: boolean): Promise<void> {
    const { status } = await admin.patch('/settings', { authors_allow_private_network: isTrusted });
    assert.equal(status, 200);
  }

  /** How often the house is asked, by whomever looks at what the author has made. */
  async function callsFor(wishes: readonly Wish[], lookers: readonly Admin[]): Promise<number> {
    const before = asked;
    for (const wish of wishes) {
      for (const looker of lookers) {
        if (typeof wish === 'string') {
          await fetch(`${admin.server.url}/api/display`, { headers: deviceHeaders(wish) });
          await looker.get(`/devices/${wish}/preview?force`);
        } else assert.equal((await looker.post('/preview', wish)).status, 200, JSON.stringify(wish));
      }
    }
    return asked - before;
  }

  for (const [what, { take, opens, isForAdmins = false }] of Object.entries(WAYS)) {
    it(`is not led there by ${what}${opens ? ', unless the config trusts authors' : ', whatever the config says'}`, async () => {
      await trust(false);
      const wishes = await take(scene, `way${names++}`, address());
      assert.equal(await callsFor(wishes, [scene.otto]), 0);
      const isTheirs = wishes.some(
        (wish) => typeof wish !== 'string' && ('params' in wish || 'facts' in wish),
      );
      // An admin may send what an author may not.
      if (!isTheirs && !isForAdmins) assert.equal(await callsFor(wishes, [admin]), 0);
      await trust(true);
      const calls = await callsFor(wishes, [scene.otto]);
      assert.equal(calls > 0, opens, `${calls} calls`);
      await trust(false);
      assert.equal(await callsFor(wishes, [scene.otto]), 0);
    });
  }

  it('is not led by the setting to what nobody reaches, and the setting is an admin’s alone', async () => {
    assert.equal((await scene.otto.patch('/settings', { authors_allow_private_network: true })).status, 403);
    await trust(true);
    const { body } = await scene.otto.get('/settings');
    assert.deepEqual(body.authors_allow_private_network, { value: true, source: 'config' });
    for (const url of [
      'http://169.254.169.254/latest/',
      'http://[fe80::1]/',
      'http://metadata.google.internal/',
    ]) {
      const name = `way${names++}`;
      const script = calling(url).replace('return {', 'log_info(a.error or "answered")\nreturn {');
      const { digest: _, ...wish } = {
        digest: null,
        draft: {
          files: {
            [`${name}.lua`]: script,
            [`${name}.svg`]: SVG,
          },
        },
      };
      const { body: preview } = await scene.otto.post('/preview', wish);
      assert.ok(!JSON.stringify(preview.log).includes('answered'), JSON.stringify(preview.log));
    }
    await trust(false);
  });

  it('leads there by what the operator has written, as before', async () => {
    const name = `way${names++}`;
    const { take } = WAYS['a file that was removed and written again'] ?? assert.fail();
    await take(scene, name, address());
    assert.equal(await callsFor([{ screen: `local/${name}` }], [scene.otto]), 0);
    const file = `/files/local/${name}.lua`;
    const { text, digest } = (await admin.get(file)).body;
    await admin.call('PUT', file, { text: `${text}-- seen\n`, digest });
    assert.ok((await callsFor([{ screen: `local/${name}` }], [scene.otto])) > 0);
  });
});

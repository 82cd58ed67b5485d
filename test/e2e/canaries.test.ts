/** Generated secrets wherever one can stand, screens that fail with them in every stage: nobody reads one who must not. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sha256Hex } from '../../src/platform/base/hash.ts';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { formsOf } from '../support/hostile/canaries.ts';
import {
  CANARY_SCREENS,
  Canaries,
  canaryConfig,
  canaryFiles,
  macOf,
} from '../support/hostile/canary-config.ts';
import { randomNumbers } from '../support/random.ts';
import { someOf } from '../support/rounds.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { Named, namedToken } from '../support/server/named-tokens.ts';
import { metricsUrl, scrape } from '../support/server/scrape.ts';
import { deviceHeaders } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000);
const ROLES = { vera: 'viewer', otto: 'author', ada: 'admin' } as const;

const { paths } = openApiDocument() as { paths: Record<string, object> };

/** Devices that are looked at by every road: each has a screen that fails in a way of its own. */
const DEVICES = someOf(CANARY_SCREENS.map((_, index) => macOf(index)));

/** What a path may name. */
function namesFor(placeholder: string): readonly string[] {
  if (placeholder === '{key}') {
    return [...DEVICES, 'AA:BB:CC:00:01:00', 'AA:BB:CC:00:01:01', 'hall', 'DEFAULT'];
  }
  if (placeholder === '{handle}') return ['garden', 'local'];
  return placeholder === '{name}' ? ['meter', 'all', 'none'] : ['1'];
}

/** Every address below the admin API that a GET can be sent to. */
function reads(): readonly string[] {
  return Object.entries(paths)
    .filter(([route, item]) => route.startsWith('/api/admin/') && 'get' in item)
    .flatMap(([route]) => {
      const short = route.slice('/api/admin'.length);
      // What authors have written themselves.
      if (short.startsWith('/files/')) return [];
      const placeholder = /\{\w+\}/.exec(short)?.[0];
      if (placeholder === undefined) return [short];
      return namesFor(placeholder).map((name) => short.replace(placeholder, name));
    });
}

describe(`generated secrets (seed ${SEED})`, () => {
  const canaries = new Canaries(randomNumbers(SEED));
  let admin: Admin;
  let forbidden: ReadonlyMap<string, string>;

  before(async () => {
    const tokens = Object.entries(ROLES).map(([name, role]) => {
      return [name, { role, sha256: `sha256:${sha256Hex(namedToken(name))}` }];
    });
    const config = canaryConfig(canaries, Object.fromEntries(tokens));
    admin = await startAdmin({ config, screens: canaryFiles(), env: { METRICS_ADDR: '127.0.0.1:0' } });
    for (const index of [...CANARY_SCREENS.keys(), 0x100, 0x101]) {
      const mac = index < 0x100 ? macOf(index) : `AA:BB:CC:00:01:0${index - 0x100}`;
      for (let call = 0; call < 2; call++)
        await fetch(`${admin.server.url}/api/display`, { headers: deviceHeaders(mac) });
    }
    await change(new Named(admin.server, 'ada'));
    forbidden = formsOf(canaries.all);
  });
  after(() => admin.server.stop());

  /** Secrets before and after come into the audit trail. */
  async function change(ada: Admin): Promise<void> {
    const { city, key, pin } = canaries.params();
    const params = { city, key, pin };
    assert.equal((await ada.patch(`/devices/${macOf(0)}`, { params })).status, 200);
    const many = { where: { tag: 'none' }, set: { params }, dry_run: true };
    await ada.post('/devices:bulk', many);
    await ada.patch('/screen-repos/garden', { token: canaries.next() });
    await ada.post('/alerts/test', { webhook: 'ops' });
  }

  function leaksIn(text: string, where: string): readonly string[] {
    return [...forbidden].flatMap(([form, what]) => {
      const at = text.indexOf(form);
      return at === -1 ? [] : [`${where} has ${what}: ${text.slice(Math.max(at - 120, 0), at + 60)}`];
    });
  }

  it('are there to be found: an admin reads the params', async () => {
    const { body } = await admin.get('/config');
    const text = JSON.stringify(body);
    const found = canaries.all.filter((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
    assert.ok(found.length > CANARY_SCREENS.length, String(found.length));
  });

  for (const name of ['vera', 'otto']) {
    it(`are in no answer to the token of ${name}`, async () => {
      const named = new Named(admin.server, name);
      const addresses = reads();
      assert.ok(addresses.length > 100, String(addresses.length));
      const leaks: string[] = [];
      let good = 0;
      for (const address of addresses) {
        const { status, body, headers } = await named.get(address);
        assert.ok([200, 400, 403, 404, 409, 503].includes(status), `${address}: ${status}`);
        if (status === 200) good += 1;
        leaks.push(...leaksIn(typeof body === 'string' ? body : JSON.stringify(body), `GET ${address}`));
        leaks.push(...leaksIn(JSON.stringify([...headers]), `a header of GET ${address}`));
      }
      assert.deepEqual(leaks, []);
      assert.ok(good > 80, String(good));
    });
  }

  it('are in no preview and no check that an author asks for', async () => {
    const otto = new Named(admin.server, 'otto');
    const leaks: string[] = [];
    for (const screen of CANARY_SCREENS) {
      const params = { key: canaries.all[0], city: 'Bern' };
      const { body } = await otto.call('POST', '/preview', { screen: `local/${screen}`, params });
      leaks.push(...leaksIn(JSON.stringify({ ...body, pictures: undefined }), `preview of ${screen}`));
      const { body: check } = await otto.post('/check', { screen: `local/${screen}` });
      leaks.push(...leaksIn(JSON.stringify(check), `check of ${screen}`));
    }
    assert.deepEqual(leaks, []);
  });

  it('are in no audit entry, which an admin reads', async () => {
    assert.deepEqual(
      leaksIn(JSON.stringify((await admin.get('/audit?limit=200')).body), 'the audit trail'),
      [],
    );
  });

  it('are in no text of the config, which an admin reads, but where they are no secrets', async () => {
    const { text } = (await admin.get('/config/text')).body;
    const { admin: own, screen_repos: repos, alerts } = JSON.parse(text);
    assert.deepEqual(leaksIn(JSON.stringify([own, repos, alerts]), 'the text of the config'), []);
  });

  it('are in no log line and no metric', async () => {
    const lines = admin.server.logs.map((line) => JSON.stringify(line)).join('\n');
    assert.deepEqual(leaksIn(lines, 'the log'), []);
    assert.deepEqual(leaksIn((await scrape(metricsUrl(admin.server))).text, 'the metrics'), []);
  });
});

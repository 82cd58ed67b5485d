/** Strangers that name what groups select by, in generated ways and on all routes: without secrets, alerts and shares of the group. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { randomNumbers } from '../support/random.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';
import { type Display, deviceHeaders } from '../support/server/server.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1e9);
const random = randomNumbers(SEED);
const STRANGERS = 60;
const OWN = 'AA:BB:CC:DD:EE:01';
const PARAMS = 'params: { key: hunter22-hunter22 }';
const SHOWS = `screen: local/news, ${PARAMS}`;
const CONFIG = `default_screen: local/plain
${adminTokens({ vera: 'viewer', otto: 'author' })}groups:
  model: { match: { model: "news*" }, ${SHOWS} }
  firmware: { match: { firmware: ">=9" }, ${SHOWS} }
  mac: { match: { mac: "02:*" }, ${SHOWS} }
  network: { match: { network: 127.0.0.0/8, model: "near*" }, ${SHOWS} }
  planned: { match: { model: "planned*" }, screen: local/plain, schedule: { playlist: [{ for: 1h, ${SHOWS} }] } }
  closed: { match: { model: "closed*" }, adopted_only: true, ${SHOWS} }
  tagged: { match: { tag: hall }, ${SHOWS} }
alerts:
  webhooks: { ops: { url: "http://127.0.0.1:9/x" } }
  rules: { broken: { when: failing, for: 0, to: ops } }
devices:
  "${OWN}": { tags: [hall] }
`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';
const SCRIPT = `log_warn(params.key == nil and "without" or "with the key")
if (device.model or ""):find("boom") then error("broken") end
return { data = {}, refresh_rate = 60 }`;
const SCREENS = {
  ...{ 'plain.lua': 'return { data = {} }', 'plain.svg': SVG, 'news.lua': SCRIPT, 'news.svg': SVG },
  'news.meta.yaml': 'params:\n  key: { type: string, sensitive: true }\n',
};

function pick<T>(list: readonly T[]): T {
  return list[random(list.length)] as T;
}

/** What a stranger says of itself so that a group selects it. */
function named(): Readonly<Record<string, string>> {
  const model = pick(['news', 'NEWS 2', 'news boom', 'near', 'planned', 'planned boom', 'closed', 'og']);
  return { Model: model, 'FW-Version': pick(['1.5.0', '9.0.0', '10.1']), Tags: 'hall', Tag: 'hall' };
}

describe(`strangers that name what groups select by (seed ${SEED})`, () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, screens: SCREENS });
  });
  after(() => admin.server.stop());

  function runsWith(words: string): number {
    return admin.server.logs.filter((line) => JSON.stringify(line).includes(`"${words}"`)).length;
  }

  async function call(route: string, headers: Readonly<Record<string, string>>): Promise<void> {
    const response = await fetch(`${admin.server.url}${route}`, { headers });
    if (route !== '/api/display' || response.status !== 200) await response.arrayBuffer();
    else await (await fetch(((await response.json()) as Display).image_url)).arrayBuffer();
  }

  async function visit(mac: string): Promise<void> {
    const headers = { ...deviceHeaders(mac), ...named() };
    const looks = [
      () => call('/api/setup', headers),
      () => call('/api/display', headers),
      () => call('/api/display/current', headers),
      () => call('/api/current_screen', headers),
      () => admin.get(`/devices/${mac}/preview`),
      () => admin.get(`/devices/${mac}/preview?force`),
      () => new Named(admin.server, 'otto').get(`/devices/${mac}/preview`),
      () => new Named(admin.server, 'vera').get(`/devices/${mac}/explain`),
    ];
    await call('/api/display', headers);
    for (let n = 0; n < 4; n += 1) await pick(looks)();
    await call('/api/display', headers);
    const { body } = await admin.get(`/devices/${mac}`);
    assert.notEqual(body.effective?.party, 'adopted', JSON.stringify(headers));
  }

  it('get no secret of it, by whatever call, and fire none of its alerts', async () => {
    for (let n = 0; n < STRANGERS; n += 1) {
      const last = `00:00:${n.toString(16).padStart(2, '0')}`;
      await visit(`${pick(['02:00:00', 'AA:BB:00'])}:${last}`);
    }
    assert.ok(runsWith('without') > 0);
    assert.equal(runsWith('with the key'), 0);
    const { body } = await admin.get('/alerts');
    assert.deepEqual(body.firing, []);
    await call('/api/display', deviceHeaders(OWN));
    assert.ok(runsWith('with the key') > 0, 'a device with an entry gets it');
  });
});

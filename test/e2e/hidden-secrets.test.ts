/** Plants a secret wherever one can stand, and reads every GET of the admin API with tokens that must not see it. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { tokenDigest } from '../../src/fleet/calls/frame-access.ts';
import { openApiDocument } from '../../src/server/http/openapi/document.ts';
import { type Admin, SCREENS, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named, namedToken } from '../support/server/named-tokens.ts';
import { getDisplay } from '../support/server/server.ts';

const CANARY = 'canary-4711';
const MAC = 'AA:BB:CC:DD:EE:01';
const DIGEST = tokenDigest(CANARY);

/** `typed` has a sensitive param `key`; `gone` is no screen; `plain` declares no params. */
const CONFIG = `default_screen: plain
admin: { token: ${CANARY} }
${adminTokens({ vera: 'viewer', otto: 'author', ada: 'admin' }, `, note: of Vera`)}data_tokens:
  meter: { sha256: ${DIGEST.replace('sha256:', '')}, names: [meter] }
screen_repos:
  garden: { repo: "file:///nowhere/garden.git", token: ${CANARY}, ${CANARY}x: ${CANARY} }
x-anchors: &common { key: ${CANARY}, city: Bern }
alerts:
  webhooks: { ops: { url: "https://x.test/${CANARY}", secret: ${CANARY}, headers: { X-Key: ${CANARY} } } }
  rules: { late: { when: late, to: ops } }
panels:
  wide: { width: 800, height: 480, colours: ${CANARY} }
devices:
  "${MAC}":
    screen: local/typed
    params: { city: Bern, key: ${CANARY}, kye: ${CANARY} }
    frame_tokens: { one: "${DIGEST}", two: ${CANARY} }
    parms: { key: ${CANARY} }
  "AA:BB:CC:DD:EE:02": { screen: local/gone, params: { key: ${CANARY} } }
  "AA:BB:CC:DD:EE:03": { screen: garden/clock, params: { key: ${CANARY} } }
  "AA:BB:CC:DD:EE:04": { screen: local/plain, params: { key: ${CANARY} } }
  "AA:BB:CC:DD:EE:05": { screen: local/typed, params: { <<: *common, days: 99 } }
groups:
  all: { match: { model: og }, screen: local/typed, params: { city: Bern, key: ${CANARY} } }
  none: { match: { model: og }, params: { key: ${CANARY}, extra: ${CANARY} } }
frames:
  hall: { screen: local/typed, params: { city: Bern, key: ${CANARY} }, frame_tokens: { one: "${DIGEST}" } }
  porch: { screen: local/gone, params: { key: ${CANARY} } }
`;

/** The names that a path takes, so that each one leads to something. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  '{key}': [MAC, ...['2', '3', '4', '5'].map((end) => `AA:BB:CC:DD:EE:0${end}`), 'hall', 'porch'],
  '{handle}': ['garden', 'service-builtin'],
  '{name}': ['meter', 'all', 'none'],
};

const { paths } = openApiDocument() as { paths: Record<string, object> };

/** Every path that a GET can be sent to. */
const reads = Object.entries(paths)
  .filter(([route, item]) => route.startsWith('/api/admin/') && 'get' in item)
  .flatMap(([route]) => {
    const short = route.slice('/api/admin'.length);
    const placeholder = /\{\w+\}/.exec(short)?.[0];
    if (placeholder === undefined) return [short];
    return (NAMES[placeholder] ?? []).map((name) => short.replace(placeholder, name));
  });

/** The section without what is a secret in it. */
const ALERTS = {
  webhooks: { ops: { url: '[redacted]' } },
  rules: { late: { when: 'late', to: 'ops' } },
};

describe('a secret', () => {
  let admin: Admin;
  before(async () => {
    admin = await startAdmin({ config: CONFIG, screens: SCREENS });
    await getDisplay(admin.server, MAC);
    // Enters values into the audit trail, before and after.
    const ada = new Named(admin.server, 'ada');
    for (const params of [{ key: `${CANARY}-new` }, { kye: CANARY }]) {
      assert.equal((await ada.patch(`/devices/${MAC}`, { params })).status, 200);
    }
    assert.equal((await ada.patch('/frames/hall', { screen: 'local/plain' })).status, 200);
    assert.equal((await ada.patch(`/devices/${MAC}`, { frame_tokens: { new: DIGEST } })).status, 200);
    assert.equal((await ada.patch('/screen-repos/garden', { token: `${CANARY}-repo` })).status, 200);
  });
  after(() => admin.server.stop());

  it('is there to be found: an admin sees params and digests', async () => {
    const device = await admin.get(`/devices/${MAC}`);
    assert.equal(device.body.params.key, `${CANARY}-new`);
    const config = JSON.stringify((await admin.get('/config')).body);
    assert.ok(config.includes(CANARY) && config.includes(DIGEST));
  });

  for (const name of ['vera', 'otto']) {
    it(`is in no answer to the token of ${name}`, async () => {
      const named = new Named(admin.server, name);
      assert.ok(reads.length >= 40, reads.join(' '));
      for (const route of reads) {
        const { status, body, headers } = await named.get(route);
        assert.ok([200, 403, 404].includes(status), `${route}: ${status}`);
        const text = JSON.stringify(body) + JSON.stringify([...headers]);
        for (const secret of [CANARY, DIGEST.slice('sha256:'.length), namedToken(name)]) {
          assert.ok(!text.includes(secret), `GET ${route}: ${text.slice(0, 2_000)}`);
        }
      }
    });
  }

  it('is hidden by its name, beside what may be seen', async () => {
    const vera = new Named(admin.server, 'vera');
    const { body } = await vera.get(`/devices/${MAC}`);
    assert.deepEqual(body.params, { city: 'Bern', key: '[redacted]', kye: '[redacted]' });
    assert.deepEqual(body.frame_tokens, { new: '[redacted]' });
    const config = (await vera.get('/config')).body;
    assert.deepEqual(config.admin_tokens.vera, { role: 'viewer', sha256: '[redacted]', note: 'of Vera' });
    assert.deepEqual(
      [config.alerts, config['x-anchors'], config.panels],
      [ALERTS, undefined, { wide: { width: 800, height: 480 } }],
    );
  });

  it('is not in the audit trail, which an admin reads', async () => {
    const { status, body } = await admin.get('/audit?limit=200');
    assert.equal(status, 200);
    assert.ok(body.entries.length >= 5);
    const text = JSON.stringify(body);
    assert.ok(!text.includes(CANARY) && !text.includes(DIGEST), text);
    assert.ok(text.includes(`"path":"devices.${MAC}.params.key","before":"[redacted]","after":"[redacted]"`));
  });

  it('is in no log line, unless it was written as a key that is unknown, which the operator has to find', () => {
    const lines = admin.server.logs
      .map((line) => JSON.stringify(line))
      .filter((line) => !line.includes(`"unknown key \`screen_repos.garden.${CANARY}x\`"`));
    assert.ok(lines.length > 10);
    assert.deepEqual(
      lines.filter((line) => line.includes(CANARY)),
      [],
    );
  });
});

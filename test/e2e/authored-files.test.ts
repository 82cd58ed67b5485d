/** What an author writes into the screens directory opens no private network, and uncovers no param. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';

const CANARY = 'canary-4711';
const MAC = 'AA:BB:CC:DD:EE:01';
const META = `params:
  key: { type: string, sensitive: true }
  city: { type: string }
`;
const CONFIG = `default_screen: house
${adminTokens({ vera: 'viewer', otto: 'author' })}devices:
  "${MAC}": { screen: local/house, params: { key: ${CANARY}, city: Bern } }
  "AA:BB:CC:DD:EE:02": { screen: local/missing, params: { key: ${CANARY} } }
`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';

describe('a file of an author', () => {
  let admin: Admin;
  let otto: Named;
  let asked = 0;
  const house = createServer((_request, response) => {
    asked += 1;
    // biome-ignore lint/style/noRestrictedGlobals: how long an answer takes is what is tested
    setTimeout(() => response.end('private'), answerMs);
  });
  let answerMs = 0;
  let script = '';

  before(async () => {
    await new Promise<void>((resolve) => house.listen(0, '127.0.0.1', resolve));
    const { port } = house.address() as AddressInfo;
    script = `local m = require("lib")\nlocal a = http_response("http://127.0.0.1:${port}/")\nreturn { data = { a = a.body, m = m } }`;
    const files = { 'house.lua': script, 'house.svg': SVG, 'house.meta.yaml': META, 'lib.lua': 'return 1' };
    admin = await startAdmin({ config: CONFIG, screens: files });
    otto = new Named(admin.server, 'otto');
  });
  after(async () => {
    await admin.server.stop();
    house.close();
  });

  async function put(by: Admin, name: string, text: string, expected = 200): Promise<void> {
    const { body } = await by.get(`/files/local/${name}`);
    const { status } = await by.call('PUT', `/files/local/${name}`, { text, digest: body.digest ?? null });
    assert.equal(status, expected);
  }

  async function reaches(by: Admin, wish: object = { screen: 'local/house' }): Promise<boolean> {
    const before = asked;
    assert.equal((await by.post('/preview', wish)).status, 200);
    return asked > before;
  }

  it('takes the private network from a screen, be it script, template, metadata or module', async () => {
    for (const [name, text] of Object.entries({
      'house.lua': script,
      'house.svg': SVG,
      'house.meta.yaml': META,
      'lib.lua': 'return 1',
    })) {
      assert.ok(await reaches(otto), name);
      await put(otto, name, `${text}\n`);
      assert.ok(!(await reaches(otto)), name);
      assert.ok(!(await reaches(admin)), name);
      await put(admin, name, text);
    }
    assert.ok(await reaches(otto));
  });

  it('is closed under any name, and so is what an author sends with a call', async () => {
    await put(otto, 'other.lua', script);
    await put(otto, 'other.svg', SVG);
    assert.ok(!(await reaches(otto, { screen: 'local/other' })));
    await otto.post('/files:copy', { from: 'local/house', to: 'copy/house' });
    assert.ok(!(await reaches(admin, { screen: 'local/copy/house' })));
    assert.ok(!(await reaches(otto, { screen: 'local/house', params: { city: 'Rome' } })));
    assert.ok(await reaches(admin, { screen: 'local/house', params: { city: 'Rome' } }));
    const list = await otto.call('PUT', '/files/local/.stipple-authored.json', { text: '{}', digest: null });
    assert.equal(list.status, 400);
  });

  it('gets nothing of what the operator’s script has asked before, also where the answer takes long', async () => {
    const view = 'return function(got) log_warn("seen " .. tostring(got)) return got end';
    const late = script
      .replace('local m = require("lib")\n', '')
      .replace('m = m', 'm = require("view")(a.body)');
    const files = { 'late.lua': late, 'late.svg': SVG, 'view.lua': view };
    for (const [name, text] of Object.entries(files)) await put(admin, name, text);
    const seen = async (): Promise<string> => {
      const { body } = await otto.post('/preview', { screen: 'local/late' });
      return JSON.stringify(body.log);
    };
    for (const delayMs of [0, 1_500]) {
      answerMs = delayMs;
      assert.match(await seen(), /seen private/);
      await put(otto, 'view.lua', `${view}\n`);
      const log = await seen();
      assert.match(log, /seen nil/);
      assert.doesNotMatch(log, /seen private/);
      await put(admin, 'view.lua', view);
    }
  });

  it('uncovers no param, and an admin who saves it does', async () => {
    const open = META.replace(', sensitive: true', '');
    const paramsFor = async (key: string): Promise<object> => (await otto.get(`/devices/${key}`)).body.params;
    const hidden = { key: '[redacted]', city: 'Bern' };
    assert.deepEqual(await paramsFor(MAC), hidden);
    await put(otto, 'house.meta.yaml', open);
    assert.deepEqual(await paramsFor(MAC), hidden);
    await put(otto, 'house.meta.yaml', `# twice\n${open}`);
    assert.deepEqual(await paramsFor(MAC), hidden);
    // One form a name: the folder would take the place of the file.
    for (const name of ['script.lua', 'screen.svg', 'meta.yaml']) await put(otto, `house/${name}`, open, 409);
    assert.deepEqual(await paramsFor(MAC), hidden);
    await put(otto, 'missing.lua', 'return { data = {} }');
    await put(otto, 'missing.svg', SVG);
    await put(otto, 'missing.meta.yaml', open);
    assert.deepEqual(await paramsFor('AA:BB:CC:DD:EE:02'), { key: '[redacted]' });
    await put(admin, 'missing.meta.yaml', open);
    assert.deepEqual(await paramsFor('AA:BB:CC:DD:EE:02'), { key: CANARY });
  });
});

/** What a screen has called sensitive stays hidden until an admin says otherwise: through edits, commits, moves and restarts. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { GitRepo } from '../support/repos/git-repo.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const CANARY = 'canary-4711';
const MAC = 'AA:BB:CC:DD:EE:01';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';
const SCRIPT = 'error("no answer with " .. tostring(params.key))';
const HIDDEN = 'params:\n  key: { type: string, sensitive: true }\n  city: { type: string }\n';
const OPEN = HIDDEN.replace(', sensitive: true', '');

const FILES = { 'house.lua': SCRIPT, 'house.svg': SVG, 'house.meta.yaml': HIDDEN };

function configOf(screen: string, more = ''): string {
  const device = `devices:\n  "${MAC}": { screen: ${screen}, params: { key: ${CANARY}, city: Bern } }\n`;
  return `default_screen: ${screen}\n${adminTokens({ vera: 'viewer', otto: 'author' })}${more}${device}`;
}

/** What an author gets of the device, its reasons and the log included, beyond what there was before. */
async function seen({ server }: Admin): Promise<string> {
  const before = server.logs.length;
  await fetch(`${server.url}/api/display`, { headers: deviceHeaders(MAC) });
  const otto = new Named(server, 'otto');
  const answers = [];
  for (const route of ['/devices', `/devices/${MAC}`, `/devices/${MAC}/explain`, '/config', '/fleet']) {
    answers.push((await otto.get(route)).body);
  }
  return JSON.stringify([answers, server.logs.slice(before)]);
}

async function isHidden(admin: Admin): Promise<boolean> {
  return !(await seen(admin)).includes(CANARY);
}

async function startHouse(t: TestContext, env: Readonly<Record<string, string>> = {}): Promise<Admin> {
  const admin = await startAdmin({ config: configOf('local/house'), screens: FILES, env });
  t.after(() => admin.server.stop());
  assert.ok(await isHidden(admin));
  return admin;
}

function write({ server }: Admin, name: string, text: string): void {
  const file = path.join(server.screensDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('a param that was sensitive', () => {
  const edits: Readonly<Record<string, (admin: Admin) => void>> = {
    'an edit that makes it open': (admin) => write(admin, 'house.meta.yaml', OPEN),
    'an edit that gives it another name': (admin) =>
      write(admin, 'house.meta.yaml', OPEN.replace('key:', 'password:')),
    'metadata that declare nothing': (admin) => write(admin, 'house.meta.yaml', 'title: House\n'),
    'metadata that are gone': ({ server }) => rmSync(path.join(server.screensDir, 'house.meta.yaml')),
    'a screen that is gone and comes back open': (admin) => {
      for (const name of Object.keys(FILES)) rmSync(path.join(admin.server.screensDir, name));
      write(admin, 'house/script.lua', SCRIPT);
      write(admin, 'house/screen.svg', SVG);
      write(admin, 'house/meta.yaml', OPEN);
    },
    'a screen that is gone': ({ server }) => rmSync(path.join(server.screensDir, 'house.lua')),
  };
  for (const [what, edit] of Object.entries(edits)) {
    it(`stays hidden through ${what}`, async (t) => {
      const admin = await startHouse(t);
      edit(admin);
      assert.ok(await isHidden(admin));
    });
  }

  it('stays hidden where its screen is moved, and the config names the new one', async (t) => {
    const admin = await startHouse(t);
    for (const end of ['lua', 'svg', 'meta.yaml']) {
      mkdirSync(path.join(admin.server.screensDir, 'rooms'), { recursive: true });
      renameSync(
        path.join(admin.server.screensDir, `house.${end}`),
        path.join(admin.server.screensDir, `rooms/hall.${end}`),
      );
    }
    write(admin, 'rooms/hall.meta.yaml', OPEN);
    assert.equal((await admin.patch(`/devices/${MAC}`, { screen: 'local/rooms/hall' })).status, 200);
    assert.ok(await isHidden(admin));
  });

  it('is opened by an admin alone: by the call, which the audit trail has', async (t) => {
    const admin = await startHouse(t);
    const wish = { screen: 'local/house', param: 'key' };
    const declared = await admin.post('/sensitive-params:open', wish);
    assert.equal(declared.status, 400);
    assert.match(JSON.stringify(declared.body), /its metadata has to be changed first/);
    assert.deepEqual((await admin.get('/sensitive-params')).body, { params: [] });
    write(admin, 'house.meta.yaml', OPEN);
    assert.ok(await isHidden(admin));
    const { params } = (await new Named(admin.server, 'vera').get('/sensitive-params')).body;
    assert.deepEqual(params.map(({ screen, param }: Record<string, string>) => ({ screen, param })), [wish]);
    for (const name of ['vera', 'otto']) {
      assert.equal((await new Named(admin.server, name).post('/sensitive-params:open', wish)).status, 403);
    }
    assert.equal((await admin.post('/sensitive-params:open', { ...wish, param: 'city' })).status, 400);
    assert.ok(await isHidden(admin));
    assert.equal((await admin.post('/sensitive-params:open', wish)).status, 200);
    assert.ok(!(await isHidden(admin)));
    const audit = JSON.stringify((await admin.get('/audit')).body);
    assert.match(audit, /"path":"sensitive\.local\/house\.key","before":"hidden","after":"open"/);
  });

  it('is opened by an admin who saves the metadata, and not by an author', async (t) => {
    const admin = await startHouse(t);
    const put = async (by: Admin, text: string): Promise<void> => {
      const { digest } = (await by.get('/files/local/house.meta.yaml')).body;
      assert.equal((await by.call('PUT', '/files/local/house.meta.yaml', { text, digest })).status, 200);
    };
    await put(new Named(admin.server, 'otto'), OPEN);
    assert.ok(await isHidden(admin));
    await put(admin, `${OPEN}# by an admin\n`);
    assert.ok(!(await isHidden(admin)));
  });

  it('stays hidden over a restart with a state store, as does what an admin has opened', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-once-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const env = { STORE_URL: `file:${path.join(folder, 'state')}` };
    const first = await startAdmin({ config: configOf('local/house'), screens: FILES, env });
    assert.ok(await isHidden(first));
    await first.server.stop();
    const open = { config: configOf('local/house'), screens: { ...FILES, 'house.meta.yaml': OPEN }, env };
    const second = await startAdmin(open);
    assert.ok(await isHidden(second));
    await second.post('/sensitive-params:open', { screen: 'local/house', param: 'key' });
    assert.ok(!(await isHidden(second)));
    await second.server.stop();
    const third = await startAdmin(open);
    t.after(() => third.server.stop());
    assert.ok(!(await isHidden(third)));
  });

  it('stays hidden through a commit of a repo that makes it open', async (t) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'stipple-once-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const repo = new GitRepo(path.join(folder, 'repo'));
    repo.commit(FILES);
    const repos = `screen_repos:\n  garden: { repo: "${repo.url}", pin: main }\n`;
    const admin = await startAdmin({ config: configOf('garden/house', repos), screens: FILES });
    t.after(() => admin.server.stop());
    const isServed = async (sha: string): Promise<boolean> =>
      (await admin.get('/screen-repos/garden')).body.resolved_sha === sha;
    await until(async () => (await admin.get('/screen-repos/garden')).body.resolved_sha !== null);
    assert.ok(await isHidden(admin));
    const sha = repo.commit({ ...FILES, 'house.meta.yaml': OPEN });
    await admin.post('/screen-repos/garden/update', {});
    await until(() => isServed(sha));
    assert.ok(await isHidden(admin));
    await admin.post('/sensitive-params:open', { screen: 'garden/house', param: 'key' });
    assert.ok(!(await isHidden(admin)));
  });
});

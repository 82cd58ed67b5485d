/** What a screen has called sensitive stays hidden until an admin says otherwise: through edits, commits, moves and restarts. */
import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { GitRepo } from '../support/repos/git-repo.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';
import { adminTokens, Named } from '../support/server/named-tokens.ts';
import { deviceHeaders } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const CANARY = 'canary-4711';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4"></svg>';
const SCRIPT = 'error("no answer with " .. tostring(params.key))';
const HIDDEN = 'params:\n  key: { type: string, sensitive: true }\n  city: { type: string }\n';
const OPEN = HIDDEN.replace(', sensitive: true', '');

/** Screens with a device each, so that tests do not meet. */
const HOUSES = Array.from({ length: 10 }, (_, index) => `house${index}`);

function filesOf(names: readonly string[], meta = HIDDEN): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.lua`, SCRIPT],
      [`${name}.svg`, SVG],
      [`${name}.meta.yaml`, meta],
    ]),
  );
}

function macOf(house: string): string {
  return `AA:BB:CC:DD:EE:0${HOUSES.indexOf(house)}`;
}

function configOf(handle: string, more = ''): string {
  const devices = HOUSES.map(
    (name) => `  "${macOf(name)}": { screen: ${handle}/${name}, params: { key: ${CANARY}, city: Bern } }\n`,
  );
  const tokens = adminTokens({ vera: 'viewer', otto: 'author' });
  return `default_screen: service-builtin/clock\n${tokens}${more}devices:\n${devices.join('')}`;
}

/** What an author gets of the device, its reasons and the log included, beyond what there was before. */
async function isHidden({ server }: Admin, house: string): Promise<boolean> {
  const before = server.logs.length;
  const mac = macOf(house);
  await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac) });
  const otto = new Named(server, 'otto');
  const config = (await otto.get('/config')).body.devices[mac];
  const answers = [config];
  for (const route of [`/devices/${mac}`, `/devices/${mac}/explain`])
    answers.push((await otto.get(route)).body);
  return !JSON.stringify([answers, server.logs.slice(before)]).includes(CANARY);
}

function write({ server }: Admin, name: string, text: string): void {
  const file = path.join(server.screensDir, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

describe('a param that was sensitive', () => {
  let admin: Admin;
  let next = 0;
  before(async () => {
    admin = await startAdmin({ config: configOf('local'), screens: filesOf(HOUSES) });
  });
  after(() => admin.server.stop());

  /** A screen that no other test uses. */
  async function newHouse(): Promise<string> {
    const house = HOUSES[next++] ?? '';
    assert.ok(await isHidden(admin, house));
    return house;
  }

  function remove(...names: readonly string[]): void {
    for (const name of names) rmSync(path.join(admin.server.screensDir, name));
  }

  const edits: Readonly<Record<string, (house: string) => void>> = {
    'an edit that makes it open': (house) => write(admin, `${house}.meta.yaml`, OPEN),
    'an edit that gives it another name': (house) =>
      write(admin, `${house}.meta.yaml`, OPEN.replace('key:', 'password:')),
    'metadata that declare nothing': (house) => write(admin, `${house}.meta.yaml`, 'title: House\n'),
    'metadata that are gone': (house) => remove(`${house}.meta.yaml`),
    'a screen that is gone': (house) => remove(`${house}.lua`),
    'a screen that is gone and comes back open': (house) => {
      remove(...Object.keys(filesOf([house])));
      write(admin, `${house}/script.lua`, SCRIPT);
      write(admin, `${house}/screen.svg`, SVG);
      write(admin, `${house}/meta.yaml`, OPEN);
    },
  };
  for (const [what, edit] of Object.entries(edits)) {
    it(`stays hidden through ${what}`, async () => {
      const house = await newHouse();
      edit(house);
      assert.ok(await isHidden(admin, house));
    });
  }

  it('stays hidden where its screen is moved, and the config names the new one', async () => {
    const house = await newHouse();
    const { screensDir } = admin.server;
    mkdirSync(path.join(screensDir, 'rooms'));
    for (const end of ['lua', 'svg'])
      renameSync(path.join(screensDir, `${house}.${end}`), path.join(screensDir, `rooms/hall.${end}`));
    remove(`${house}.meta.yaml`);
    write(admin, 'rooms/hall.meta.yaml', OPEN);
    assert.equal((await admin.patch(`/devices/${macOf(house)}`, { screen: 'local/rooms/hall' })).status, 200);
    assert.ok(await isHidden(admin, house));
  });

  it('is opened by an admin alone: by the call, which the audit trail has', async () => {
    const house = await newHouse();
    const wish = { screen: `local/${house}`, param: 'key' };
    const listed = async (by: Admin): Promise<boolean> =>
      (await by.get('/sensitive-params')).body.params.some(
        ({ screen, param }: Record<string, string>) => screen === wish.screen && param === wish.param,
      );
    const declared = await admin.post('/sensitive-params:open', wish);
    assert.equal(declared.status, 400);
    assert.match(JSON.stringify(declared.body), /its metadata has to be changed first/);
    assert.ok(!(await listed(admin)));
    write(admin, `${house}.meta.yaml`, OPEN);
    assert.ok(await isHidden(admin, house));
    for (const name of ['vera', 'otto']) {
      const named = new Named(admin.server, name);
      assert.ok(await listed(named));
      assert.equal((await named.post('/sensitive-params:open', wish)).status, 403);
    }
    assert.equal((await admin.post('/sensitive-params:open', { ...wish, param: 'city' })).status, 400);
    assert.ok(await isHidden(admin, house));
    assert.equal((await admin.post('/sensitive-params:open', wish)).status, 200);
    assert.ok(!(await isHidden(admin, house)));
    const audit = JSON.stringify((await admin.get('/audit')).body);
    assert.ok(audit.includes(`"path":"sensitive.local/${house}.key","before":"hidden","after":"open"`));
  });

  it('is opened by an admin who saves the metadata, and not by an author', async () => {
    const house = await newHouse();
    const route = `/files/local/${house}.meta.yaml`;
    const put = async (by: Admin, text: string): Promise<void> => {
      const { digest } = (await by.get(route)).body;
      assert.equal((await by.call('PUT', route, { text, digest })).status, 200);
    };
    await put(new Named(admin.server, 'otto'), OPEN);
    assert.ok(await isHidden(admin, house));
    await put(admin, `${OPEN}# by an admin\n`);
    assert.ok(!(await isHidden(admin, house)));
  });

  it('stays hidden over a restart with a state store, as does what an admin has opened', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}` };
    const [house] = HOUSES as [string];
    const config = configOf('local');
    const first = await startAdmin({ config, screens: filesOf([house]), env });
    assert.ok(await isHidden(first, house));
    await first.server.stop();
    const open = { config, screens: filesOf([house], OPEN), env };
    const second = await startAdmin(open);
    assert.ok(await isHidden(second, house));
    await second.post('/sensitive-params:open', { screen: `local/${house}`, param: 'key' });
    assert.ok(!(await isHidden(second, house)));
    await second.server.stop();
    const third = await startAdmin(open);
    t.after(() => third.server.stop());
    assert.ok(!(await isHidden(third, house)));
  });

  it('stays hidden through a commit of a repo that makes it open', async (t) => {
    const [house] = HOUSES as [string];
    const repo = new GitRepo(path.join(tempTree(t), 'repo'));
    const first = repo.commit(filesOf([house]));
    const repos = `screen_repos:\n  garden: { repo: "${repo.url}", pin: main }\n`;
    const garden = await startAdmin({ config: configOf('garden', repos), screens: {} });
    t.after(() => garden.server.stop());
    const serves = async (sha: string): Promise<boolean> =>
      (await garden.get('/screen-repos/garden')).body.resolved_sha === sha;
    await until(() => serves(first));
    assert.ok(await isHidden(garden, house));
    const second = repo.commit(filesOf([house], OPEN));
    await garden.post('/screen-repos/garden/update', {});
    await until(() => serves(second));
    assert.ok(await isHidden(garden, house));
    await garden.post('/sensitive-params:open', { screen: `garden/${house}`, param: 'key' });
    assert.ok(!(await isHidden(garden, house)));
  });
});

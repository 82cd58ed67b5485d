/** Pictures of devices with screens of a repo while it is fetched, cannot be fetched, or has broken screens. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { httpGitServer } from '../support/repos/git-servers.ts';
import { garden, screen, tempRepo } from '../support/repos/open-repos.ts';
import { says, settled } from '../support/repos/screen-repos.ts';
import { startAdmin } from '../support/server/admin.ts';
import { getDisplay, type TestServer } from '../support/server/server.ts';

const MAC = 'AA:BB:CC:DD:EE:01';

/** Name of the picture that the device shows now, which must be of the screen, not of an error. */
async function shown(server: TestServer): Promise<string> {
  const { filename, refresh_rate } = await getDisplay(server, MAC);
  assert.equal(refresh_rate, 75);
  return filename;
}

describe('a device with a screen of a repo', () => {
  const DEVICE = `devices: {"${MAC}": {screen: garden/tulips}}\n`;

  it('shows the new commit with the next call after an update, the old one until then and while the git server hangs', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(says('one'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const url = `${server.url}/${path.basename(repo.dir)}`;
    const hung = Array.from({ length: 10 }, (_, index) => `  hung${index}: {repo: ${url}, pin: p${index}}\n`);
    const admin = await startAdmin({ config: garden(url, {}, DEVICE) });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).resolved_sha, first);
    const before = await shown(admin.server);

    repo.commit(says('two'));
    assert.equal(await shown(admin.server), before);
    assert.equal((await admin.call('POST', '/screen-repos/garden/update')).body.resolved_sha, first);
    assert.equal((await settled(admin, 'garden')).error, null);
    const after = await shown(admin.server);
    assert.notEqual(after, before);

    server.behaviour.mode = 'hang';
    for (const entry of hung) {
      const [, handle = '', pin = ''] = /^ {2}(\w+): .* pin: (\w+)/.exec(entry) ?? [];
      assert.equal((await admin.post('/screen-repos', { handle, repo: url, pin })).body.status, 'fetching');
    }
    await admin.call('POST', '/screen-repos/update');
    const { body } = await admin.get('/screen-repos');
    assert.deepEqual(
      body.map((one: { status: string }) => one.status),
      ['ready', ...Array.from({ length: 11 }, () => 'fetching')],
    );
    assert.equal(await shown(admin.server), after);
  });

  it('does not show a commit with a broken script or template, unless that is accepted', async (t) => {
    const repo = tempRepo(t);
    const good = repo.commit(says('one'));
    const admin = await startAdmin({ config: garden(repo.url, {}, DEVICE) });
    t.after(() => admin.server.stop());
    await settled(admin, 'garden');
    const before = await shown(admin.server);
    let bad = '';
    for (const [broken, reason] of [
      [{ 'tulips.lua': 'return {' }, /garden\/tulips: tulips\.lua:1: /],
      [{ 'tulips.svg': '<svg>{% if %}</svg>' }, /garden\/tulips: tulips\.svg:1: /],
      [{ 'tulips.meta.yaml': 'refresh: often\n' }, /garden\/tulips: tulips\.meta\.yaml:1: /],
    ] as const) {
      bad = repo.commit({ ...says('two'), ...broken });
      await admin.call('POST', '/screen-repos/garden/update');
      const { status, resolved_sha, error } = await settled(admin, 'garden');
      assert.deepEqual([status, resolved_sha], ['offline', good]);
      assert.match(error, reason);
      assert.equal(await shown(admin.server), before);
    }
    await admin.post('/screen-repos/garden/update', { accept: true });
    assert.equal((await settled(admin, 'garden')).resolved_sha, bad);
    assert.notEqual((await getDisplay(admin.server, MAC)).filename, before);
  });

  it('gets an error screen with the reason while its repo was not fetched yet', async (t) => {
    const admin = await startAdmin({ config: garden('file:///nowhere/at/all', {}, DEVICE) });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).status, 'error');
    assert.equal((await getDisplay(admin.server, MAC)).refresh_rate, 60);
    assert.match(
      JSON.stringify(admin.server.logs),
      /garden\/tulips\\" not found: its repository could not be fetched/,
    );
  });

  it('shows the screen again after a restart without network', async (t) => {
    const repo = tempRepo(t);
    repo.commit({ ...says('one'), ...screen('other') });
    const config = garden(repo.url, {}, DEVICE);
    const first = await startAdmin({ config });
    t.after(() => first.server.stop());
    const ready = await settled(first, 'garden');
    const before = await shown(first.server);
    const env = { SCREEN_REPOS_CACHE_DIR: first.server.reposDir };
    await first.server.app.stop();
    repo.deleteBranch('main');
    const second = await startAdmin({ config, env });
    t.after(() => second.server.stop());
    assert.deepEqual((await second.get('/screen-repos/garden')).body, ready);
    assert.equal(await shown(second.server), before);
  });
});

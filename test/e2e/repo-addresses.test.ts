/** Network access that a holder of the admin token has by registering repos. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { NOT_REACHED } from '../../src/screens/repos/repo-failure.ts';
import { below, httpGitServer } from '../support/repos/git-servers.ts';
import { banner, closedPort, type Listener, listen, web } from '../support/repos/listeners.ts';
import { garden, tempRepo } from '../support/repos/open-repos.ts';
import { says, settled } from '../support/repos/screen-repos.ts';
import { startAdmin } from '../support/server/admin.ts';

const SCHEMES = ['http', 'https', 'git', 'ssh'] as const;

describe('a repo that is registered by the admin API', () => {
  it('opens no connection to a loopback address, and has the same message for all ports', async (t) => {
    const listeners: Listener[] = [
      await closedPort(t),
      await listen(t, (socket) => socket.end()),
      await banner(t, 'SSH-2.0-x\r\n'),
      await web(t, '200 OK', '', 'hello'),
    ];
    const admin = await startAdmin({ config: 'default_screen: plain\n' });
    t.after(() => admin.server.stop());
    for (const scheme of SCHEMES) {
      const told = new Set<string>();
      for (const [n, { port }] of listeners.entries()) {
        for (const [m, host] of ['127.0.0.1', 'localhost'].entries()) {
          const handle = `${scheme}${n}${m}`;
          const { status } = await admin.post('/screen-repos', {
            handle,
            repo: `${scheme}://${host}:${port}/o/x.git`,
          });
          assert.equal(status, 200);
          const { error, status: state } = await settled(admin, handle);
          assert.equal(state, 'error');
          told.add(`${host} ${error}`);
        }
      }
      const literal =
        'address 127.0.0.1 is not allowed for this repo unless allow_private_network is set (loopback)';
      assert.deepEqual([...told].sort(), [`127.0.0.1 ${literal}`, `localhost ${NOT_REACHED}`], scheme);
    }
    assert.deepEqual(
      listeners.map(({ connections }) => connections),
      [0, 0, 0, 0],
    );
    const text = JSON.stringify((await admin.get('/config')).body.screen_repos);
    assert.equal(
      text.split('"allow_private_network":false').length - 1,
      2 * SCHEMES.length * listeners.length,
    );
  });

  it('is fetched from a private address if it has permission, or if the config file names the same host', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(says('one'));
    const [mine, other] = [
      await httpGitServer(t, path.dirname(repo.dir)),
      await httpGitServer(t, path.dirname(repo.dir)),
    ];
    const admin = await startAdmin({ config: garden(below(mine.url, repo.dir)) });
    t.after(() => admin.server.stop());
    assert.equal((await settled(admin, 'garden')).resolved_sha, sha);
    await admin.post('/screen-repos', { handle: 'same', repo: `${below(mine.url, repo.dir)}/` });
    assert.equal((await settled(admin, 'same')).resolved_sha, sha);
    const there = below(other.url, repo.dir);
    await admin.post('/screen-repos', { handle: 'said', repo: there, allow_private_network: true });
    assert.equal((await settled(admin, 'said')).resolved_sha, sha);
    // A host without an entry is refused, both for a new repo and for a changed address of an existing one.
    const third = await listen(t, (socket) => socket.end());
    const elsewhere = `http://127.0.0.1:${third.port}/x.git`;
    await admin.patch('/screen-repos/garden', { repo: elsewhere });
    assert.match((await settled(admin, 'garden')).error, /is not allowed for this repo/);
    await admin.patch('/screen-repos/same', { repo: elsewhere });
    assert.match((await settled(admin, 'same')).error, /is not allowed for this repo/);
    // An entry without the permission does not allow the host for others.
    await admin.post('/screen-repos', { handle: 'again', repo: elsewhere });
    assert.match((await settled(admin, 'again')).error, /is not allowed for this repo/);
    assert.equal(third.connections, 0);
    await admin.patch('/screen-repos/again', { allow_private_network: true });
    assert.equal((await settled(admin, 'again')).error, NOT_REACHED);
    assert.ok(third.connections > 0);
  });

  it('is never fetched from private addresses if the operator forbids it', async (t) => {
    const third = await listen(t, (socket) => socket.end());
    const repo = `http://127.0.0.1:${third.port}/x.git`;
    const env = { SCREEN_REPOS_ALLOW_PRIVATE: 'false' };
    const admin = await startAdmin({ config: garden(repo), env });
    t.after(() => admin.server.stop());
    await admin.post('/screen-repos', { handle: 'said', repo, allow_private_network: true });
    for (const handle of ['garden', 'said']) {
      assert.match((await settled(admin, handle)).error, /is not allowed for this repo/);
    }
    assert.equal(third.connections, 0);
  });
});

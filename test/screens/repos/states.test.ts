import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { NOT_REACHED } from '../../../src/screens/repos/repo-failure.ts';
import type { RepoInfo } from '../../../src/screens/repos/repo-info.ts';
import { below, gitDaemon, httpGitServer } from '../../support/repos/git-servers.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';
import { until } from '../../support/waiting.ts';

const GONE = 'a'.repeat(40);

function state({ status, resolvedSha, error }: RepoInfo): readonly (string | null)[] {
  return [status, resolvedSha, error];
}

describe('ready repos', () => {
  it('take over a moved branch, a force-push and a moved tag with an update', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    repo.setTag('v1', first);
    for (const pin of ['main', 'v1']) {
      const { repos, settled, roots } = openRepos(t, garden(repo.url, { pin }));
      await settled('garden');
      const before = roots('garden');
      const second = repo.commit({ ...screen('a'), ...screen(`from-${pin}`) });
      repo.setTag('v1', second);
      assert.deepEqual(roots('garden'), before);
      const snapshot = repos.update('garden');
      assert.deepEqual([snapshot?.status, snapshot?.resolvedSha], ['ready', first]);
      assert.equal(repos.info('garden')?.status, 'fetching');
      assert.deepEqual(roots('garden'), before);
      assert.deepEqual(state(await settled('garden')), ['ready', second, null]);
      assert.notDeepEqual(roots('garden'), before);
      repo.setBranch('main', first);
      repo.setTag('v1', first);
      repos.update('garden');
      assert.deepEqual(state(await settled('garden')), ['ready', first, null]);
    }
  });

  it('do nothing for a commit that is there, unless all are fetched anew', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const { repos, settled } = openRepos(t, garden(below(server.url, repo.dir), { pin: sha }));
    await settled('garden');
    server.requests.length = 0;
    repos.update('garden');
    assert.equal(repos.info('garden')?.status, 'ready');
    assert.equal(server.requests.length, 0);
    repos.updateAll();
    assert.equal(repos.info('garden')?.status, 'fetching');
    assert.deepEqual(state(await settled('garden')), ['ready', sha, null]);
    assert.ok(server.requests.length > 0);
  });

  it('are fetched once when the server starts', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const { settled } = openRepos(t, garden(below(server.url, repo.dir)));
    await settled('garden');
    // One look for the pin, one for the fetch.
    assert.equal(server.requests.filter(({ path: url }) => url.includes('info/refs')).length, 2);
  });

  it('are looked at again by themselves, when the config says so', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const { repos, settled, configure } = openRepos(t, garden(repo.url));
    await settled('garden');
    const later = repo.commit(screen('b'));
    configure(garden(repo.url, {}, 'screen_repo_refresh_interval: 1\n'));
    await until(() => repos.info('garden')?.resolvedSha === later);
    assert.deepEqual(state(await settled('garden')), ['ready', later, null]);
  });

  it('with nothing behind them have no screens, and cannot be updated', async (t) => {
    const { repos, settled, configure } = openRepos(t, 'screen_repos: {garden: {}}');
    const info = repos.update('garden');
    assert.deepEqual([info?.status, info?.builtin, info?.repo, info?.screenCount], ['ready', true, null, 0]);
    repos.updateAll();
    assert.equal(repos.info('garden')?.status, 'ready');
    assert.match(repos.sources().get('garden')?.problem ?? '', /no repository/);
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    configure(garden(repo.url));
    assert.deepEqual(state(await settled('garden')), ['ready', sha, null]);
    assert.equal(repos.update('nobody'), undefined);
  });

  it('serve no more once they are out of the config, and at once when they return', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const { repos, settled, configure } = openRepos(t, garden(repo.url));
    await settled('garden');
    configure('screen_repos: {}');
    assert.equal(repos.info('garden'), undefined);
    assert.equal(repos.sources().size, 0);
    renameSync(repo.dir, `${repo.dir}.gone`);
    configure(garden(repo.url));
    assert.deepEqual(state(await settled('garden')), ['ready', sha, null]);
  });
});

describe('a fetch that fails', () => {
  it('leaves what serves, and says why', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    repo.commit(screen('b'), 'other');
    const server = await httpGitServer(t, path.dirname(repo.dir), { password: 'open' });
    const url = below(server.url, repo.dir);
    const { repos, settled, roots } = openRepos(t, garden(url, { pin: 'main', token: 'open' }), {
      limits: { repoResolveMs: 700, repoFetchMs: 700 },
    });
    assert.equal((await settled('garden')).status, 'ready');
    const before = roots('garden');
    const { behaviour } = server;
    const troubles: readonly Partial<typeof behaviour>[] = [
      { mode: 500 },
      { mode: 'hang' },
      { mode: 404 },
      { mode: 'serve', password: 'changed' },
    ];
    for (const trouble of troubles) {
      Object.assign(behaviour, trouble);
      repos.update('garden');
      const info = await settled('garden');
      assert.deepEqual(state(info), ['offline', sha, NOT_REACHED]);
      assert.deepEqual(roots('garden'), before);
    }
    Object.assign(behaviour, { mode: 'serve', password: 'open' });
    repo.deleteBranch('main');
    repos.update('garden');
    assert.deepEqual(state(await settled('garden')), [
      'offline',
      sha,
      'the repository has no tag and no branch "main"',
    ]);
    await server.close();
    repos.update('garden');
    assert.deepEqual(state(await settled('garden')), ['offline', sha, NOT_REACHED]);
    assert.deepEqual(roots('garden'), before);
  });

  it('is an error when nothing was ever fetched, and heals', async (t) => {
    const repo = tempRepo(t);
    const daemon = await gitDaemon(t, path.dirname(repo.dir));
    const { repos, settled } = openRepos(t, garden(below(daemon.url, repo.dir)));
    assert.deepEqual(state(await settled('garden')), [
      'error',
      null,
      'the repository has no default branch, or is empty',
    ]);
    const { problem, roots } = repos.sources().get('garden') ?? {};
    assert.deepEqual(
      [problem, roots],
      [`its repository could not be fetched: ${repos.info('garden')?.error}`, []],
    );
    const sha = repo.commit(screen('a'));
    repos.update('garden');
    assert.deepEqual(state(await settled('garden')), ['ready', sha, null]);
    await daemon.stop();
    repos.update('garden');
    assert.deepEqual(state(await settled('garden')), ['offline', sha, NOT_REACHED]);
  });

  it('after a change of repo, pin or token leaves what the old entry served', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const { repos, settled, configure, cacheDir } = openRepos(t, garden(repo.url));
    await settled('garden');
    configure(garden(repo.url, { pin: GONE }));
    assert.deepEqual(state(await settled('garden')), [
      'offline',
      sha,
      `the repository has no commit ${GONE}`,
    ]);
    configure(garden('file:///nowhere/at-all', { pin: 'main' }));
    const info = await settled('garden');
    assert.deepEqual([info.status, info.resolvedSha], ['offline', sha]);
    // So does a server that starts with that entry, from the cache alone.
    await repos.stop();
    const again = openRepos(t, garden('file:///nowhere/at-all', { pin: 'main' }), { cacheDir });
    assert.deepEqual(
      [again.repos.info('garden')?.status, again.repos.info('garden')?.resolvedSha],
      ['fetching', sha],
    );
    assert.equal((await again.settled('garden')).status, 'offline');
    configure(garden(repo.url));
  });
});

describe('a restart', () => {
  it('serves from the cache without the network', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit({ ...screen('a'), 'service-screens.yaml': 'name: Garden\n' });
    const first = openRepos(t, garden(repo.url));
    const before = await first.settled('garden');
    await first.repos.stop();
    renameSync(repo.dir, `${repo.dir}.gone`);
    const second = openRepos(t, garden(repo.url), { cacheDir: first.cacheDir });
    assert.deepEqual(second.repos.info('garden'), before);
    assert.deepEqual(second.roots('garden'), first.roots('garden'));
    assert.equal(second.repos.sources().get('garden')?.manifest?.name, 'Garden');
    assert.deepEqual(state(await second.settled('garden')), ['ready', sha, null]);
  });
});

describe('fetches that hang', () => {
  it('keep nobody waiting, and end with the server', async (t) => {
    const server = await httpGitServer(t, '/', { mode: 'hang' });
    const entries = Array.from(
      { length: 10 },
      (_, index) => `  hang${index}: {repo: ${server.url}/${index}.git}\n`,
    );
    const { repos } = openRepos(t, `screen_repos:\n${entries.join('')}`);
    await until(() => server.requests.length > 0);
    // All of this answers at once, or it could not be asserted in one turn of the event loop.
    for (let index = 0; index < 10; index++) {
      assert.equal(repos.update(`hang${index}`)?.status, 'fetching');
      assert.equal(repos.info(`hang${index}`)?.status, 'fetching');
    }
    assert.equal(repos.list().length, 10);
    repos.updateAll();
    await repos.stop();
    assert.equal(repos.info('hang0')?.status, 'error');
  });

  it('make room for an entry that is changed', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const server = await httpGitServer(t, '/', { mode: 'hang' });
    const { settled, configure } = openRepos(t, garden(`${server.url}/x.git`));
    configure(garden(repo.url));
    assert.deepEqual(state(await settled('garden')), ['ready', sha, null]);
  });
});

describe('an update while a fetch runs', () => {
  it('is one more fetch after it, however often it is asked for', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const server = await httpGitServer(t, path.dirname(repo.dir));
    const { repos, settled } = openRepos(t, garden(below(server.url, repo.dir), { pin: 'main' }));
    const lookUps = (): number => server.requests.filter(({ path: url }) => url.includes('info/refs')).length;
    const later = repo.commit(screen('b'));
    for (let index = 0; index < 5; index++) repos.update('garden');
    const info = await settled('garden');
    assert.equal(info.resolvedSha, later);
    // The first fetch looks up the pin and fetches; the second sees that nothing has changed.
    assert.equal(lookUps(), 3);
  });
});

import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { REPO_FORGOTTEN_MS, REPO_UNUSED_MS, RepoCache } from '../../../src/screens/repos/repo-cache.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';
import { until } from '../../support/waiting.ts';

/** Make something look as if nobody had touched it for a time. */
function age(file: string, ms: number): void {
  const then = new Date(Date.now() - ms);
  utimesSync(file, then, then);
}

describe('servers that share a cache', () => {
  it('fetch the same commit at the same time, and each serves all of it', async (t) => {
    const repo = tempRepo(t);
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`f${index}.txt`, `${index}`]));
    const sha = repo.commit({ ...screen('a'), ...files });
    const cacheDir = path.join(tempTree(t), 'cache');
    const servers = Array.from({ length: 3 }, () => openRepos(t, garden(repo.url), { cacheDir }));
    for (const { settled, roots } of servers) {
      const info = await settled('garden');
      assert.deepEqual([info.status, info.resolvedSha], ['ready', sha]);
      assert.equal(readdirSync(roots('garden')[0] ?? '').length, 62);
    }
    const [folder = '', ...more] = readdirSync(cacheDir);
    assert.deepEqual(more, []);
    assert.deepEqual(readdirSync(path.join(cacheDir, folder)).filter((name) => name === sha).length, 1);
  });

  it('go on serving different commits of one repo, whoever prunes', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const one = openRepos(t, garden(repo.url, { pin: 'main' }));
    await one.settled('garden');
    const second = repo.commit(screen('b'));
    const { cacheDir } = one;
    const other = openRepos(t, garden(repo.url), { cacheDir });
    assert.equal((await other.settled('garden')).resolvedSha, second);
    const third = repo.commit(screen('c'));
    other.repos.update('garden');
    assert.equal((await other.settled('garden')).resolvedSha, third);
    assert.equal(one.repos.info('garden')?.resolvedSha, first);
    assert.ok(existsSync(one.roots('garden')[0] ?? ''));
  });
});

describe('commits that nobody uses', () => {
  it('are removed after a while, but none that is in use or was used a moment ago', async (t) => {
    const repo = tempRepo(t);
    const shas = [repo.commit(screen('a'))];
    const { repos, settled, roots } = openRepos(t, garden(repo.url));
    await settled('garden');
    const folder = path.dirname(roots('garden')[0] ?? '');
    for (const name of ['b', 'c']) {
      shas.push(repo.commit(screen(name)));
      repos.update('garden');
      await settled('garden');
    }
    const commits = (): string[] => readdirSync(folder).filter((name) => !name.endsWith('.json'));
    assert.deepEqual(commits().sort(), shas.toSorted());
    const [first = '', second = '', third = ''] = shas;
    for (const sha of [first, third]) age(path.join(folder, sha), REPO_UNUSED_MS + 1_000);
    shas.push(repo.commit(screen('d')));
    repos.update('garden');
    await settled('garden');
    const fourth = shas[3] ?? '';
    assert.ok(!commits().includes(first));
    assert.ok(commits().includes(second) && commits().includes(fourth));
  });

  it('stay while a state names them that is not forgotten', async (t) => {
    const cache = new RepoCache(tempTree(t));
    const sha = 'a'.repeat(40);
    const state = {
      repo: 'r',
      pin: null,
      pinKind: 'branch',
      sha,
      lastFetched: '2026-01-01T00:00:00Z',
      screenCount: 1,
    };
    mkdirSync(cache.commitDir('r', sha), { recursive: true });
    await cache.writeState('h', 'r', null, { ...state, pinKind: 'branch' });
    age(cache.commitDir('r', sha), 2 * REPO_UNUSED_MS);
    await cache.sweep();
    assert.deepEqual(cache.readState('h', 'r', null), state);
    const folder = path.dirname(cache.commitDir('r', sha));
    for (const name of readdirSync(folder)) age(path.join(folder, name), REPO_FORGOTTEN_MS + 1_000);
    await cache.sweep();
    assert.equal(cache.readState('h', 'r', null), null);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('the cache', () => {
  it('is cleared of what killed fetches left behind, not of what runs', async (t) => {
    const cacheDir = tempTree(t, { 'tmp-old/git/x': '', 'tmp-new/git/x': '', 'mine.txt': '' });
    age(path.join(cacheDir, 'tmp-old'), REPO_UNUSED_MS + 1_000);
    await new RepoCache(cacheDir).sweep();
    assert.deepEqual(readdirSync(cacheDir).sort(), ['mine.txt', 'tmp-new']);
  });

  it('is repaired by fetching all anew', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('a'));
    const { repos, settled, roots, cacheDir } = openRepos(t, garden(repo.url, { pin: sha }));
    await settled('garden');
    const file = path.join(roots('garden')[0] ?? '', 'a.lua');
    const sound = readFileSync(file, 'utf8');
    writeFileSync(file, '');
    repos.updateAll();
    assert.equal((await settled('garden')).status, 'ready');
    assert.equal(readFileSync(file, 'utf8'), sound);
    assert.equal(readdirSync(cacheDir).length, 1);
  });

  it('is repaired by itself when somebody cleans up in it', async (t) => {
    const repo = tempRepo(t);
    repo.commit({ ...screen('a'), 'picture.svg': 'x' });
    const config = garden(repo.url, { pin: 'main' });
    const first = openRepos(t, config);
    await first.settled('garden');
    const [root = ''] = first.roots('garden');
    await first.repos.stop();
    rmSync(path.join(root, 'picture.svg'));
    const second = openRepos(t, config, { cacheDir: first.cacheDir });
    assert.deepEqual(second.roots('garden'), [root], 'what is left serves meanwhile');
    await until(() => existsSync(path.join(root, 'picture.svg')));
    assert.equal((await second.settled('garden')).status, 'ready');
    assert.equal(readFileSync(path.join(root, 'picture.svg'), 'utf8'), 'x');
  });

  it('of a commit that served once is looked at before it serves again', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit({ ...screen('a'), 'picture.svg': 'x' });
    const second = repo.commit(screen('b'));
    const { settled, configure, roots } = openRepos(t, garden(repo.url, { pin: first }));
    await settled('garden');
    const [root = ''] = roots('garden');
    configure(garden(repo.url, { pin: second }));
    await settled('garden');
    rmSync(path.join(root, 'picture.svg'));
    configure(garden(repo.url, { pin: first }));
    assert.equal((await settled('garden')).resolvedSha, first);
    assert.ok(existsSync(path.join(root, 'picture.svg')));
  });

  it('is not believed when its state is broken, names a missing commit, or lies in a folder of somebody else', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const { repos, settled, cacheDir, roots } = openRepos(t, garden(repo.url));
    await settled('garden');
    await repos.stop();
    const folder = path.dirname(roots('garden')[0] ?? '');
    const [name = ''] = readdirSync(folder).filter((file) => file.endsWith('.json'));
    const cache = new RepoCache(cacheDir);
    const text = readFileSync(path.join(folder, name), 'utf8');
    assert.ok(cache.readState('garden', repo.url, null) !== null);
    for (const bad of [
      '',
      '{',
      '[]',
      text.replace('branch', 'bramble'),
      text.replace(/"sha":"../, '"sha":"zz'),
    ]) {
      writeFileSync(path.join(folder, name), bad);
      assert.equal(cache.readState('garden', repo.url, null), null);
    }
    writeFileSync(path.join(folder, name), text);
    if (process.getuid?.() !== 0) return;
    chownSync(cacheDir, 4711, 4711);
    assert.ok(cache.readState('garden', repo.url, null) !== null, 'a folder that the operator has chosen');
    chmodSync(path.dirname(cacheDir), 0o1777);
    assert.equal(cache.readState('garden', repo.url, null), null);
    const again = openRepos(t, garden(repo.url), { cacheDir });
    assert.equal((await again.settled('garden')).error, 'the folder of the cache belongs to another user');
  });

  it('that cannot be written is an error of the repo, not of the server', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('a'));
    const folder = tempTree(t, { file: '' });
    const { settled } = openRepos(t, garden(repo.url), { cacheDir: path.join(folder, 'file') });
    const { status, error } = await settled('garden');
    assert.deepEqual([status, error?.replace(/\(.*\)/, '')], ['error', 'the cache cannot be written ']);
  });
});

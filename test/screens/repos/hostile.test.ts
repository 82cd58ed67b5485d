import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import type { RepoLimits } from '../../../src/screens/repos/repo-limits.ts';
import type { GitRepo, TreeEntry } from '../../support/repos/git-repo.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';

/** Serve a good commit, then move the branch to a hostile one. @returns what is said of it */
async function refusal(
  t: TestContext,
  repo: GitRepo,
  makeHostile: () => void,
  limits: Partial<RepoLimits> = {},
): Promise<string> {
  const good = repo.commit(screen('good'));
  const { repos, settled, roots, cacheDir } = openRepos(t, garden(repo.url, { pin: 'main' }), { limits });
  await settled('garden');
  const [root = ''] = roots('garden');
  makeHostile();
  repos.update('garden');
  const info = await settled('garden');
  assert.deepEqual([info.status, info.resolvedSha, roots('garden')], ['offline', good, [root]]);
  assert.ok(existsSync(`${root}/good.lua`));
  // Nothing of it is left: one commit with its count, and one state, of one repo.
  const [folder = '', ...more] = readdirSync(cacheDir);
  assert.deepEqual([more, readdirSync(`${cacheDir}/${folder}`).length], [[], 3]);
  await repos.stop();
  return info.error ?? '';
}

describe('a tree that plays tricks refuses the whole repo', () => {
  const file = (repo: GitRepo, name: string | Uint8Array): TreeEntry => ({
    name,
    mode: '100644',
    id: repo.blob('x'),
  });
  // What each name means is the matter of `tree-names.test.ts`; here git has to carry them through.
  const tricks: readonly (readonly [string | Uint8Array, RegExp])[] = [
    ['..', /^the path "\.\." leads out of its folder$/],
    ['../../evil', /leads out of its folder$/],
    ['/etc/passwd', /^the path "\/etc\/passwd" is absolute$/],
    ['.GIT', /^the path "\.GIT" is a name of git itself$/],
    ['git~1', /is a name of git itself$/],
    ['CON', /is the name of a device$/],
    ['a\nb\u001b[31m', /contains control characters$/],
    [Buffer.from([0x61, 0xff]), /is not UTF-8$/],
    ['p'.repeat(5000), /^the repository has a path without end$|is longer than 512 bytes$/],
  ];
  it('whatever the trick', async (t) => {
    for (const [name, reason] of tricks) {
      const repo = tempRepo(t);
      const hostile = () => repo.commitEntries([file(repo, 'a.lua'), file(repo, name)]);
      assert.match(await refusal(t, repo, hostile), reason);
    }
  });

  it('names that differ only in case, in how they are composed, or not at all', async (t) => {
    for (const names of [
      ['Readme', 'readme'],
      ['\u00e9', 'e\u0301'],
      ['same', 'same'],
      ['dot.', 'dot'],
    ]) {
      const repo = tempRepo(t);
      const hostile = () => repo.commitEntries(names.map((name) => file(repo, name)));
      assert.match(await refusal(t, repo, hostile), /clashes with/);
    }
  });

  it('a folder with the name of a symbolic link', async (t) => {
    const repo = tempRepo(t);
    const inside = repo.tree([file(repo, 'passwd')]);
    const hostile = () =>
      repo.commitEntries([
        { name: 'etc', mode: '120000', id: repo.blob('/etc') },
        { name: 'etc', mode: '40000', id: inside },
      ]);
    assert.match(await refusal(t, repo, hostile), /^the path "etc" clashes with "etc"$/);
  });
});

describe('too much of something refuses the repo', () => {
  it('a file of 100 MiB, which is not even sent', async (t) => {
    const repo = tempRepo(t);
    const big = repo.hugeBlob(100);
    const hostile = () => repo.commitEntries([{ name: 'big.bin', mode: '100644', id: big }]);
    assert.equal(await refusal(t, repo, hostile), 'the file "big.bin" is larger than 16 MiB');
  });

  it('a large file from a server that leaves nothing out', async (t) => {
    const repo = tempRepo(t);
    const hostile = () => {
      repo.configure('[uploadpack]\n\tallowFilter = false\n');
      repo.commitEntries([{ name: 'big.bin', mode: '100644', id: repo.hugeBlob(40) }]);
    };
    assert.equal(await refusal(t, repo, hostile), 'the file "big.bin" is larger than 16 MiB');
  });

  it('a pack over the limit, whose download is cut off', async (t) => {
    const repo = tempRepo(t);
    const hostile = () => {
      repo.commitEntries([{ name: 'noise.bin', mode: '100644', id: repo.blob(noise(3_000_000)) }]);
    };
    const limits = { repoFetchBytes: 1_000_000 };
    assert.equal(await refusal(t, repo, hostile, limits), 'the repository is too large');
  });

  it('20 000 files', async (t) => {
    const repo = tempRepo(t);
    const id = repo.blob('x');
    const entries = Array.from({ length: 20_000 }, (_, index) => ({
      name: `f${index}`,
      mode: '100644',
      id,
    }));
    assert.equal(
      await refusal(t, repo, () => repo.commitEntries(entries)),
      'the repository has more than 10000 files and folders',
    );
  });

  it('a small tree that unfolds without end, with files and without', async (t) => {
    for (const withFile of [true, false]) {
      const repo = tempRepo(t);
      let tree = repo.tree(withFile ? [{ name: 'f', mode: '100644', id: repo.blob('x') }] : []);
      for (let level = 0; level < 12; level++) {
        const id = tree;
        tree = repo.tree(
          Array.from({ length: 10 }, (_, index) => ({ name: `d${index}`, mode: '40000', id })),
        );
      }
      const bomb = tree;
      assert.equal(
        await refusal(t, repo, () => repo.setBranch('main', repo.commitTree(bomb))),
        'the repository has more than 10000 files and folders',
      );
    }
  });

  it('folders that go down without end', async (t) => {
    const repo = tempRepo(t);
    let tree = repo.tree([{ name: 'f', mode: '100644', id: repo.blob('x') }]);
    for (let level = 0; level < 400; level++) tree = repo.tree([{ name: 'd', mode: '40000', id: tree }]);
    const deep = tree;
    assert.match(
      await refusal(t, repo, () => repo.setBranch('main', repo.commitTree(deep))),
      /is longer than 512 bytes$/,
    );
  });

  it('files that are too large together, metadata that is, screens that are too many', async (t) => {
    const files = { ...screen('a'), ...screen('b'), 'x/meta.yaml': `title: ${'x'.repeat(2000)}\n` };
    for (const [limits, reason] of [
      [{ repoBytes: 1_000 }, 'the files of the repository are larger than 0 MiB'],
      [{ repoMetaBytes: 1_000 }, 'the metadata files are larger than 0 MiB'],
      [{ repoScreens: 2 }, 'the repository has 3 screens, more than the 2 that are allowed'],
    ] as const) {
      const repo = tempRepo(t);
      repo.commit(files);
      const { settled } = openRepos(t, garden(repo.url), { limits });
      const { status, error } = await settled('garden');
      assert.deepEqual([status, error], ['error', reason]);
    }
  });
});

describe('a refused commit', () => {
  it('is not brought again, but the next one is', async (t) => {
    const repo = tempRepo(t);
    repo.commitEntries([{ name: 'con', mode: '100644', id: repo.blob('x') }]);
    const { repos, settled } = openRepos(t, garden(repo.url, { pin: 'main' }));
    assert.equal((await settled('garden')).error, 'the path "con" is the name of a device');
    // Without its objects it could not be fetched, and there would be another reason.
    repo.dropObjects();
    repos.update('garden');
    assert.equal((await settled('garden')).error, 'the path "con" is the name of a device');
    repo.commit(screen('a'));
    repos.update('garden');
    assert.equal((await settled('garden')).status, 'ready');
  });

  it('may be one whose manifest cannot be read', async (t) => {
    for (const [manifest, reason] of [
      ['name: [', /^service-screens\.yaml:\d+:\d+: /],
      ['root: nowhere', /^service-screens\.yaml: root: there is no folder "nowhere"$/],
      [`root: ${'x'.repeat(300)}`, /^service-screens\.yaml: root: there is no folder "x+"$/],
      ['root: ../..', /^service-screens\.yaml:1:7: root: expected a folder inside the repo/],
    ] as const) {
      const repo = tempRepo(t);
      const good = repo.commit(screen('good'));
      const { repos, settled } = openRepos(t, garden(repo.url));
      await settled('garden');
      repo.commit({ 'service-screens.yaml': manifest });
      repos.update('garden');
      const { status, resolvedSha, error } = await settled('garden');
      assert.deepEqual([status, resolvedSha], ['offline', good]);
      assert.match(error ?? '', reason);
    }
  });
});

/** Bytes that do not compress, the same every time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      return state >>> 24;
    }),
  );
}

import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { gitVariables } from '../../../src/config/env/env.ts';
import { sha256Hex } from '../../../src/platform/base/hash.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { below, gitDaemon, httpGitServer } from '../../support/repos/git-servers.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';

describe('a repo is fetched', () => {
  it('from a file URL, from its default branch, into a folder named by repo and commit', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit({ ...screen('tulips'), 'deep/er/rose.svg': 'x', 'README.md': 'hello' });
    const { settled, roots, cacheDir, repos } = openRepos(t, garden(repo.url));
    assert.equal(repos.info('garden')?.status, 'fetching');
    const info = await settled('garden');
    assert.ok(info.lastFetched !== null && Math.abs(Date.parse(info.lastFetched) - Date.now()) < 60_000);
    assert.deepEqual(
      { ...info, lastFetched: null },
      {
        handle: 'garden',
        repo: repo.url,
        pin: null,
        builtin: false,
        tokenSet: false,
        screenCount: 1,
        status: 'ready',
        pinKind: 'branch',
        resolvedSha: sha,
        lastFetched: null,
        error: null,
      },
    );
    const folder = path.join(cacheDir, sha256Hex(repo.url).slice(0, 16), sha);
    assert.deepEqual(roots('garden'), [folder]);
    assert.equal(readFileSync(path.join(folder, 'deep/er/rose.svg'), 'utf8'), 'x');
    assert.ok(!existsSync(path.join(folder, '.git')));
  });

  it('from git daemon', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('tulips'));
    const daemon = await gitDaemon(t, path.dirname(repo.dir));
    const { settled } = openRepos(t, garden(below(daemon.url, repo.dir)));
    assert.deepEqual(pick(await settled('garden')), ['ready', 'branch', sha, null]);
  });

  it('over HTTP: from a server of today, an old one, and a folder on the web', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(screen('tulips'));
    const second = repo.commit({ ...screen('tulips'), ...screen('roses') });
    repo.setTag('one', first);
    for (const behaviour of [{}, { old: true }, { dumb: true }]) {
      const server = await httpGitServer(t, path.dirname(repo.dir), behaviour);
      if (behaviour.dumb) writeDumbInfo(repo.dir, { main: second, one: first });
      for (const [pin, sha, kind] of [
        ['main', second, 'branch'],
        ['one', first, 'tag'],
        [first, first, 'sha'],
      ] as const) {
        const { settled } = openRepos(t, garden(below(server.url, repo.dir), { pin }));
        assert.deepEqual(
          pick(await settled('garden')),
          ['ready', kind, sha, null],
          `${JSON.stringify(behaviour)} ${pin}`,
        );
      }
      await server.close();
    }
  });

  it('over ssh, which never asks and forwards nothing', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('tulips'));
    // Stands in for ssh: notes how it was called, and runs the command on this machine.
    const bin = tempTree(t, {
      ssh: '#!/bin/sh\necho "$*" >> "$(dirname "$0")/calls"\nfor last; do :; done\nexec sh -c "$last"\n',
    });
    chmodSync(path.join(bin, 'ssh'), 0o755);
    const variables = { ...gitVariables(), PATH: `${bin}:${process.env['PATH']}` };
    for (const url of [`git@host.example:${repo.dir}`, `ssh://git@host.example:2222${repo.dir}`]) {
      const { settled } = openRepos(t, garden(url), { variables });
      assert.deepEqual(pick(await settled('garden')), ['ready', 'branch', sha, null]);
    }
    const calls = readFileSync(path.join(bin, 'calls'), 'utf8');
    assert.match(calls, /-oBatchMode=yes .*-oForwardAgent=no .*git@host\.example git-upload-pack/);
    assert.match(calls, /-p 2222 git@host\.example/);
  });

  it('by a commit that no ref leads to any more, also from an old server while history has it', async (t) => {
    const repo = tempRepo(t);
    const buried = repo.commit(screen('tulips'));
    const child = repo.object(
      'commit',
      `tree ${repo.files(screen('roses'))}\nparent ${buried}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nx\n`,
    );
    repo.setBranch('main', child);
    for (const old of [false, true]) {
      const server = await httpGitServer(t, path.dirname(repo.dir), { old });
      const { settled } = openRepos(t, garden(below(server.url, repo.dir), { pin: buried }));
      assert.deepEqual(pick(await settled('garden')), ['ready', 'sha', buried, null]);
    }
  });

  it('with files as they are in it: no filters, no line ends, nobody may execute them', async (t) => {
    const repo = tempRepo(t);
    const script = repo.blob('line\r\n$Id$\n');
    repo.commitEntries([
      { name: '.gitattributes', mode: '100644', id: repo.blob('* text eol=lf ident filter=lfs\n') },
      { name: '.lfsconfig', mode: '100644', id: repo.blob('[lfs]\n\turl = http://127.0.0.1:1/\n') },
      { name: 'run.sh', mode: '100755', id: script },
    ]);
    const { settled, roots } = openRepos(t, garden(repo.url));
    await settled('garden');
    const file = path.join(roots('garden')[0] ?? '', 'run.sh');
    assert.equal(readFileSync(file, 'utf8'), 'line\r\n$Id$\n');
    assert.equal(statSync(file).mode & 0o111, 0);
  });

  it('with its screens in the folder that its manifest names', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit({
      ...screen('not-a-screen'),
      'deep/screens/tulips.lua': 'return {}',
      'deep/screens/tulips.svg': '<svg/>',
      'service-screens.yaml': 'name: Garden\nroot: deep/screens\n',
    });
    const { repos, settled, roots } = openRepos(t, garden(repo.url));
    const { screenCount } = await settled('garden');
    assert.equal(screenCount, 1);
    assert.ok(roots('garden')[0]?.endsWith(`/${sha}/deep/screens`));
    assert.equal(repos.sources().get('garden')?.manifest?.name, 'Garden');
  });

  it('without its symbolic links and submodules', async (t) => {
    const repo = tempRepo(t);
    repo.commitEntries([
      { name: 'etc', mode: '120000', id: repo.blob('/etc') },
      { name: 'passwd.svg', mode: '120000', id: repo.blob('/etc/passwd') },
      { name: 'module', mode: '160000', id: '1'.repeat(40) },
      {
        name: '.gitmodules',
        mode: '100644',
        id: repo.blob('[submodule "module"]\n\tpath=module\n\turl=-u./x\n'),
      },
      { name: 'a.lua', mode: '100644', id: repo.blob('x') },
    ]);
    const { settled, roots } = openRepos(t, garden(repo.url));
    assert.equal((await settled('garden')).status, 'ready');
    assert.deepEqual(readdirSync(roots('garden')[0] ?? '').sort(), ['.gitmodules', 'a.lua']);
  });
});

describe('a pin', () => {
  it('is a commit, else a tag, else a branch', async (t) => {
    const repo = tempRepo(t);
    const tagged = repo.commit(screen('tagged'), 'v1');
    const branch = repo.commit(screen('branch'), 'v1');
    repo.setTag('v1', repo.tagObject(tagged, 'v1'));
    const { settled, configure } = openRepos(t, garden(repo.url, { pin: 'v1' }));
    assert.deepEqual(pick(await settled('garden')), ['ready', 'tag', tagged, null]);
    configure(garden(repo.url, { pin: branch.toUpperCase() }));
    assert.deepEqual(pick(await settled('garden')), ['ready', 'sha', branch, null]);
  });

  it('of 40 hex digits is never taken for a branch of that name', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('x'), 'ab'.repeat(20));
    const { settled } = openRepos(t, garden(repo.url, { pin: 'ab'.repeat(20) }));
    const info = await settled('garden');
    assert.deepEqual([info.status, info.error], ['error', `the repository has no commit ${'ab'.repeat(20)}`]);
  });

  it('does not match the end of another name', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('x'), 'refs/heads/wanted');
    const { settled } = openRepos(t, garden(repo.url, { pin: 'wanted' }));
    assert.equal((await settled('garden')).error, 'the repository has no tag and no branch "wanted"');
  });

  it('that is a tag of something else is refused, and one that names a tag object as a commit', async (t) => {
    const repo = tempRepo(t);
    const sha = repo.commit(screen('x'));
    repo.setTag('picture', repo.blob('x'));
    const tag = repo.tagObject(sha, 'v1');
    repo.setTag('v1', tag);
    const { settled, configure } = openRepos(t, garden(repo.url, { pin: 'picture' }));
    assert.equal((await settled('garden')).error, 'the tag does not name a commit');
    configure(garden(repo.url, { pin: tag }));
    assert.equal((await settled('garden')).error, `${tag} names a tag, not a commit`);
  });
});

function pick(info: {
  status: string;
  pinKind: string | null;
  resolvedSha: string | null;
  error: string | null;
}) {
  return [info.status, info.pinKind, info.resolvedSha, info.error];
}

/** What `git update-server-info` writes for clients that can only read files. */
function writeDumbInfo(dir: string, refs: { main: string; one: string }): void {
  mkdirSync(path.join(dir, 'info'), { recursive: true });
  writeFileSync(path.join(dir, 'info/refs'), `${refs.main}\trefs/heads/main\n${refs.one}\trefs/tags/one\n`);
}

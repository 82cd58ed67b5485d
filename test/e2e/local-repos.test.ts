/** What callers of the admin API may register of the repositories on the server's machine, by every way to write the config. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { isWithinFolders } from '../../src/platform/files/repo-folders.ts';
import { GitRepo } from '../support/repos/git-repo.ts';
import { type Admin, startAdmin } from '../support/server/admin.ts';

const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'stipple-local-')));
const open = path.join(root, 'open');
const secret = path.join(root, 'secret');
const OWN = `screen_repos:\n  own: { repo: "file://${secret}" }\n`;

function makeFolders(): void {
  mkdirSync(path.join(open, 'folder'), { recursive: true });
  mkdirSync(path.join(open, 'borrowed', 'objects', 'info'), { recursive: true });
  new GitRepo(path.join(open, 'good'));
  new GitRepo(secret);
  mkdirSync(`${open}-beside`);
  symlinkSync(secret, path.join(open, 'link'));
  symlinkSync(root, path.join(open, 'folder', 'up'));
  symlinkSync(secret, path.join(open, 'short.git'));
  symlinkSync(path.join(root, 'later'), path.join(open, 'dangling'));
  mkdirSync(path.join(open, 'worktree'));
  writeFileSync(path.join(open, 'worktree', '.git'), `gitdir: ${secret}\n`);
  mkdirSync(path.join(open, 'parts'));
  symlinkSync(path.join(secret, 'objects'), path.join(open, 'parts', 'objects'));
  writeFileSync(path.join(open, 'borrowed', 'objects', 'info', 'alternates'), `${secret}/objects\n`);
}

/** Paths that lead out of the folder, however they begin. */
const OUTSIDE = [
  ...[secret, `${secret}/.`, `/${secret}`, `${open}-beside`, root, open, '/etc', '/no/such'],
  ...[`${open}/../secret`, `${open}/good/../../secret`, `${open}/%2e%2e/secret`, `${open}/.%2E/secret`],
  ...['link', 'link/', 'folder/up/secret', 'short', 'short.git', 'dangling'].map((name) => `${open}/${name}`),
  ...['worktree', 'parts', 'borrowed', '%00', '%'].map((name) => `${open}/${name}`),
];

const address = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('file://', 'FILE://', 'File://localhost', 'file://LOCALHOST'),
      fc.constantFrom(...OUTSIDE),
    )
    .map(([scheme, file]) => `${scheme}${file}`),
  fc.constantFrom(
    secret,
    `${open}/link`,
    './secret',
    '~/secret',
    '../x',
    `ext::cat ${secret}`,
    'fd::7',
    'ext::sh',
  ),
  fc.constantFrom(`file::${secret}`, `file://host${secret}`, `file+ssh://${secret}`),
);

describe('repositories of the server machine', () => {
  let admin: Admin;
  before(async () => {
    makeFolders();
    admin = await startAdmin({ config: `default_screen: plain\n${OWN}`, env: { SCREEN_REPO_FOLDERS: open } });
  });
  after(() => admin.server.stop());

  /** The ways to write an address. */
  const ways: Record<string, (repo: string) => Promise<{ status: number }>> = {
    post: (repo) => admin.post('/screen-repos', { handle: 'taken', repo }),
    patch: (repo) => admin.patch('/screen-repos/own', { repo }),
    text: (repo) => putText(`default_screen: plain\n${OWN}  taken: { repo: ${JSON.stringify(repo)} }\n`),
    alias: (repo) =>
      putText(
        `default_screen: plain\n${OWN}  base: &a { repo: ${JSON.stringify(repo)} }\n  taken: { <<: *a }\n`,
      ),
  };

  async function putText(text: string): Promise<{ status: number }> {
    const { body } = await admin.get('/config/text');
    return admin.call('PUT', '/config/text', { text, digest: body.digest });
  }

  it('are taken by no spelling and no way to write, outside of the named folders', async () => {
    await fc.assert(
      fc.asyncProperty(address, fc.constantFrom(...Object.keys(ways)), async (repo, way) => {
        if (way === 'patch' && repo === `file://${secret}`) return;
        const { status } = (await ways[way]?.(repo)) ?? { status: 0 };
        assert.ok(status >= 400 && status < 500, `${way} ${repo}: ${status}`);
        const { body } = await admin.get('/screen-repos');
        const repos = body.map((entry: { repo: string | null }) => entry.repo);
        assert.deepEqual(repos.filter(Boolean), [`file://${secret}`]);
      }),
      { numRuns: 150 },
    );
  });

  it('are refused in a sentence that names the setting', async () => {
    const { status, body } = await admin.post('/screen-repos', {
      handle: 'taken',
      repo: `file://${open}/link`,
    });
    assert.equal(status, 400);
    assert.match(JSON.stringify(body), /SCREEN_REPO_FOLDERS/);
  });

  it('are taken below a named folder, and an entry of the operator stays through other writes', async () => {
    const good = `file://${open}/good`;
    assert.equal((await admin.post('/screen-repos', { handle: 'good', repo: good })).status, 200);
    assert.equal((await admin.patch('/screen-repos/own', { pin: 'main' })).status, 200);
    const { body } = await admin.get('/screen-repos/own');
    assert.equal(body.repo, `file://${secret}`);
  });

  it('are judged by each link at the time of the question', () => {
    for (const file of OUTSIDE) assert.equal(isWithinFolders(`file://${file}`, [open]), false, file);
    assert.equal(isWithinFolders(`file://${open}/good`, [open]), true);
    assert.equal(isWithinFolders(`file://${open}/good`, []), false);
  });
});

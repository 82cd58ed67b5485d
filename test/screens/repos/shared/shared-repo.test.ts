import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { CheckScreens } from '../../../../src/screens/repos/safe-switch.ts';
import type { GitRepo } from '../../../support/repos/git-repo.ts';
import { below, type HttpGitServer, httpGitServer } from '../../../support/repos/git-servers.ts';
import { garden, screen, tempRepo } from '../../../support/repos/open-repos.ts';
import { type SharingServer, sharedStores } from '../../../support/repos/shared-servers.ts';
import { until } from '../../../support/waiting.ts';

const newStore = sharedStores();
const DEVICE = 'devices: {"AA:BB:CC:DD:EE:FF": {screen: garden/used}}\n';

/** Takes a script for broken when it says so. */
const saysBroken: CheckScreens = async (roots, paths) =>
  new Map(
    paths.flatMap((name) => {
      const text = readFileSync(`${roots[0]}/${name}.lua`, 'utf8');
      return text.startsWith('broken') ? [[name, text]] : [];
    }),
  );

interface Origin {
  readonly repo: GitRepo;
  readonly server: HttpGitServer;
  readonly url: string;
}

/** A repository with one commit, served over HTTP. */
async function origin(t: TestContext): Promise<Origin & { readonly first: string }> {
  const repo = tempRepo(t);
  const first = repo.commit({ ...screen('used'), 'picture.svg': 'x' });
  const server = await httpGitServer(t, path.dirname(repo.dir));
  return { repo, server, url: below(server.url, repo.dir), first };
}

/** How often git has asked for the refs: once to find the commit of a pin, once to fetch it. */
function askedFor({ server }: Origin): number {
  return server.requests.filter(({ path: url }) => url.includes('info/refs')).length;
}

function sha({ repos }: SharingServer): string | null | undefined {
  return repos.info('garden')?.resolvedSha;
}

/** Wait until a server serves a commit, and nothing is fetched. */
async function serves(server: SharingServer, commit: string): Promise<void> {
  await until(() => sha(server) === commit, `${commit} is served`);
  await server.settled('garden');
}

describe('servers on one store', () => {
  it('serve the commit that one of them has found, and the others ask for no other', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const one = await store.serve(garden(git.url));
    const two = await store.serve(garden(git.url));
    await serves(one, git.first);
    await serves(two, git.first);
    assert.equal(askedFor(git), 3, 'one has asked which commit it is, two have fetched it');
    const second = git.repo.commit(screen('b'));
    one.repos.update('garden');
    await serves(two, second);
    await serves(one, second);
    assert.equal(askedFor(git), 6);
    assert.deepEqual(two.repos.info('garden'), one.repos.info('garden'));
  });

  it('learn that one of them has looked, without asking themselves', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const [one, two] = [await store.serve(garden(git.url)), await store.serve(garden(git.url))];
    await serves(one, git.first);
    await serves(two, git.first);
    const asked = askedFor(git);
    const before = two.repos.info('garden')?.lastFetched;
    one.repos.update('garden');
    await until(() => two.repos.info('garden')?.lastFetched !== before);
    await one.settled('garden');
    assert.deepEqual(two.repos.info('garden'), one.repos.info('garden'));
    assert.equal(askedFor(git), asked + 1);
    git.server.behaviour.mode = 500;
    one.repos.update('garden');
    await until(() => two.repos.info('garden')?.status === 'offline');
    assert.match(two.repos.info('garden')?.error ?? '', /^not reached/);
    assert.equal(two.log.filter((line) => line.includes('not updated')).length, 0, 'one line for all');
  });

  it('look together as often as the config says, and switch together', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const config = garden(git.url, {}, 'screen_repo_refresh_interval: 1\n');
    const [one, two] = [await store.serve(config), await store.serve(config)];
    await serves(one, git.first);
    await serves(two, git.first);
    const second = git.repo.commit(screen('b'));
    await serves(one, second);
    await serves(two, second);
    const news = [...one.log, ...two.log].filter((line) => line.includes('has a new commit'));
    assert.equal(news.length, 4);
  });

  it('hold back a commit together, and take it together once it is accepted on one', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const config = garden(git.url, {}, DEVICE);
    const one = await store.serve(config, { check: saysBroken });
    const two = await store.serve(config, { check: saysBroken });
    await serves(one, git.first);
    await serves(two, git.first);
    const bad = git.repo.commit(screen('used', 'broken'));
    one.repos.update('garden');
    await until(() => two.repos.info('garden')?.status === 'offline');
    await one.settled('garden');
    for (const { repos } of [one, two]) {
      const info = repos.info('garden');
      assert.deepEqual([info?.status, info?.resolvedSha], ['offline', git.first]);
      assert.match(info?.error ?? '', new RegExp(`^commit ${bad.slice(0, 12)} would break`));
    }
    two.repos.update('garden', { accept: true });
    await serves(one, bad);
    await serves(two, bad);
    assert.deepEqual([one.repos.info('garden')?.status, one.repos.info('garden')?.error], ['ready', null]);
  });

  it('ask again for each request of an admin, since one that runs may have begun before the push', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const [one, two] = [await store.serve(garden(git.url)), await store.serve(garden(git.url))];
    await serves(one, git.first);
    await serves(two, git.first);
    git.server.behaviour.mode = 'hang';
    one.repos.update('garden');
    const asked = askedFor(git);
    await until(() => askedFor(git) > asked);
    two.repos.update('garden');
    const second = git.repo.commit(screen('b'));
    git.server.behaviour.mode = 'serve';
    await one.repos.stop();
    await serves(two, second);
  });
});

describe('a server that joins others', () => {
  it('serves their commit, and none that they have not looked at', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const config = garden(git.url, {}, DEVICE);
    const one = await store.serve(config, { check: saysBroken });
    await serves(one, git.first);
    git.repo.commit(screen('used', 'broken'));
    const two = await store.serve(config, { check: saysBroken });
    assert.equal((await two.settled('garden')).resolvedSha, git.first);
    assert.equal((await two.settled('garden')).status, 'ready');
  });

  it('with another commit in its cache takes theirs', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const old = await store.serve(garden(git.url));
    await serves(old, git.first);
    await old.repos.stop();
    const second = git.repo.commit(screen('b'));
    const one = await store.serve(garden(git.url));
    await serves(one, git.first);
    one.repos.update('garden');
    await serves(one, second);
    const again = await store.serve(garden(git.url), { cacheDir: old.cacheDir });
    assert.equal(sha(again), git.first, 'at once, from its cache');
    await serves(again, second);
  });

  it('with an older config serves its own pin, and theirs when the config comes', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    git.repo.setTag('v1', git.first);
    const second = git.repo.commit(screen('b'));
    const one = await store.serve(garden(git.url, { pin: 'main' }));
    await serves(one, second);
    const late = await store.serve(garden(git.url, { pin: 'v1' }));
    await serves(late, git.first);
    assert.equal(sha(one), second);
    const third = git.repo.commit(screen('c'));
    late.configure(garden(git.url, { pin: 'main' }));
    await serves(late, third);
    await serves(one, third);
  });
});

describe('what concerns one server', () => {
  it('is the repair of its cache, by the same commit', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const one = await store.serve(garden(git.url));
    await serves(one, git.first);
    const [root = ''] = one.roots('garden');
    await one.repos.stop();
    rmSync(path.join(root, 'picture.svg'));
    git.repo.commit(screen('b'));
    const again = await store.serve(garden(git.url), { cacheDir: one.cacheDir });
    await until(() => existsSync(path.join(root, 'picture.svg')));
    assert.equal((await again.settled('garden')).resolvedSha, git.first);
  });
});

describe('an entry that is no more', () => {
  it('leaves no record', async (t) => {
    const [store, git] = [await newStore(t), await origin(t)];
    const one = await store.serve(garden(git.url));
    await serves(one, git.first);
    assert.notEqual(await store.state.repos.get('garden'), null);
    one.configure('screen_repos: {}');
    await until(async () => (await store.state.repos.get('garden')) === null);
    assert.equal(one.repos.info('garden'), undefined);
  });
});

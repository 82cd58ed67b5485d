import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { CheckScreens } from '../../../../src/screens/repos/safe-switch.ts';
import { below, httpGitServer } from '../../../support/repos/git-servers.ts';
import { garden, screen, tempRepo } from '../../../support/repos/open-repos.ts';
import { type SharingServer, sharedStores, storeOn } from '../../../support/repos/shared-servers.ts';
import { startRedis } from '../../../support/state/redis-server.ts';
import { until } from '../../../support/waiting.ts';

const newStore = sharedStores();

async function serves({ repos, settled }: SharingServer, commit: string): Promise<void> {
  await until(() => repos.info('garden')?.resolvedSha === commit, `${commit} is served`);
  await settled('garden');
}

describe('a server that dies while it fetches for all', () => {
  it('is followed by another one, and writes nothing any more', async (t) => {
    const store = await newStore(t);
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const git = await httpGitServer(t, path.dirname(repo.dir));
    const config = garden(below(git.url, repo.dir));
    const one = await store.serve(config, { leaseMs: 600 });
    const two = await store.serve(config, { leaseMs: 600 });
    await serves(one, first);
    await serves(two, first);
    const second = repo.commit(screen('b'));
    git.behaviour.mode = 'hang';
    const asked = git.requests.length;
    one.repos.update('garden');
    await until(() => git.requests.length > asked, 'the first one asks the git server');
    // Cut off from the store, it can neither renew its lease nor end it.
    await one.state.close();
    git.behaviour.mode = 'serve';
    two.repos.update('garden');
    await serves(two, second);
    await one.settled('garden');
    assert.equal(one.repos.info('garden')?.resolvedSha, first);
    assert.match((await store.state.repos.get('garden')) ?? '', new RegExp(second));
  });
});

describe('a record that is none', () => {
  it('is ignored, and replaced by a good one', async (t) => {
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const other = tempRepo(t, 'other.git');
    const wrong = other.commit(screen('wrong'));
    const commit = (of: string): object => ({
      ...{ repo: of, pin: null, pinKind: 'branch', sha: wrong },
      ...{ lastFetched: '2026-01-01T00:00:00.000Z', screenCount: 1 },
    });
    const attempt = { atMs: Date.now(), problem: null, refusedSha: null, failures: 0, final: false };
    const record = { repo: repo.url, pin: null, isJudged: true, commit: commit(other.url), attempt };
    for (const text of [
      '',
      'nonsense',
      JSON.stringify(record),
      JSON.stringify({ ...record, repo: other.url }),
      JSON.stringify({ ...record, pin: 'v1', commit: null }),
    ]) {
      const store = await newStore(t);
      await store.state.repos.put('garden', text, 0);
      const server = await store.serve(garden(repo.url));
      assert.equal((await server.settled('garden')).resolvedSha, first, text);
      assert.match((await store.state.repos.get('garden')) ?? '', new RegExp(first));
    }
  });

  it('of a commit that nobody has any more is replaced by what the git server has', async (t) => {
    const store = await newStore(t);
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const one = await store.serve(garden(repo.url));
    await serves(one, first);
    const text = (await store.state.repos.get('garden')) ?? '';
    await store.state.repos.put('garden', text.replaceAll(first, 'f'.repeat(40)), 1);
    await store.state.notices.publish('repo', 'garden');
    await until(() =>
      /which the other servers use, cannot be had/.test(one.repos.info('garden')?.error ?? ''),
    );
    assert.equal((await one.settled('garden')).resolvedSha, first);
    one.repos.update('garden');
    assert.equal((await one.settled('garden')).status, 'ready');
    assert.match((await store.state.repos.get('garden')) ?? '', new RegExp(first));
  });

  it('of a commit that nobody has compared is held back by whoever it would break', async (t) => {
    const store = await newStore(t);
    const repo = tempRepo(t);
    const first = repo.commit(screen('used'));
    const config = garden(repo.url, {}, 'devices: {"AA:BB:CC:DD:EE:FF": {screen: garden/used}}\n');
    const check: CheckScreens = async ([root = '']) =>
      new Map(existsSync(path.join(root, 'broken')) ? [['used', 'used.lua:1: broken']] : []);
    const one = await store.serve(config, { check });
    await serves(one, first);
    const bad = repo.commit({ ...screen('used'), broken: '' });
    const text = (await store.state.repos.get('garden')) ?? '';
    assert.match(text, /"isJudged":false/);
    await store.state.repos.put('garden', text.replaceAll(first, bad), 1);
    await store.state.notices.publish('repo', 'garden');
    await until(() => /would break a screen that is in use/.test(one.repos.info('garden')?.error ?? ''));
    one.repos.update('garden');
    assert.equal((await one.settled('garden')).resolvedSha, first);
    assert.match((await store.state.repos.get('garden')) ?? '', new RegExp(`"sha":"${first}"`));
  });
});

describe('a store that is away', () => {
  it('leaves all as it is; a server with nothing to show fetches for itself; and all agree when it is back', async (t) => {
    const redis = await startRedis();
    let running = redis;
    t.after(() => running.kill());
    const store = await storeOn(t, redis);
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const [one, two] = [await store.serve(garden(repo.url)), await store.serve(garden(repo.url))];
    await serves(one, first);
    await serves(two, first);
    await redis.kill();
    const second = repo.commit(screen('b'));
    one.repos.update('garden');
    const { status, resolvedSha, error } = await one.settled('garden');
    assert.deepEqual([status, resolvedSha], ['offline', first]);
    assert.match(error ?? '', /^the state store does not answer/);
    const alone = await store.serve(garden(repo.url));
    assert.equal((await alone.settled('garden')).resolvedSha, second);
    running = await startRedis([], redis.port);
    const servers = [one, two, alone];
    await until(async () => {
      const infos = await Promise.all(servers.map(({ settled }) => settled('garden')));
      const [sha] = infos.map((info) => info.resolvedSha);
      const isWritten = ((await store.state.repos.get('garden').catch(() => null)) ?? '').includes(
        sha ?? '-',
      );
      return isWritten && infos.every((info) => info.resolvedSha === sha && info.status === 'ready');
    }, 'all serve one commit');
    assert.equal(new Set(servers.map(({ repos }) => repos.info('garden')?.resolvedSha)).size, 1);
  });
});

describe('a store that was emptied', () => {
  it('is given back what the servers have, and nothing moves', async (t) => {
    const store = await newStore(t);
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const [one, two] = [await store.serve(garden(repo.url)), await store.serve(garden(repo.url))];
    await serves(one, first);
    await serves(two, first);
    repo.commit(screen('b'));
    await store.redis.command('FLUSHALL');
    await store.state.notices.publish('repo', 'garden');
    await until(async () => ((await store.state.repos.get('garden')) ?? '').includes(first));
    const three = await store.serve(garden(repo.url));
    assert.equal((await three.settled('garden')).resolvedSha, first);
  });

  it('is given back the newest commit, though a server with an older one was the first to come', async (t) => {
    const [before, store] = [await newStore(t), await newStore(t)];
    const repo = tempRepo(t);
    const first = repo.commit(screen('a'));
    const old = await before.serve(garden(repo.url));
    await serves(old, first);
    await old.repos.stop();
    const second = repo.commit(screen('b'));
    const last = await before.serve(garden(repo.url));
    last.repos.update('garden');
    await serves(last, second);
    await last.repos.stop();
    const one = await store.serve(garden(repo.url), { cacheDir: old.cacheDir });
    await until(async () => ((await store.state.repos.get('garden')) ?? '').includes(first));
    const two = await store.serve(garden(repo.url), { cacheDir: last.cacheDir });
    await serves(one, second);
    await serves(two, second);
  });
});

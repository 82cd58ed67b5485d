import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type CheckScreens, findWorse } from '../../../src/screens/repos/safe-switch.ts';
import { tempTree } from '../../support/files/temp-tree.ts';
import { garden, openRepos, screen, tempRepo } from '../../support/repos/open-repos.ts';
import { until } from '../../support/waiting.ts';

/** Takes a script for broken when it says so. */
const saysBroken: CheckScreens = async (roots, paths) =>
  new Map(
    paths.flatMap((path) => {
      const text = readFileSync(`${roots[0]}/${path}.lua`, 'utf8');
      return text.startsWith('broken') ? [[path, `${path}.lua:1: ${text}`]] : [];
    }),
  );

const { signal } = new AbortController();

const DEVICE = 'devices: {"AA:BB:CC:DD:EE:FF": {screen: garden/used}}\n';

describe('findWorse', () => {
  it('finds screens that worked and are broken or gone, and no others', async (t) => {
    const before = tempTree(t, {
      ...screen('fine'),
      ...screen('breaks'),
      ...screen('vanishes'),
      ...screen('unused'),
      ...screen('never', 'broken before'),
      ...screen('gone-anyway', 'broken before'),
    });
    const after = tempTree(t, {
      ...screen('fine'),
      ...screen('breaks', 'broken now'),
      ...screen('never', 'broken still'),
      ...screen('unused', 'broken now'),
    });
    const used = ['fine', 'breaks', 'vanishes', 'never', 'gone-anyway', 'not-there'];
    assert.deepEqual(await findWorse([before], [after], used, saysBroken, signal), [
      { path: 'breaks', problem: 'breaks.lua:1: broken now' },
      { path: 'vanishes', problem: 'it is gone' },
    ]);
  });

  it('checks nothing when no screen is in use', async (t) => {
    const tree = tempTree(t, screen('a'));
    const never: CheckScreens = () => assert.fail('nothing to check');
    assert.deepEqual(await findWorse([tree], [tree], ['b'], never, signal), []);
  });
});

describe('a commit that would break a screen in use', () => {
  it('is held back until it is accepted or repaired', async (t) => {
    const repo = tempRepo(t);
    const good = repo.commit(screen('used'));
    const { repos, settled, roots, configure } = openRepos(t, garden(repo.url, {}, DEVICE), {
      check: saysBroken,
    });
    await settled('garden');
    const before = roots('garden');
    const bad = repo.commit(screen('used', 'broken'));
    for (let again = 0; again < 2; again++) {
      repos.update('garden');
      const { status, resolvedSha, error } = await settled('garden');
      assert.deepEqual(
        [status, resolvedSha, error],
        [
          'offline',
          good,
          `commit ${bad.slice(0, 12)} would break a screen that is in use and is not taken: garden/used: used.lua:1: broken`,
        ],
      );
      assert.deepEqual(roots('garden'), before);
    }
    repos.update('garden', { accept: true });
    const accepted = await settled('garden');
    assert.deepEqual([accepted.status, accepted.resolvedSha, accepted.error], ['ready', bad, null]);

    const repaired = repo.commit(screen('used'));
    repos.update('garden');
    assert.equal((await settled('garden')).resolvedSha, repaired);
    repo.commit(screen('other'));
    repos.updateAll();
    assert.match((await settled('garden')).error ?? '', /garden\/used: it is gone$/);
    configure(garden(repo.url));
    repos.update('garden');
    assert.equal((await settled('garden')).status, 'ready', 'no device uses it any more');
  });

  it('is taken when it is the first, when only screens break that nobody uses, and when nothing got worse', async (t) => {
    const repo = tempRepo(t);
    repo.commit({ ...screen('used', 'broken'), ...screen('free') });
    const { repos, settled } = openRepos(t, garden(repo.url, {}, DEVICE), { check: saysBroken });
    assert.equal((await settled('garden')).status, 'ready');
    const second = repo.commit({ ...screen('used', 'broken'), ...screen('free', 'broken') });
    repos.update('garden');
    const { status, resolvedSha, screenCount } = await settled('garden');
    assert.deepEqual([status, resolvedSha, screenCount], ['ready', second, 2]);
  });

  it('is checked no longer than the server runs', async (t) => {
    const repo = tempRepo(t);
    repo.commit(screen('used'));
    let started = false;
    const endless: CheckScreens = (_roots, _paths, stop) =>
      new Promise((resolve) => {
        started = true;
        stop.addEventListener('abort', () => resolve(new Map()));
      });
    const { repos, settled } = openRepos(t, garden(repo.url, {}, DEVICE), { check: endless });
    const good = (await settled('garden')).resolvedSha;
    repo.commit(screen('used', 'broken'));
    repos.update('garden');
    await until(() => started);
    await repos.stop();
    assert.equal(started, true);
    assert.equal(repos.info('garden')?.resolvedSha, good);
  });

  it('counts the default screen as in use', async (t) => {
    const repo = tempRepo(t);
    const good = repo.commit(screen('home'));
    const { repos, settled } = openRepos(t, garden(repo.url, {}, 'default_screen: garden/home\n'), {
      check: saysBroken,
    });
    await settled('garden');
    repo.commit(screen('elsewhere'));
    repos.update('garden');
    assert.equal((await settled('garden')).resolvedSha, good);
  });
});

/** `POST /api/hooks/repo/{handle}`, and what is said of the commit that serves. */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { tempRepo } from '../support/repos/open-repos.ts';
import { says, settled } from '../support/repos/screen-repos.ts';
import { type Admin, type AdminAnswer, startAdmin } from '../support/server/admin.ts';
import { until } from '../support/waiting.ts';

const SECRET = 'correct-horse-battery';
const MAC = 'AA:BB:CC:DD:EE:01';

let admin: Admin;
before(async () => {
  admin = await startAdmin({ config: 'default_screen: plain\n' });
});
after(() => admin.server.stop());

function hook(
  headers: Readonly<Record<string, string>>,
  body = '{"ref":"refs/heads/main"}',
  handle = 'garden',
): Promise<Response> {
  return fetch(`${admin.server.url}/api/hooks/repo/${handle}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  });
}

function sign(body: string, secret = SECRET): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** What is said of a repo once its commit is checked. */
function examined(handle: string): Promise<AdminAnswer['body']> {
  return until(async () => {
    const body = await settled(admin, handle);
    return body.problems === null ? null : body;
  }, `${handle} is checked`);
}

describe('the webhook of a screen repo', () => {
  it('fetches a new commit for every git host', async (t) => {
    const repo = tempRepo(t);
    repo.commit(says('zero'));
    const created = await admin.post('/screen-repos', {
      ...{ handle: 'garden', repo: repo.url, pin: 'main', webhook_secret: SECRET },
    });
    assert.equal(created.body.webhook_set, true, JSON.stringify(created.body));
    await settled(admin, 'garden');
    const body = '{"ref":"refs/heads/main"}';
    const proofs: readonly Readonly<Record<string, string>>[] = [
      { 'X-Hub-Signature-256': `sha256=${sign(body)}` },
      { 'X-Gitea-Signature': sign(body) },
      { 'X-Forgejo-Signature': sign(body) },
      { 'X-Gogs-Signature': sign(body) },
      { 'X-Gitlab-Token': SECRET },
      { Authorization: `Bearer ${SECRET}` },
    ];
    for (const [index, proof] of proofs.entries()) {
      const sha = repo.commit(says(`commit ${index}`));
      const answer = await hook(proof, body);
      assert.deepEqual([answer.status, await answer.json()], [202, { status: 'fetching' }]);
      await until(
        async () => (await settled(admin, 'garden')).resolved_sha === sha,
        `commit ${index} is there`,
      );
    }
  });

  it('has nothing to do for other branches and for pinned commits', async (t) => {
    const bearer = { Authorization: `Bearer ${SECRET}` };
    const elsewhere = await hook(bearer, '{"ref":"refs/heads/other"}');
    assert.deepEqual([elsewhere.status, await elsewhere.json()], [202, { status: 'nothing_to_do' }]);
    for (const body of ['', 'payload=%7B%7D', '{"zen":"…"}', '[]']) {
      assert.deepEqual(await (await hook(bearer, body)).json(), { status: 'fetching' });
    }
    const repo = tempRepo(t, 'pinned.git');
    const sha = repo.commit(says('pinned'));
    await admin.post('/screen-repos', {
      ...{ handle: 'pinned', repo: repo.url, pin: sha, webhook_secret: SECRET },
    });
    await settled(admin, 'pinned');
    assert.deepEqual(await (await hook(bearer, '{}', 'pinned')).json(), { status: 'nothing_to_do' });
  });

  it('tells a wrong secret from an unknown handle in nothing', async () => {
    await admin.post('/screen-repos', { handle: 'quiet' });
    const right = '{"ref":"refs/heads/main"}';
    const answers = await Promise.all([
      hook({}),
      hook({ Authorization: 'Bearer wrong-secret-of-some-length' }),
      hook({ 'X-Hub-Signature-256': `sha256=${sign(right, 'wrong')}` }),
      hook({ 'X-Hub-Signature-256': `sha256=${sign(right)}` }, `${right} `),
      hook({ 'X-Gitea-Signature': 'nonsense' }),
      hook({ Authorization: `Bearer ${SECRET}` }, right, 'quiet'),
      hook({ Authorization: `Bearer ${SECRET}` }, right, 'nowhere'),
      hook({ Authorization: `Bearer ${SECRET}` }, right, '__proto__'),
    ]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([401]));
    assert.equal(new Set(texts).size, 1);
    assert.match(texts[0] ?? '', /hook_refused/);
  });

  it('does not read a large body, and takes no other method', async () => {
    const large = await hook({ Authorization: `Bearer ${SECRET}` }, 'x'.repeat(2 * 1024 * 1024)).catch(
      () => null,
    );
    assert.ok(large === null || large.status === 413);
    assert.equal((await fetch(`${admin.server.url}/api/hooks/repo/garden`)).status, 405);
  });

  it('keeps its secret to itself', async () => {
    const said = [await admin.get('/screen-repos'), await admin.get('/config')].map(({ body }) =>
      JSON.stringify(body),
    );
    assert.ok(!said.join().includes(SECRET));
    assert.ok(!JSON.stringify(admin.server.logs).includes(SECRET));
    const short = await admin.patch('/screen-repos/garden', { webhook_secret: 'hunter2' });
    assert.match(short.body.error, /webhook_secret: expected at least 16 characters/);
    assert.ok(!short.body.error.includes('hunter2'));
    const removed = await admin.patch('/screen-repos/garden', { webhook_secret: '' });
    assert.equal(removed.body.webhook_set, false);
    assert.equal((await hook({ Authorization: `Bearer ${SECRET}` })).status, 401);
  });
});

describe('a commit that serves', () => {
  it('names its broken screens after it was accepted, those of devices first', async (t) => {
    const repo = tempRepo(t, 'broken.git');
    const good = { ...says('one'), 'spare.lua': 'return {}', 'spare.svg': '<svg/>' };
    repo.commit(good);
    await admin.post('/screen-repos', { handle: 'shed', repo: repo.url });
    assert.deepEqual((await examined('shed')).problems, []);
    await admin.post('/devices', { key: MAC, screen: 'shed/tulips' });
    const sha = repo.commit({ ...good, 'tulips.lua': 'return {', 'spare.lua': 'return }' });
    await admin.post('/screen-repos/shed/update', {});
    assert.equal((await settled(admin, 'shed')).status, 'offline');
    await admin.post('/screen-repos/shed/update', { accept: true });
    await until(async () => (await settled(admin, 'shed')).resolved_sha === sha, 'the commit is taken');
    const { status, error, problems } = await examined('shed');
    assert.deepEqual([status, error], ['ready', null]);
    assert.deepEqual(
      problems.map(({ screen, used }: { screen: string; used: boolean }) => [screen, used]),
      [
        ['shed/tulips', true],
        ['shed/spare', false],
      ],
    );
    assert.match(problems[0].problem, /^tulips\.lua:1: /);
  });

  it('says that it has no screen, and which one a device misses', async (t) => {
    const repo = tempRepo(t, 'empty.git');
    repo.commit(says('one'));
    await admin.post('/screen-repos', { handle: 'attic', repo: repo.url });
    await settled(admin, 'attic');
    await admin.post('/devices', { key: 'AA:BB:CC:DD:EE:02', screen: 'attic/tulips' });
    const sha = repo.commit({ 'README.md': 'nothing' });
    await admin.post('/screen-repos/attic/update', { accept: true });
    await until(async () => (await settled(admin, 'attic')).resolved_sha === sha, 'the commit is taken');
    assert.deepEqual((await examined('attic')).problems, [
      { screen: null, problem: 'there is no screen in this commit', used: false },
      { screen: 'attic/tulips', problem: 'this commit does not have it', used: true },
    ]);
  });
});

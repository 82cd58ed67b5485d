/** Two servers on one Redis with one stored config: a token made by a command counts on both, and both have one audit trail. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import type { TestServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<TestServer> {
  const { server } = await startAdmin({ env: { CONFIG_FILE: 'store:', ...env } });
  t.after(() => server.stop());
  return server;
}

interface Entry {
  readonly id: string;
  readonly who: string;
  readonly action: string;
}

async function call(
  { url }: TestServer,
  token: string,
  route: string,
  body?: object,
): Promise<{ readonly status: number; readonly entries: readonly Entry[] }> {
  const answer = await fetch(`${url}/api/admin${route}`, {
    method: body === undefined ? 'GET' : 'PATCH',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, entries: ((await answer.json()) as { entries: Entry[] }).entries };
}

describe('two servers', () => {
  it('take a token from the moment that it is made to the one that it is revoked, and share one trail', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const folder = tempTree(t, {});
    const env = { STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: folder };
    const servers = [await started(t, env), await started(t, env)] as const;
    const run = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await runCommand(folder, args, { CONFIG_FILE: 'store:', ...env });
      assert.equal(code, 0, err);
      return out;
    };
    const made = await run('token', '--admin', 'anna', '--role', 'admin', '--write');
    const token = /^token {3}(\S+)$/m.exec(made)?.[1] ?? '';
    for (const server of servers)
      await until(async () => (await call(server, token, '/devices')).status === 200);
    const [one, two] = servers;
    assert.equal((await call(one, token, '/settings', { registration_enabled: false })).status, 200);
    await until(async () => (await call(two, token, '/settings', { on_error: 'keep' })).status === 200);
    // An entry is written behind the answer.
    await until(async () => (await call(one, TOKEN, '/audit')).entries.length >= 3);
    const trails = await Promise.all(servers.map((server) => call(server, TOKEN, '/audit')));
    assert.deepEqual(trails[0]?.entries, trails[1]?.entries);
    const told = trails[0]?.entries.map(({ who, action }) => `${who}: ${action}`) ?? [];
    assert.deepEqual(told.slice(0, 2), Array(2).fill('anna: PATCH /api/admin/settings'));
    assert.match(told[2] ?? '', /: stipple token$/);
    assert.ok(!JSON.stringify(trails).includes(token));
    assert.match(
      await run('config', 'history'),
      /admin API \(anna, 127\.0\.0\.1\): set registration_enabled/,
    );
    await run('token', '--admin', 'anna', '--revoke');
    for (const server of servers)
      await until(async () => (await call(server, token, '/devices')).status === 401);
    assert.match((await call(two, TOKEN, '/audit')).entries[0]?.action ?? '', /^stipple token$/);
    await run('config', 'undo');
    const [undone] = (await call(one, TOKEN, '/audit')).entries;
    assert.match(undone?.action ?? '', /^stipple config undo to revision \d+$/);
    assert.match(JSON.stringify(undone), /"admin_tokens\.anna\.sha256","after":"\[redacted\]"/);
  });
});

/** Screen repos of two servers on one real Redis. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { driftOf, readServers } from '../../src/fleet/register/presence.ts';
import { below, httpGitServer } from '../support/repos/git-servers.ts';
import { garden, tempRepo } from '../support/repos/open-repos.ts';
import { says } from '../support/repos/screen-repos.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import type { TestServer } from '../support/server/server.ts';
import { opened } from '../support/state/engines.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const ROUTE = '/api/admin/screen-repos/garden';
const HEADERS = { Authorization: `Bearer ${TOKEN}` };

interface View {
  readonly status: string;
  readonly resolved_sha: string | null;
  readonly problems: readonly object[] | null;
}

async function view({ url }: TestServer): Promise<View> {
  const answer = await fetch(url + ROUTE, { headers: HEADERS });
  return (await answer.json()) as View;
}

async function serves(server: TestServer, sha: string): Promise<void> {
  await until(async () => {
    const { status, resolved_sha, problems } = await view(server);
    // They are checked behind the switch.
    return resolved_sha === sha && status === 'ready' && problems !== null;
  }, `${sha} is served`);
}

describe('screen repos of two servers on one Redis', () => {
  it('move together, whichever of them is asked', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const repo = tempRepo(t);
    const first = repo.commit(says('one'));
    const git = await httpGitServer(t, path.dirname(repo.dir));
    const env = { STORE_URL: redis.url, SERVICE_URL_SECRET: 'the same for all servers' };
    const config = garden(below(git.url, repo.dir), {}, 'default_screen: garden/tulips\n');
    const admins = await Promise.all([1, 2].map(() => startAdmin({ config, env })));
    const servers = admins.map(({ server }) => server);
    t.after(() => Promise.all(servers.map((server) => server.stop())));
    for (const server of servers) await serves(server, first);
    for (const [index, asked] of servers.entries()) {
      const sha = repo.commit(says(`update ${index}`));
      const { status } = await fetch(`${asked.url}${ROUTE}/update`, { method: 'POST', headers: HEADERS });
      assert.equal(status, 200);
      for (const server of servers) await serves(server, sha);
    }
    assert.deepEqual(await view(servers[0] as TestServer), await view(servers[1] as TestServer));
    const state = await opened(t, redis.url);
    const last = (await view(servers[0] as TestServer)).resolved_sha;
    const said = await until(async () => {
      const facts = [...readServers(await state.servers.all()).values()];
      return facts.every(({ repos }) => repos['garden'] === last) && facts;
    }, 'both say that they serve it');
    assert.deepEqual([said.length, driftOf(said)], [2, []]);
  });
});

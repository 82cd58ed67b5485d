/** Servers with their config in the state store: real processes on a real Redis. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { tempTree } from '../support/files/temp-tree.ts';
import { runCommand } from '../support/processes/stipple.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const MAC = 'AA:BB:CC:DD:EE:01';
const HEADERS = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { CONFIG_FILE: 'store:', COMPOSE_THREADS: '1', ...env } });
  t.after(() => server.stop());
  return server;
}

/** A server, in this process or in one of its own. */
type Called = Pick<ServerProcess, 'url'>;

async function map(server: Called, screen: string): Promise<Response> {
  const body = JSON.stringify({ key: MAC, screen });
  return fetch(`${server.url}/api/admin/devices`, { method: 'POST', headers: HEADERS, body });
}

async function isAssigned(server: Called): Promise<boolean> {
  const answer = await fetch(`${server.url}/api/admin/config`, { headers: HEADERS });
  const { devices } = (await answer.json()) as { devices?: Readonly<Record<string, unknown>> };
  return Object.hasOwn(devices ?? {}, MAC);
}

describe('two servers with one stored config', () => {
  it('see what either changes, and an undo by the command; a start without the store uses the last text', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const folder = path.join(tempTree(t), 'cache');
    mkdirSync(folder);
    const env = { STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: folder };
    const [one, two] = [await started(t, env), await started(t, env)];
    const written = await map(one, 'local/plain');
    assert.equal(written.status, 200, await written.text());
    await until(() => isAssigned(two));
    const config = (...args: string[]) => runCommand(folder, ['config', ...args], env);
    const { out } = await config('history');
    assert.match(
      out,
      /^1 .* first start: the embedded config\n2 .* admin API \(admin token, 127\.0\.0\.1\): set devices\./,
    );
    assert.equal((await config('undo')).out, 'saved the text of revision 1 as revision 3\n');
    await until(async () => !(await isAssigned(one)) && !(await isAssigned(two)));
    assert.equal((await config('undo', '2')).code, 0);
    await until(async () => (await isAssigned(one)) && (await isAssigned(two)));

    await redis.kill();
    const refused = await map(one, 'local/plain');
    assert.equal(refused.status, 503);
    assert.equal(((await refused.json()) as { code: string }).code, 'store_unavailable');
    const later = await started(t, env);
    assert.ok(await isAssigned(later));
    assert.ok(
      later.lines().some((line) => line.includes('"the config is the last one that this server used')),
    );
  });
});

describe('a server with a stored config', () => {
  it('ends with one sentence without a store', async (t) => {
    const ended = await runCommand(tempTree(t), ['serve'], { CONFIG_FILE: 'store:' });
    assert.equal(ended.code, 78);
    assert.match(ended.err, /^stipple: the config in the state store needs STORE_URL, such as [^\n]*\n$/);
  });

  it('keeps it in a folder, too', async (t) => {
    const env = { STORE_URL: `file:${path.join(tempTree(t), 'state')}` };
    const options = { env: { CONFIG_FILE: 'store:', ...env } };
    const before = await startAdmin(options);
    const written = await map(before.server, 'local/plain').finally(() => before.server.stop());
    assert.equal(written.status, 200, await written.text());
    const later = await startAdmin(options);
    t.after(() => later.server.stop());
    assert.ok(await isAssigned(later.server));
  });
});

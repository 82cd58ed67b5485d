/** Frames of servers with one stored config: each knows the tokens, and that one was revoked. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { tokenDigest } from '../../src/fleet/calls/frame-access.ts';
import { tempTree } from '../support/files/temp-tree.ts';
import { fetchFrame, frameToken } from '../support/frames/fetch-frame.ts';
import { startAdmin, TOKEN } from '../support/server/admin.ts';
import type { TestServer } from '../support/server/server.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { until } from '../support/waiting.ts';

const HEADERS = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

async function started(t: TestContext, env: Readonly<Record<string, string>>): Promise<TestServer> {
  const { server } = await startAdmin({ env: { CONFIG_FILE: 'store:', ...env } });
  t.after(() => server.stop());
  return server;
}

describe('a frame of two servers', () => {
  it('is the same picture on both, until its token is revoked on one', async (t) => {
    const redis = await startRedis();
    t.after(() => redis.kill());
    const env = { STORE_URL: redis.url, SCREEN_REPOS_CACHE_DIR: tempTree(t, {}) };
    const [one, two] = [await started(t, env), await started(t, env)];
    const body = JSON.stringify({
      key: 'hall',
      screen: 'local/plain',
      frame_tokens: { a: tokenDigest(frameToken('a')) },
    });
    const made = await fetch(`${one.url}/api/admin/frames`, { method: 'POST', headers: HEADERS, body });
    assert.equal(made.status, 200, await made.text());
    const first = await fetchFrame(one, 'hall', 'a');
    assert.equal(first.status, 200);
    await until(async () => (await fetchFrame(two, 'hall', 'a')).status === 200);
    const name = first.headers.get('etag') ?? '';
    const second = await fetchFrame(two, 'hall', 'a', { headers: { 'If-None-Match': name } });
    assert.equal(second.status, 304);
    await fetch(`${two.url}/api/admin/frames/hall`, {
      method: 'PATCH',
      headers: HEADERS,
      body: '{"clear":["frame_tokens"]}',
    });
    assert.equal((await fetchFrame(two, 'hall', 'a')).status, 401);
    await until(async () => (await fetchFrame(one, 'hall', 'a')).status === 401);
  });
});

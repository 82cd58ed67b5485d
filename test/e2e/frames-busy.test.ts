/** Frames of a server without room for their screens. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { macOf } from '../support/device/mac.ts';
import { fetchFrame, tokenMap } from '../support/frames/fetch-frame.ts';
import { type HoldableServer, holdableServer } from '../support/network/holdable-server.ts';
import { deviceHeaders, PLAIN_SCREEN, startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const EXTRA = 20;
const SVG = PLAIN_SCREEN['plain.svg'] ?? '';

describe('a frame of a busy server', () => {
  let server: TestServer;
  let slow: HoldableServer;
  before(async () => {
    slow = await holdableServer();
    server = await startServer({
      screens: {
        // A script that looks at its CPU time waits in its thread.
        'slow.lua': `os.clock() return { data = { title = http_get("${slow.url}") }, refresh_rate = 500 }`,
        'slow.svg': SVG,
      },
      config: `default_screen: slow
frames:
  known: { screen: slow, frame_tokens: ${tokenMap('known')} }
  fresh: { screen: slow, frame_tokens: ${tokenMap('fresh')} }
`,
      composeThreads: 1,
    });
  });
  after(async () => {
    slow.release();
    await server.stop();
    slow.close();
  });

  it('is its last picture, to be asked for again soon, or 503 with the time for that', async () => {
    const last = await fetchFrame(server, 'known', 'known');
    const name = last.headers.get('etag') ?? '';
    assert.equal(last.status, 200);
    slow.hold();
    let refused = 0;
    const calls = Array.from({ length: LIMITS.composeQueue + 1 + EXTRA }, async (_, number) => {
      const { status } = await fetch(`${server.url}/api/display`, {
        headers: deviceHeaders(macOf('DD', number)),
      });
      if (status === 429) refused += 1;
    });
    await until(() => refused >= EXTRA - 1);

    // All at once: the queue is full only until its first scripts are given up.
    const [again, same, fresh] = await Promise.all([
      fetchFrame(server, 'known', 'known'),
      fetchFrame(server, 'known', 'known', { headers: { 'If-None-Match': name } }),
      fetchFrame(server, 'fresh', 'fresh'),
    ]);
    const seconds = Number(again.headers.get('refresh')) - 1;
    assert.deepEqual([again.status, again.headers.get('etag')], [200, name]);
    assert.ok(seconds >= 30 && seconds <= 90);
    assert.equal(again.headers.get('cache-control'), `private, max-age=${seconds}`);
    assert.equal(same.status, 304);
    assert.equal(fresh.status, 503);
    assert.ok(Number(fresh.headers.get('retry-after')) >= 30);
    assert.equal(((await fresh.json()) as { code: string }).code, 'overloaded');
    slow.release();
    await Promise.all(calls);
  });
});

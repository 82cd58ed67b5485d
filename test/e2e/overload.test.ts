/** More calls than the queue holds: devices get a picture and a time for their next call. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { macOf } from '../support/device/mac.ts';
import { type HoldableServer, holdableServer } from '../support/network/holdable-server.ts';
import {
  type Display,
  deviceHeaders,
  getDisplay,
  getDisplayInTurn,
  getImage,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const EXTRA = 20;

describe('overload', () => {
  let server: TestServer;
  let slow: HoldableServer;
  before(async () => {
    slow = await holdableServer();
    server = await startServer({
      screens: {
        ...PLAIN_SCREEN,
        // A script that looks at its CPU time waits in its thread.
        'slow.lua': `os.clock() return { data = { title = http_get("${slow.url}") }, refresh_rate = 500 }`,
        'slow.svg': PLAIN_SCREEN['plain.svg'] ?? '',
      },
      config: 'default_screen: slow\n',
      composeThreads: 1,
    });
  });
  after(async () => {
    slow.close();
    await server.stop();
  });

  it('answers 429 with the last picture, or a "busy" one, and a refresh of 30 to 90 seconds', async () => {
    const known = 'DD:FF:00:00:00:01';
    const last = await getDisplay(server, known);
    slow.hold();

    const statuses = new Map<number, number>();
    const calls = Array.from({ length: LIMITS.composeQueue + 1 + EXTRA }, async (_, number) => {
      const response = await fetch(`${server.url}/api/display`, {
        headers: deviceHeaders(macOf('DD', number)),
      });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      return (await response.json()) as Display;
    });
    await until(() => {
      assert.ok(server.engine.compose.queued <= LIMITS.composeQueue);
      return (statuses.get(429) ?? 0) >= EXTRA - 1;
    });

    const again = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(known) });
    const told = (await again.json()) as Display;
    assert.equal(again.status, 429);
    assert.equal(again.headers.get('retry-after'), String(told.refresh_rate));
    assert.deepEqual([told.status, told.filename], [0, last.filename]);
    assert.ok(told.refresh_rate >= 30 && told.refresh_rate <= 90);
    assert.ok((await getImage(told.image_url)).length > 0);

    const stranger = await fetch(`${server.url}/api/display`, {
      headers: deviceHeaders('DD:FF:00:00:00:02'),
    });
    assert.equal(stranger.status, 429);
    const busy = (await stranger.json()) as Display;
    assert.equal((await sharp(await getImage(busy.image_url)).metadata()).width, 800);
    assert.equal((await fetch(`${server.url}/health`)).status, 200);

    slow.release();
    const answers = await Promise.all(calls);
    assert.ok(answers.every((answer) => answer.status === 0));
    // The waiting calls were served, apart from those that waited too long on a slow machine.
    assert.ok((statuses.get(200) ?? 0) > 0);
    assert.equal((await getDisplayInTurn(server, known)).filename, last.filename);
  });
});

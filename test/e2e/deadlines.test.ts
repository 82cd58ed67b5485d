/** However slow everything is, a display call is answered before the device gives up, with something to show. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { deadlineIn } from '../../src/platform/base/deadline.ts';
import { LIMITS } from '../../src/platform/base/limits.ts';
import { createLogger } from '../../src/platform/base/logger.ts';
import { renderSpec } from '../support/pictures/render-spec.ts';
import { logInto } from '../support/server/log-lines.ts';
import {
  type Display,
  deviceHeaders,
  getDisplay,
  getImage,
  PLAIN_SCREEN,
  screensOf,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const MOST_MS = 14_000;
const SVG = PLAIN_SCREEN['plain.svg'] ?? '';
const GOOD = PLAIN_SCREEN['plain.lua'] ?? '';
const KEEPER = 'DE:FF:00:00:00:01';
const SHOWER = 'DE:FF:00:00:00:02';
const QUICK = 'DE:FF:00:00:00:03';
const EXTRA = 20;
/** Calls for the screen of the crowd, and as many for screens of their own. */
const CALLS = 6;

const OWN = Array.from({ length: CALLS }, (_, n) => `own${n}`);

function macOf(number: number): string {
  return `DE:00:00:00:00:${number.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** Gradients on a picture of the largest size keep a raster worker busy for a second or so. */
const LARGE =
  '<svg viewBox="0 0 8 8"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="8" height="8" fill="url(#g)"/></svg>';

describe('the deadline of a display call', () => {
  /** Requests that wait for the upstream, which never answers. */
  const open = new Set<ServerResponse>();
  const upstream = createServer((_, response) => {
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  let server: TestServer;
  let hang: string;
  before(async () => {
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    hang = `http_response("http://127.0.0.1:${(upstream.address() as AddressInfo).port}/" .. math.random(), { timeout = 30 })`;
    server = await startServer({
      screens: {
        ...PLAIN_SCREEN,
        'hang.lua': `${hang} return { data = {}, refresh_rate = 500 }`,
        'hang.svg': SVG,
        ...screensOf(Object.fromEntries(OWN.map((name) => [name, `${hang} return { data = {} }`])), SVG),
        'keep.lua': GOOD,
        'keep.svg': SVG,
        'show.lua': 'while true do end',
        'show.svg': SVG,
      },
      config: `default_screen: hang
devices:
  "${KEEPER}": { screen: keep, on_error: keep }
  "${SHOWER}": { screen: show, on_error: show }
  "${QUICK}": { screen: plain }
${OWN.map((name, n) => `  "${macOf(CALLS + n)}": { screen: ${name} }`).join('\n')}
`,
      composeThreads: 4,
    });
  });
  after(async () => {
    upstream.closeAllConnections();
    upstream.close();
    await server.stop();
  });

  async function call(mac: string): Promise<{ readonly status: number; readonly display: Display }> {
    const response = await fetch(`${server.url}/api/display`, { headers: deviceHeaders(mac) });
    const display = (await response.json()) as Display;
    assert.ok([200, 429].includes(response.status), String(response.status));
    assert.equal(display.status, 0);
    return { status: response.status, display };
  }

  /** As the server measures it: clients in this process add their own delay. */
  function assertInTime(): void {
    const answered = server.logs.filter(({ msg, path: at }) => msg === 'answered' && at === '/api/display');
    const longest = Math.max(...answered.map(({ ms }) => Number(ms)));
    assert.ok(longest < MOST_MS, `a display call took ${longest} ms`);
  }

  /** Wait until nothing is under way any more. */
  async function untilIdle(): Promise<void> {
    await until(() => open.size === 0 && server.engine.compose.queued === 0);
  }

  it('holds in a crowd that fills the queue, behind an upstream that never answers', async () => {
    const screen = server.engine.catalogue.locate('hang', server.engine.config.snapshot);
    assert.ok(screen.ok);
    const job = { screen: screen.value, params: {}, device: {}, layout: {}, hasPrevious: false };
    const log = createLogger('fatal', logInto([]));
    const crowd = Array.from({ length: LIMITS.composeQueue + EXTRA }, () =>
      server.engine.compose.run(job, { deadline: deadlineIn(LIMITS.deviceCallMs), log, secrets: [] }),
    );
    assert.ok(server.engine.compose.queued >= LIMITS.composeQueue);

    const answers = await Promise.all(Array.from({ length: 2 * CALLS }, (_, device) => call(macOf(device))));
    const refused = answers.filter(({ status }) => status === 429);
    assert.ok(refused.length >= CALLS, 'those with the screen of the crowd');
    for (const { display } of refused) assert.ok((await getImage(display.image_url)).length > 0);
    await Promise.all(crowd);

    await untilIdle();
    assertInTime();
    assert.equal((await getDisplay(server, QUICK)).refresh_rate, 120, 'the threads are free');
  });

  it('holds for a script that uses all of its time, and the error screen or the last good picture follows', async () => {
    const good = await getDisplay(server, KEEPER);
    await getImage(good.image_url);
    writeFileSync(path.join(server.screensDir, 'keep.lua'), `${hang} while true do end`);
    // One after the other: both at once would compete for the only turn of slow scripts, and the loser is told 429.
    const kept = await callWhileDrawing(KEEPER, 'keep.lua');
    const shown = await callWhileDrawing(SHOWER, 'show.lua');
    assert.deepEqual([kept.status, kept.display.refresh_rate], [200, LIMITS.errorRefreshSeconds]);
    assert.deepEqual([shown.status, shown.display.refresh_rate], [200, LIMITS.errorRefreshSeconds]);
    assert.notEqual(kept.display.filename, shown.display.filename);
    await untilIdle();
    assertInTime();
    for (const { display } of [kept, shown]) assert.ok((await getImage(display.image_url)).length > 0);
  });

  /** Call, and keep all that draws busy until the script has failed. */
  async function callWhileDrawing(mac: string, script: string): ReturnType<typeof call> {
    const answer = call(mac);
    await until(() => {
      if (server.engine.raster.queued === 0) void drawLarge();
      return server.logs.some(({ msg }) => String(msg).startsWith(`screen failed: ${script}`));
    });
    return answer;
  }

  let drawn = 0;
  function drawLarge(): Promise<unknown> {
    drawn += 1;
    const spec = renderSpec({ widthPx: 4096, heightPx: 4096 });
    const svg = LARGE.replace('#fff', `#fff${drawn % 10}`);
    return server.engine.raster.run(
      { svg, name: `large-${drawn}.svg`, assets: { roots: [], dir: '' }, spec },
      deadlineIn(LIMITS.deviceCallMs),
    );
  }
});

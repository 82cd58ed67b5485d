/** Many pictures of the largest size at once: other devices are served meanwhile, and memory stays bounded. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { median } from '../support/median.ts';
import {
  type Display,
  deviceHeaders,
  getDisplay,
  getImage,
  screensOf,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const DISPLAYS = 64;
/** The time of the requirement, doubled for a small machine with other work. */
const HEALTH_MS = 2 * 200;
const CYCLE_MS = 2 * 1_000;
const MAX_RSS_BYTES = 1024 ** 3;

const SCREENS = screensOf(
  { plain: 'return { data = {}, refresh_rate = 120 }', large: 'return { data = {}, refresh_rate = 120 }' },
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 480"><linearGradient id="g"><stop/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="800" height="480" fill="url(#g)"/><text x="9" y="40">{{ device.battery_voltage }}</text></svg>',
);

describe('64 displays of 4096 x 4096 at once', () => {
  let server: TestServer;
  before(async () => {
    const devices = Array.from({ length: DISPLAYS }, (_, n) => `  "${macOf('CD', n)}": { screen: large }`);
    server = await startServer({
      screens: SCREENS,
      config: `default_screen: plain\ndevices:\n${devices.join('\n')}\n`,
      rasterThreads: 2,
    });
    await cycle(0);
  });
  after(() => server.stop());

  /** A device of ordinary size fetches a picture that was not drawn before. */
  async function cycle(turn: number): Promise<void> {
    const voltage = { 'Battery-Voltage': (3 + turn / 100).toFixed(2) };
    await getImage((await getDisplay(server, 'CC:00:00:00:00:01', voltage)).image_url);
  }

  /** A device calls and fetches what it is told. */
  async function fetchLarge(n: number): Promise<number> {
    const size = { Width: '4096', Height: '4096', 'Battery-Voltage': `3.${n}` };
    const headers = deviceHeaders(macOf('CD', n), size);
    const answer = await fetch(`${server.url}/api/display`, { headers });
    assert.ok([200, 429].includes(answer.status));
    const { status, image_url: imageUrl } = (await answer.json()) as Display;
    assert.equal(status, 0);
    await getImage(imageUrl);
    return answer.status;
  }

  it('are drawn, as many as there is time for, while others are answered soon, and memory stays below 1 GB', async () => {
    const large = Promise.all(Array.from({ length: DISPLAYS }, (_, n) => fetchLarge(n)));
    await until(() => server.engine.pictures.promises.workMs > 0);
    const health: number[] = [];
    const cycles: number[] = [];
    let rss = 0;
    for (let turn = 1; turn <= 25; turn += 1) {
      const start = performance.now();
      assert.equal(await (await fetch(`${server.url}/health`)).text(), 'OK');
      health.push(performance.now() - start);
      await cycle(turn);
      cycles.push(performance.now() - start);
      rss = Math.max(rss, process.memoryUsage.rss());
    }
    assert.ok(median(health) <= HEALTH_MS, `/health: ${median(health)} ms`);
    assert.ok(median(cycles) <= CYCLE_MS, `display and image: ${median(cycles)} ms`);
    assert.ok(rss <= MAX_RSS_BYTES, `${rss} bytes`);
    const statuses = new Set(await large);
    assert.deepEqual([...statuses].toSorted(), [200, 429], 'some are told to come back');
  });
});

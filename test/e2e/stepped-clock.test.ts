/** A correction of the system's time does not affect running scripts. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { getDisplay, PLAIN_SCREEN, startServer, type TestServer } from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const HOUR_MS = 3_600_000;
const MAC = 'CE:00:00:00:00:01';
/** Long enough that its limits are checked while it runs. */
const COMPUTING =
  'log_info("begins") local s = 0 for i = 1, 8e6 do s = s + i % 7 end return { data = {}, refresh_rate = 120 }';

describe('a step of the wall clock', () => {
  const realNow = Date.now;
  let server: TestServer;
  before(async () => {
    server = await startServer({
      screens: { 'busy.lua': COMPUTING, 'busy.svg': PLAIN_SCREEN['plain.svg'] ?? '' },
      config: 'default_screen: busy\n',
    });
    await getDisplay(server, MAC);
  });
  after(async () => {
    Date.now = realNow;
    await server.stop();
  });

  const begun = (): number => server.logs.filter((line) => line['script'] === 'begins').length;

  // The main thread watches scripts in other threads, so that a step between two checks affects only its own clock.
  for (const [name, stepMs] of [
    ['forward', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`${name} does not end a running script`, async () => {
      for (let turn = 0; turn < 4; turn += 1) {
        const before = begun();
        const display = getDisplay(server, MAC);
        await until(() => begun() > before, 'the script computes');
        Date.now = () => realNow() + stepMs;
        const { refresh_rate } = await display;
        Date.now = realNow;
        assert.equal(refresh_rate, 120, JSON.stringify(server.logs.filter((line) => 'code' in line)));
      }
    });
  }
});

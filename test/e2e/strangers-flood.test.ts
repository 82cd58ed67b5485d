/**
 * Strangers who want pictures in masses, on each road that there is: what they cause is bounded by their own share, and
 * devices of the config get their new pictures as if nobody else were there.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { type Answer, KeptCalls } from '../support/network/kept-calls.ts';
import { randomNumbers } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import {
  type Display,
  deviceHeaders,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';
import { until } from '../support/waiting.ts';

const SEED = Number(process.env['STIPPLE_SEED'] ?? Math.floor(Math.random() * 1e9));
const STRANGERS = 200;
const AT_ONCE = 40;
const TURNS = rounds(24);
const NAMED = ['BA:00:00:00:00:01', 'BA:00:00:00:00:02', 'BA:00:00:00:00:03'] as const;

describe(`a flood of strangers (seed ${SEED})`, () => {
  const calls = new KeptCalls(300);
  const pick = randomNumbers(SEED);
  let server: TestServer;
  let serial = 0;
  before(async () => {
    const devices = NAMED.map((mac) => `  "${mac}": { screen: plain }\n`).join('');
    server = await startServer({
      screens: PLAIN_SCREEN,
      config: `default_screen: plain\ndevices:\n${devices}`,
      rasterThreads: 2,
    });
    await server.app.warm;
  });
  after(async () => {
    calls.end();
    await server.stop();
  });

  const call = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    calls.call(url, { headers });

  const strange = (number: number): string => macOf('B1', number % STRANGERS);

  /** Sizes that nobody has had before: no two calls share a picture. */
  function hugeSize(): Record<string, string> {
    return { Width: String(4096 - pick(200)), Height: String(4096 - pick(200)) };
  }

  /** What a stranger may do once. */
  const roads: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    'display calls of ever other sizes': (number) =>
      call(`${server.url}/api/display`, deviceHeaders(strange(number), hugeSize())),
    'setups of ever other devices': (number) =>
      call(`${server.url}/api/setup`, { ...deviceHeaders(macOf('B2', number), hugeSize()) }),
    'setups in the name of devices of the config': (number) =>
      call(`${server.url}/api/setup`, deviceHeaders(NAMED[number % 3] ?? '', hugeSize())),
    'image calls for what they were told': async (number) => {
      const told = await call(`${server.url}/api/display`, deviceHeaders(strange(number), hugeSize()));
      return call((JSON.parse(told.body.toString('utf8')) as Display).image_url);
    },
  };

  /** A cycle of a device of the config, whose picture is a new one each time. */
  async function cycle(mac: string): Promise<string> {
    serial += 1;
    const voltage = { 'Battery-Voltage': (1 + serial / 10_000).toFixed(4) };
    const answer = await call(`${server.url}/api/display`, deviceHeaders(mac, voltage));
    assert.equal(answer.status, 200, `display ${serial}`);
    const told = JSON.parse(answer.body.toString('utf8')) as Display;
    const picture = await call(told.image_url);
    assert.equal(picture.status, 200, `image ${serial}`);
    return told.filename;
  }

  for (const [road, once] of Object.entries(roads)) {
    it(`takes no picture from devices of the config: ${road}`, async () => {
      let running = true;
      let made = 0;
      const flood = Array.from({ length: AT_ONCE }, async () => {
        while (running) await once(++made);
      });
      await until(() => made > 3 * AT_ONCE);
      const shown = new Set<string>();
      for (let turn = 0; turn < TURNS; turn += 1) shown.add(await cycle(NAMED[turn % 3] ?? NAMED[0]));
      running = false;
      await Promise.all(flood);
      assert.equal(shown.size, TURNS, 'each of them is a new one');
    });
  }
});

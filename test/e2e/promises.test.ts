/** A picture that a display call has told of can be fetched, whatever else happens. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { macOf } from '../support/device/mac.ts';
import { KeptCalls } from '../support/network/kept-calls.ts';
import { rounds } from '../support/rounds.ts';
import {
  type Display,
  deviceHeaders,
  PLAIN_SCREEN,
  startServer,
  type TestServer,
} from '../support/server/server.ts';

const CALLS = rounds(2_000);
const HONEST = 'BA:00:00:00:00:01';
const PNG_BEGIN = '89504e470d0a1a0a';

/** What a display call came to. */
interface Told {
  readonly status: number;
  readonly display: Display;
}

describe('a promised picture', () => {
  const calls = new KeptCalls(200);
  let server: TestServer;
  let serial = 0;
  before(async () => {
    server = await startServer({
      screens: PLAIN_SCREEN,
      config: `default_screen: plain\ndevices:\n  "${HONEST}": { screen: plain }\n`,
    });
    await server.app.warm;
  });
  after(async () => {
    calls.end();
    await server.stop();
  });

  /** Call display; no two calls get the same picture. */
  async function tell(mac: string, size: Readonly<Record<string, string>> = {}): Promise<Told> {
    serial += 1;
    const voltage = { 'Battery-Voltage': (1 + serial / 10_000).toFixed(4) };
    const answer = await calls.call(`${server.url}/api/display`, {
      headers: deviceHeaders(mac, { ...size, ...voltage }),
    });
    const display = JSON.parse(answer.body.toString('utf8')) as Display;
    if (answer.status !== 200) {
      assert.equal(answer.status, 429);
      assert.equal(answer.headers['retry-after'], String(display.refresh_rate));
      assert.ok(display.refresh_rate >= 30 && display.refresh_rate <= 90);
    }
    assert.equal(display.status, 0);
    return { status: answer.status, display };
  }

  async function fetchAnnounced({ display }: Told): Promise<void> {
    const { status, headers, body } = await calls.call(display.image_url);
    assert.equal(status, 200, body.toString('utf8').slice(0, 200));
    assert.equal(headers['content-type'], 'image/png');
    assert.equal(body.subarray(0, 8).toString('hex'), PNG_BEGIN);
  }

  function of(told: readonly Told[], wanted: number): readonly Told[] {
    return told.filter(({ status }) => status === wanted);
  }

  it(`is there for all who call: ${CALLS} displays at once, then everything that they were told`, async () => {
    const size = { Width: '300', Height: '200' };
    const told = await Promise.all(Array.from({ length: CALLS }, (_, n) => tell(macOf('B0', n), size)));
    const promised = of(told, 200);
    assert.ok(promised.length > 0);
    assert.ok(of(told, 429).length > 0, 'more than there is time for');
    assert.equal(new Set(promised.map(({ display }) => display.filename)).size, promised.length);
    await Promise.all(told.map(fetchAnnounced));
  });

  it('is drawn for devices of the config while strangers call in masses and fetch nothing', async () => {
    let running = true;
    let isFull = false;
    const size = { Width: '1872', Height: '1404' };
    const flood = Array.from({ length: 8 }, async (_, client) => {
      const told: Told[] = [];
      for (let turn = 0; running; turn += 1) {
        const one = await tell(macOf('B1', turn * 8 + client), size);
        isFull ||= one.status === 429;
        told.push(one);
      }
      return told;
    });
    for (let cycle = 0; cycle < rounds(40) || !isFull; cycle += 1) {
      const told = await tell(HONEST);
      assert.equal(told.status, 200);
      await fetchAnnounced(told);
    }
    running = false;
    const told = (await Promise.all(flood)).flat();
    const refused = of(told, 429);
    assert.ok(server.engine.pictures.promises.refused.time >= refused.length);
    await Promise.all([...refused, ...of(told, 200)].slice(-50).map(fetchAnnounced));
  });

  it('is the last one that a device was told: those before do not count', async () => {
    const { promises, speculations } = server.engine.pictures;
    const before = { ...promises.refused, dropped: speculations.outcomes.dropped };
    const last = await Promise.all(
      Array.from({ length: 8 }, async (_, client) => {
        let told = await tell(macOf('B2', client));
        for (let turn = 0; turn < rounds(60); turn += 1) told = await tell(macOf('B2', client));
        assert.equal(told.status, 200);
        return told;
      }),
    );
    assert.equal(promises.refused.time, before.time);
    assert.ok(speculations.outcomes.dropped > before.dropped, 'nor are they drawn');
    await Promise.all(last.map(fetchAnnounced));
  });
});

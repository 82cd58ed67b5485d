/** Whoever reaches the port of the metrics without being Prometheus: it is guarded as that of the devices is. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LIMITS } from '../../../src/platform/base/limits.ts';
import { callRaw, type RawCaller } from '../../support/network/raw-http.ts';
import { metricsUrl, scrape } from '../../support/server/scrape.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { until } from '../../support/waiting.ts';

const GET = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';
const ELSEWHERE = '127.0.0.2';

/** Parts of a conversation that does not go on. */
const UNFINISHED = {
  'say nothing': '',
  'send half a head': 'GET /metrics HTTP/1.1\r\nHost: x\r\nX-A: ',
  'begin a body': 'POST /metrics HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
  'have had their answer': GET,
};

describe('the port of the metrics', () => {
  let server: TestServer;
  let port: number;
  before(async () => {
    server = await startServer({ env: { METRICS_ADDR: '127.0.0.1:0' } });
    await server.app.warm;
    port = Number(new URL(metricsUrl(server)).port);
  });
  after(() => server.stop());

  const callMany = (count: number, text: string): Promise<RawCaller[]> =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const caller = await callRaw(port);
        caller.socket.write(text);
        return caller;
      }),
    );
  const leave = (callers: readonly RawCaller[]): void => {
    for (const { socket } of callers) socket.destroy();
  };

  for (const [what, text] of Object.entries(UNFINISHED)) {
    it(`holds a few connections, and has room for others, while many ${what}`, async () => {
      const callers = await callMany(4 * LIMITS.metricsConnections, text);
      const isOpen = ({ socket }: RawCaller): boolean => !socket.destroyed && !socket.readableEnded;
      await until(() => callers.filter(isOpen).length <= LIMITS.metricsConnections, 'the others are closed');
      const prometheus = await callRaw(port, true, ELSEWHERE);
      prometheus.socket.write(GET);
      await until(() => prometheus.text().includes('stipple_build_info'), 'Prometheus is answered');
      leave([...callers, prometheus]);
    });
  }

  it('answers a request whose body never ends by its head, and reads no more of it', async () => {
    const [caller] = (await callMany(1, UNFINISHED['begin a body'])) as [RawCaller];
    const drip = setInterval(() => caller.socket.write('1;name=value\r\nx\r\n'.repeat(1_000)), 20);
    await caller.closed;
    clearInterval(drip);
    assert.deepEqual(caller.statuses(), [404]);
  });

  it('answers one of many requests of a connection at a time, and ends it when they are too many', async () => {
    const [few, many] = [await callMany(1, GET.repeat(5)), await callMany(1, GET.repeat(2_000))];
    await until(() => few[0]?.statuses().length === 5, 'a few are all answered');
    await many[0]?.closed;
    const answers = many[0]?.statuses().length ?? 0;
    assert.ok(answers > 0 && answers < 200, `${answers} answers`);
    leave(few);
  });

  it('refuses what is not HTTP of today, in words', async () => {
    const refused: readonly (readonly [string, RegExp])[] = [
      ['GET /metrics\r\n\r\n', /^HTTP\/1\.1 400 /],
      ['GET /metrics HTTP/0.9\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 400 /],
      ['GET /metrics HTTP/1.1\r\n\r\n', /^HTTP\/1\.1 400 [\s\S]*Host: expected once, got 0/],
      [
        'GET /metrics HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n',
        /^HTTP\/1\.1 400 [\s\S]*Host: expected once, got 2/,
      ],
      ['CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', /^HTTP\/1\.1 405 /],
      [`GET /metrics HTTP/1.1\r\nHost: x\r\nX-A: ${'x'.repeat(20_000)}\r\n\r\n`, /^HTTP\/1\.1 431 /],
    ];
    for (const [text, expected] of refused) {
      const [caller] = (await callMany(1, text)) as [RawCaller];
      await caller.closed;
      assert.match(caller.text(), expected, text.slice(0, 60));
    }
  });

  it('makes one text for all who ask at the same time', async () => {
    const url = metricsUrl(server);
    const found = await Promise.all(Array.from({ length: 20 }, () => scrape(url)));
    const times = new Set(found.map(({ samples }) => samples.get('process_cpu_seconds_total')));
    assert.ok(times.size <= 5, `${times.size} texts for 20 calls`);
  });
});

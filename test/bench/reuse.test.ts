/** What a bench learns from the counters of a server, over HTTP as Prometheus reads them. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { Counter, Registry } from 'prom-client';
import { countReuse } from '../../src/bench/reuse.ts';
import { listen } from '../support/network/listen.ts';

interface MetricsStub {
  readonly url: string;
  readonly composes: Counter;
  readonly notReusable: Counter;
  stop(): Promise<void>;
}

/** A server that counts as Stipple does. */
async function startMetrics(t: TestContext): Promise<MetricsStub> {
  const registers = [new Registry()];
  const about = { help: 'Of a test', registers };
  const composes = new Counter({ ...about, name: 'stipple_composes_total', labelNames: ['how'] });
  const notReusable = new Counter({
    ...about,
    name: 'stipple_compose_not_reusable_total',
    labelNames: ['screen', 'reason'],
  });
  const server = createServer((_, response) => {
    void registers[0]?.metrics().then((text) => response.end(text));
  });
  const url = `http://127.0.0.1:${await listen(server)}/metrics`;
  let stopped: Promise<void> | null = null;
  const stop = (): Promise<void> => {
    server.closeAllConnections();
    stopped ??= new Promise((resolve) => server.close(() => resolve()));
    return stopped;
  };
  t.after(stop);
  return { url, composes, notReusable, stop };
}

describe('the reuse in a run', () => {
  it('is what the counters of the server have grown by', async (t) => {
    const { url, composes, notReusable } = await startMetrics(t);
    composes.inc({ how: 'fresh' }, 40);
    composes.inc({ how: 'reused' }, 7);
    notReusable.inc({ screen: 'a', reason: 'random' }, 3);
    const end = await countReuse(url);
    composes.inc({ how: 'fresh' }, 2);
    composes.inc({ how: 'reused' }, 90);
    composes.inc({ how: 'joined' }, 8);
    notReusable.inc({ screen: 'odd", reason="} 9', reason: 'clock' }, 1);
    notReusable.inc({ screen: 'a', reason: 'clock' }, 4);
    assert.deepEqual(await end(), {
      reused: 90,
      joined: 8,
      fresh: 2,
      notReusable: { clock: 5 },
    });
  });

  it('is zero where nothing was shown', async (t) => {
    const { url, composes } = await startMetrics(t);
    composes.inc({ how: 'fresh' });
    const end = await countReuse(url);
    assert.deepEqual(await end(), { reused: 0, joined: 0, fresh: 0, notReusable: {} });
  });

  it('is unknown where the server does not count, does not tell, or has ended', async (t) => {
    assert.equal(await (await countReuse(null))(), null);
    const { url, stop } = await startMetrics(t);
    assert.equal(await (await countReuse(url))(), null);
    const end = await countReuse(url);
    await stop();
    assert.equal(await end(), null);
    assert.equal(await (await countReuse(url))(), null);
  });
});

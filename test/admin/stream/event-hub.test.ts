/** The streams of a server whose readers do not read: each is closed in the end, and the others go on. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { EventHub } from '../../../src/admin/stream/event-hub.ts';
import type { StreamSink } from '../../../src/admin/stream/event-stream.ts';
import { TOPICS } from '../../../src/admin/stream/topics.ts';
import { FleetNews } from '../../../src/engine/contents/fleet-news.ts';
import { Registry } from '../../../src/fleet/register/registry.ts';
import { accepted } from '../../support/config/read-config.ts';
import { fleetMac, letCall } from '../../support/device/test-fleet.ts';
import { until } from '../../support/waiting.ts';

/** A reader that reads as long as it is told to. */
class Reader implements StreamSink {
  text = '';
  reads = true;
  hasEnded = false;

  get isFull(): boolean {
    return !this.reads;
  }

  write(text: string): void {
    this.text += text;
  }

  end(): void {
    this.hasEnded = true;
  }
}

function openHub(t: TestContext): { readonly hub: EventHub; readonly registry: Registry } {
  const registry = new Registry({ maxStrangers: 10_000, isAssigned: () => true });
  const { snapshot } = accepted('default_screen: plain\n');
  const stopping = new AbortController();
  t.after(() => stopping.abort());
  const hub = new EventHub({
    ...{ registry, news: new FleetNews(), screensDir: null, stopping: stopping.signal },
    config: () => snapshot,
    configDigest: () => 'digest',
    repos: () => [],
    servers: () => new Map(),
    limits: { flushMs: 5, deafMs: 50 },
  });
  return { hub, registry };
}

function open(hub: EventHub): Reader {
  const reader = new Reader();
  const subscription = { topics: new Set(TOPICS), caller: 'x', lastId: null, isAllowed: () => true };
  hub.open(subscription, reader);
  return reader;
}

describe('the streams of a server', () => {
  it('are ended where a reader has not read for a while, and go on for others', async (t) => {
    const { hub, registry } = openHub(t);
    const [deaf, slow, quick] = [open(hub), open(hub), open(hub)];
    deaf.reads = false;
    // One that reads now and then is not deaf.
    const turns = setInterval(() => {
      slow.reads = !slow.reads;
    }, 20);
    t.after(() => clearInterval(turns));
    await until(() => deaf.hasEnded);
    assert.equal(hub.streams, 2);
    const id = fleetMac(1);
    letCall(registry, id);
    hub.device(id, 'seen');
    await until(() => [slow, quick].every(({ text }) => text.includes(`"mac":"${id}"`)));
    assert.ok(!slow.hasEnded && !quick.hasEnded);
    assert.doesNotMatch(deaf.text, /event: device/);
  });

  it('tell of thousands of devices at once, each in its order, to readers that keep up', async (t) => {
    const { hub, registry } = openHub(t);
    const [one, other] = [open(hub), open(hub)];
    const count = 9_000;
    for (let n = 0; n < count; n++) {
      letCall(registry, fleetMac(n));
      hub.device(fleetMac(n), 'seen');
    }
    const last = `"mac":"${fleetMac(count - 1)}"`;
    await until(() => one.text.includes(last) && other.text.includes(last));
    for (const { text } of [one, other]) {
      const told = [...text.matchAll(/event: device\ndata: \{"mac":"([^"]+)"/g)].map(([, mac]) => mac);
      assert.deepEqual(
        told,
        Array.from({ length: count }, (_, n) => fleetMac(n)),
      );
      assert.doesNotMatch(text, /event: reset/);
    }
  });
});

/** The state of the engine and the stores at the moment of a scrape. */
import { Gauge, type Registry } from 'prom-client';
import { FAILING_SHOWN } from '../domain/failure-run.ts';
import type { OutboundStats, ScreenCounter } from '../fetch/outbound-stats.ts';
import type { RenderEngine } from '../render-engine.ts';
import { REPO_STATUSES } from '../repos/repo-info.ts';
import type { Registry as DeviceRegistry } from '../store/registry.ts';

export interface MetricSources {
  readonly engine: RenderEngine;
  readonly registry: DeviceRegistry;
}

interface Sample {
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

type AddGauge = (
  name: string,
  help: string,
  labels: readonly string[],
  read: () => readonly Sample[],
) => void;

/** Register gauges, which are read at each scrape. */
export function engineMetrics(registry: Registry, { engine, registry: devices }: MetricSources): void {
  const gauge: AddGauge = (name, help, labelNames, read) => {
    new Gauge({
      name: `stipple_${name}`,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.set(labels, value);
      },
    });
  };
  const { compose, raster, store, pictures, repos } = engine;
  const ofPools = (read: (pool: { readonly queued: number; readonly threads: number }) => number) => () => [
    { labels: { pool: 'compose' }, value: read(compose) },
    { labels: { pool: 'raster' }, value: read(raster) },
  ];
  gauge(
    'pool_queue_length',
    'Jobs that wait for a thread',
    ['pool'],
    ofPools(({ queued }) => queued),
  );
  gauge(
    'pool_threads',
    'Threads that are running',
    ['pool'],
    ofPools(({ threads }) => threads),
  );
  gauge(
    'compose_turned_away',
    'Runs of screens that found no room, or lost it, by the reason',
    ['reason'],
    () => Object.entries(compose.turnedAway).map(([reason, value]) => ({ labels: { reason }, value })),
  );
  gauge('store_bytes', 'Bytes held by the stores', ['store'], () =>
    Object.entries({ ...store.bytes, last_good: engine.lastGood.bytes }).map(([name, value]) => ({
      labels: { store: name },
      value,
    })),
  );
  gauge('devices', 'Devices that have been seen since the start', [], () => [
    { labels: {}, value: devices.size },
  ]);
  failureMetrics(gauge, engine, devices);
  gauge(
    'pictures_drawn',
    'Pictures drawn since the start, by the step of the size ladder that fitted',
    ['step'],
    () => [...pictures.rungs].map(([step, value]) => ({ labels: { step }, value })),
  );
  gauge('screen_repos', 'Screen repos from git, by status', ['status'], () =>
    REPO_STATUSES.map((status) => ({
      labels: { status },
      value: repos.list().filter((repo) => !repo.builtin && repo.status === status).length,
    })),
  );
  outboundMetrics(gauge, () => engine.outbound);
}

function failureMetrics(gauge: AddGauge, { deviceContents }: RenderEngine, devices: DeviceRegistry): void {
  gauge(
    'devices_failing',
    'Devices whose screen failed at their last call, by what they show',
    ['shown'],
    () => {
      const failing = devices.list().flatMap((record) => record.failing ?? []);
      return FAILING_SHOWN.map((shown) => ({
        labels: { shown },
        value: failing.filter((run) => run.shown === shown).length,
      }));
    },
  );
  gauge(
    'failed_tries',
    'Calls of devices whose screen failed, since the start, by what they were shown',
    ['shown'],
    () => Object.entries(deviceContents.failedTries).map(([shown, value]) => ({ labels: { shown }, value })),
  );
}

const OF_SCREENS: readonly (readonly [key: keyof ScreenCounter, name: string, help: string])[] = [
  ['requests', 'requests', 'Requests of scripts to other servers'],
  ['errors', 'errors', 'Requests of scripts that got no answer'],
  ['cacheHits', 'cache_hits', 'Requests of scripts that were answered from the cache'],
  ['joined', 'joined', 'Requests of scripts that shared the answer of an equal one'],
  ['bytes', 'bytes', 'Bytes that were handed to scripts'],
];

function outboundMetrics(gauge: AddGauge, stats: () => OutboundStats | null): void {
  gauge('outbound_in_flight', 'Requests to other servers that are under way', [], () => [
    { labels: {}, value: stats()?.inFlight ?? 0 },
  ]);
  gauge('outbound_cache_bytes', 'Bytes of answers that are kept', [], () => [
    { labels: {}, value: stats()?.cacheBytes ?? 0 },
  ]);
  for (const [key, name, help] of OF_SCREENS) {
    gauge(`outbound_${name}`, `${help}, by screen, since the start`, ['screen'], () =>
      Object.entries(stats()?.screens ?? {}).map(([screen, counter]) => ({
        labels: { screen },
        value: counter[key],
      })),
    );
  }
}

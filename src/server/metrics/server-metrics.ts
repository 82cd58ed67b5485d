/** What the server is, and whether it is well: version, readiness, config, requests, alerts. */

import type { ConfigStore } from '../../config/source/store.ts';
import type { EngineEvents } from '../../domain/engine-events.ts';
import { DEFAULT_KEY } from '../../domain/mapping.ts';
import type { Alerting } from '../../fleet/alerts/alerting.ts';
import { routeOf } from '../../fleet/health/health-recorder.ts';
import { VERSION } from '../../platform/base/version.ts';
import { DURATIONS, type Instruments, samplesBy, single } from './instruments.ts';

export interface ServerGauges {
  /** True while pictures can be drawn. */
  isReady(): boolean;
  /** Doubtful entries of the config in use. */
  configWarnings(): number;
}

/** Register what is read from the server at each scrape. */
export function serverMetrics(instruments: Instruments, state: ServerGauges, config: ConfigStore): void {
  const { versions, platform, arch } = process;
  const labels = { version: VERSION, node: versions.node, platform: `${platform}-${arch}` };
  instruments.readGauge(
    'build_info',
    'Always 1; its labels say what runs',
    ['version', 'node', 'platform'],
    () => [{ labels, value: 1 }],
  );
  instruments.readGauge('ready', 'Whether pictures can be drawn: 1 or 0', [], () =>
    single(state.isReady() ? 1 : 0),
  );
  instruments.readGauge(
    'config_devices',
    'Entries under devices in the config, without the default',
    [],
    () => {
      const { devices } = config.snapshot;
      return single(devices.size - (devices.has(DEFAULT_KEY) ? 1 : 0));
    },
  );
  instruments.readGauge('config_warnings', 'Doubtful entries of the config, as in the log', [], () =>
    single(state.configWarnings()),
  );
}

/** What is counted from zero, so that the first of its kind is an increase: alerts look for those. */
const WATCHED: Readonly<Record<string, readonly number[]>> = {
  display: [200, 429, 500, 503],
  image: [200, 404, 429, 500, 503],
  setup: [200, 500, 503],
  log: [200, 500, 503],
  frame: [200, 304, 401, 429, 500, 503],
};

/** Register the metrics of requests. */
export function requestMetrics(instruments: Instruments, events: EngineEvents): void {
  const answers = instruments.counter('http_requests_total', 'Requests answered, by route and status', [
    'route',
    'status',
  ]);
  const seconds = instruments.histogram(
    'http_request_duration_seconds',
    'Time from a request to the end of its answer, by route',
    DURATIONS,
    ['route'],
  );
  for (const [route, statuses] of Object.entries(WATCHED)) {
    seconds.zero({ route });
    for (const status of statuses) answers.inc({ route, status }, 0);
  }
  events.on('answered', (path, status, ms) => {
    const route = routeOf(path);
    answers.inc({ route, status });
    seconds.observe({ route }, ms / 1000);
  });
}

/** Register what is read at each scrape. */
export function alertMetrics(instruments: Instruments, alerts: Pick<Alerting, 'firing' | 'outcomes'>): void {
  instruments.readGauge(
    'alerts_firing',
    'Alerts that fire, by rule of the config; only on the server that sends them',
    ['rule'],
    () => [...alerts.firing].map(([rule, value]) => ({ labels: { rule }, value })),
  );
  instruments.readCounter(
    'alert_calls_total',
    'Tries of calls to webhooks, by how they ended',
    ['outcome'],
    () => samplesBy('outcome', alerts.outcomes),
  );
}

/** What scripts ask of other servers: by screen as they see it, by host as it is sent. */

import type { EngineEvents, UpstreamOutcome } from '../../domain/engine-events.ts';
import type { RenderEngine } from '../../engine/render-engine.ts';
import type { ScreenCounter } from '../../screens/fetch/outbound-stats.ts';
import { type Instruments, single } from './instruments.ts';

const OF_SCREENS: readonly (readonly [key: keyof ScreenCounter, name: string, help: string])[] = [
  ['requests', 'requests', 'Requests of scripts to other servers'],
  ['errors', 'errors', 'Requests of scripts that got no answer'],
  ['cacheHits', 'cache_hits', 'Requests of scripts that were answered from the cache'],
  ['storeHits', 'store_hits', 'Requests of scripts that were answered from the state store'],
  ['earlyRefreshes', 'early_refreshes', 'Requests that were made before a kept answer was too old'],
  ['joined', 'joined', 'Requests of scripts that shared the answer of an equal one'],
  ['bytes', 'bytes', 'Bytes that were handed to scripts'],
];
const OUTCOMES: readonly UpstreamOutcome[] = ['ok', 'http_error', 'failed', 'refused'];
/** Upper bounds in seconds, coarser than others because there is a histogram for each host. */
const UPSTREAM_DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** Register what is counted of other servers, and what the HTTP client counts anyway. */
export function outboundMetrics(instruments: Instruments, engine: RenderEngine): void {
  instruments.readGauge('outbound_in_flight', 'Requests to other servers that are under way', [], () =>
    single(engine.outbound?.inFlight ?? 0),
  );
  instruments.readGauge('outbound_cache_bytes', 'Bytes of answers that are kept', [], () =>
    single(engine.outbound?.cacheBytes ?? 0),
  );
  for (const [key, name, help] of OF_SCREENS) {
    instruments.readCounter(`outbound_${name}_total`, `${help}, by screen`, ['screen'], () =>
      Object.entries(engine.outbound?.screens ?? {}).map(([screen, counter]) => ({
        labels: { screen },
        value: counter[key],
      })),
    );
  }
  hostMetrics(instruments, engine.events);
}

function hostMetrics(instruments: Instruments, events: EngineEvents): void {
  const ended = instruments.counter(
    'upstream_requests_total',
    'Requests that were sent to other servers, by host and how they ended',
    ['host', 'outcome'],
  );
  const seconds = instruments.histogram(
    'upstream_request_seconds',
    'Time from a request to the end of its answer, by host',
    UPSTREAM_DURATIONS,
    ['host'],
  );
  const known = new Set<string>();
  events.on('upstream', (host, outcome, ms) => {
    // From zero, so that the first failure of a host is an increase.
    if (!known.has(host)) for (const each of OUTCOMES) ended.inc({ host, outcome: each }, 0);
    known.add(host);
    ended.inc({ host, outcome });
    seconds.observe({ host }, ms / 1000);
  });
}

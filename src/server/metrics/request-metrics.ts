/** Counts answered requests by route and status, and how long they took. */
import type { EngineEvents } from '../../domain/engine-events.ts';
import { routeOf } from '../../fleet/health/answer-routes.ts';
import { DURATIONS, type Instruments } from './instruments.ts';

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

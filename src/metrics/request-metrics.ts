/** Counts answered requests by route and status, and how long they took. */
import { Counter, Histogram, type Registry } from 'prom-client';
import type { ObserveAnswer } from '../http/request-context.ts';

/** A display call takes about a millisecond, a cold picture some ten, a script that waits for the network seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const ROUTES = [
  ['/api/display', 'display'],
  ['/api/image/', 'image'],
  ['/api/setup', 'setup'],
  ['/api/log', 'log'],
  ['/api/admin', 'admin'],
  ['/health', 'probe'],
  ['/ready', 'probe'],
] as const;

/** Register the metrics of requests. The function that is returned counts an answer. */
export function requestMetrics(registry: Registry): ObserveAnswer {
  const registers = [registry];
  const answers = new Counter({
    name: 'stipple_http_requests_total',
    help: 'Requests answered, by route and status',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const seconds = new Histogram({
    name: 'stipple_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by route',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });
  return (path, status, ms) => {
    const route = routeOf(path);
    answers.inc({ route, status });
    seconds.observe({ route }, ms / 1000);
  };
}

/** One of a few names, whatever paths strangers ask for. */
function routeOf(path: string): string {
  return ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
}

/** Reads counters from the metrics of the server that a bench measures, in the text format of Prometheus. */
import { BENCH_LIMITS } from '../base/bench-limits.ts';

/** Values of a counter by the value of its label. */
export type Counters = Readonly<Record<string, number>>;

/**
 * The metrics as text; null without an answer: what they say is an addition.
 * @param url  null for a server whose metrics are not known
 */
export async function readMetrics(url: string | null): Promise<string | null> {
  if (url === null) return null;
  try {
    const answer = await fetch(url, {
      signal: AbortSignal.timeout(BENCH_LIMITS.callMs),
      redirect: 'error',
    });
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** Values of a metric with one label, in text that the server of this package has written; empty where it has none. */
export function countersIn(metrics: string, name: string, label: string): Counters {
  const found = new Map<string, number>();
  const begin = `${name}{${label}="`;
  for (const line of metrics.split('\n')) {
    if (!line.startsWith(begin)) continue;
    const [value = '', rest = ''] = line.slice(begin.length).split('"} ');
    const count = Number.parseFloat(rest);
    if (count >= 0) found.set(value, count);
  }
  return Object.fromEntries(found);
}

/** By how much counters have grown. */
export function growth(before: Counters, after: Counters): Counters {
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, value]) => value > 0));
}

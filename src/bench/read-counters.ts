/** Reads counters from the metrics of the server that a bench measures, in the text format of Prometheus. */
import { BENCH_LIMITS } from './bench-limits.ts';

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

/** Values of a metric by one of its labels, those of its other labels together; empty where there is no such metric. */
export function countersIn(metrics: string, name: string, label: string): Counters {
  const found = new Map<string, number>();
  for (const line of metrics.split('\n')) {
    const value = line.startsWith(`${name}{`) ? labelIn(line, label) : null;
    const count = Number.parseFloat(line.slice(line.lastIndexOf('} ') + 2));
    if (value !== null && count >= 0) found.set(value, (found.get(value) ?? 0) + count);
  }
  return Object.fromEntries(found);
}

/** The value of a label, up to its first quotation mark. Within the value of another label such marks are escaped. */
function labelIn(line: string, label: string): string | null {
  const begin = [`{${label}="`, `,${label}="`].find((text) => line.includes(text));
  return begin === undefined
    ? null
    : (line.slice(line.indexOf(begin) + begin.length).split('"', 1)[0] ?? null);
}

/** By how much counters have grown. */
export function growth(before: Counters, after: Counters): Counters {
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, value]) => value > 0));
}

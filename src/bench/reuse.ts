/** How much of what devices were shown had been composed before, as the server counts it. */

import { BENCH_LIMITS } from './bench-limits.ts';
import type { Reuse } from './result.ts';

const COMPOSES = 'stipple_composes_total';
const NOT_REUSABLE = 'stipple_compose_not_reusable_total';

/**
 * Begin to count. The function that it gives ends that, and returns what was counted; null where the server does not tell.
 * @param metricsUrl  null for a server whose metrics are not known
 */
export async function countReuse(metricsUrl: string | null): Promise<() => Promise<Reuse | null>> {
  const before = await readMetrics(metricsUrl);
  return async () => {
    const after = before === null ? null : await readMetrics(metricsUrl);
    return before === null || after === null ? null : reuseBetween(before, after);
  };
}

/** From two readings of the metrics. */
function reuseBetween(before: string, after: string): Reuse | null {
  // A server of another version may have no such counter.
  if (!after.includes(`\n${COMPOSES}{`)) return null;
  const grown = (name: string, label: string) =>
    growth(countersIn(before, name, label), countersIn(after, name, label));
  const { reused = 0, joined = 0, fresh = 0 } = grown(COMPOSES, 'how');
  return { reused, joined, fresh, notReusable: grown(NOT_REUSABLE, 'reason') };
}

/** Values of a counter by the value of its label. */
type Counters = Readonly<Record<string, number>>;

/**
 * The metrics as text; null without an answer: what they say is an addition.
 * @param url  null for a server whose metrics are not known
 */
async function readMetrics(url: string | null): Promise<string | null> {
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
function countersIn(metrics: string, name: string, label: string): Counters {
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
function growth(before: Counters, after: Counters): Counters {
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, value]) => value > 0));
}

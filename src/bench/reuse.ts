/** How much of what devices were shown had been composed before, as the server counts it. */
import { countersIn, growth, readMetrics } from './read-counters.ts';
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
export function reuseBetween(before: string, after: string): Reuse | null {
  // A server of another version may have no such counter.
  if (!after.includes(`\n${COMPOSES}{`)) return null;
  const grown = (name: string, label: string) =>
    growth(countersIn(before, name, label), countersIn(after, name, label));
  const { reused = 0, joined = 0, fresh = 0 } = grown(COMPOSES, 'how');
  return { reused, joined, fresh, notReusable: grown(NOT_REUSABLE, 'reason') };
}

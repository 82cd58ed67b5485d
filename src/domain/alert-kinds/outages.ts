/** Times in which nobody looked: no server ran, or the state store was away. Devices are not late for them. */

/** Begin and end, in ms since 1970. */
export type Outage = readonly [fromMs: number, toMs: number];

/** The time between two moments without the outages. */
export function watchedMs(fromMs: number, toMs: number, outages: readonly Outage[]): number {
  let ms = toMs - fromMs;
  for (const [from, to] of outages) ms -= Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs));
  return ms;
}

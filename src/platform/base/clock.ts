/** A clock for durations and deadlines. */

/**
 * Milliseconds on a monotonic clock, which is the same in all threads of the process. Use it for durations and
 * deadlines: `Date.now()` jumps when the system time is corrected, and is for dates only. The zero point has no
 * meaning.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

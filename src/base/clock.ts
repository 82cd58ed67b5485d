/** A clock for durations and deadlines. */

/**
 * Milliseconds on a clock that nobody can set, equal in all threads of a process. For whatever lasts or is due;
 * `Date.now()` jumps when the system's time is corrected, and is for dates only. Its zero means nothing.
 */
export function monotonicMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

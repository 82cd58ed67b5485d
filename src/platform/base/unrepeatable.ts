/** Why the result of a run of a screen cannot be used again. */
export const UNREPEATABLE = [
  /** A request without `cache_ttl`, or whose answer may not be cached. */
  'uncached_http',
  /** A request, a picture or a file that failed: the next try may succeed. */
  'failed_read',
  /** A script that looked whether an answer came from the cache, and it did not: the next one will. */
  'cache_state',
  /** A file that has changed so recently that another change could not be told from it. */
  'new_file',
  /** `os.clock`. */
  'cpu_time',
  /** `math.randomseed()` without a number. */
  'random',
  /** More reads, or longer log lines, than are worth keeping. */
  'too_much',
] as const;

export type Unrepeatable = (typeof UNREPEATABLE)[number];

/**
 * Which screens there are, for messages about one that is not: each call of a device whose screen is misspelt asks for that,
 * and each of thousands of entries of a config.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { discoverPaths } from './discover.ts';

/** How long a list of names is used again: somebody who mends a name reads the list first. */
const KNOWN_MS = 1_000;

interface Known {
  readonly paths: readonly string[];
  readonly atMs: number;
}

/** Roots of a source are the same array as long as they are the same. */
const OF_ROOTS = new WeakMap<readonly string[], Known>();

/** Say which screens are below roots that never change, such as those of a commit: they are not looked for any more. */
export function keepPaths(roots: readonly string[], paths: readonly string[]): void {
  OF_ROOTS.set(roots, { paths, atMs: Number.POSITIVE_INFINITY });
}

/** Paths of the screens below some roots, as they were at most a second ago. */
export function knownPaths(roots: readonly string[]): readonly string[] {
  const nowMs = monotonicMs();
  const known = OF_ROOTS.get(roots);
  if (known !== undefined && nowMs - known.atMs < KNOWN_MS) return known.paths;
  const paths = discoverPaths(roots);
  OF_ROOTS.set(roots, { paths, atMs: nowMs });
  return paths;
}

/** Holds back a commit that would break screens in use. */
import { findFiles } from '../sources/screen.ts';

/**
 * Checks screens of a tree without running them.
 * @param paths  below the roots
 * @param signal ends the check; what it has found then does not matter
 * @returns what is wrong, by the path of the screen; nothing for those that are fine
 */
export type CheckScreens = (
  roots: readonly string[],
  paths: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>;

/** A screen that works in the commit in use, but not in the new one. */
interface WorseScreen {
  readonly path: string;
  readonly problem: string;
}

/**
 * Compare the screens in use between two trees. A screen that does not work in either is no reason to hold back the new
 * one.
 */
export async function findWorse(
  served: readonly string[],
  next: readonly string[],
  used: readonly string[],
  check: CheckScreens,
  signal: AbortSignal,
): Promise<readonly WorseScreen[]> {
  const there = used.filter((path) => findFiles(served, path) !== null);
  if (there.length === 0) return [];
  const kept = there.filter((path) => findFiles(next, path) !== null);
  const after = await check(next, kept, signal);
  const suspects = there.filter((path) => !kept.includes(path) || after.has(path));
  const before = suspects.length === 0 ? new Map<string, string>() : await check(served, suspects, signal);
  return suspects
    .filter((path) => !before.has(path))
    .map((path) => ({ path, problem: after.get(path) ?? 'it is gone' }));
}

/** Describe why a commit is held back. */
export function describeWorse(sha: string, handle: string, worse: readonly WorseScreen[]): string {
  const [first, ...more] = worse;
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`;
  const what = first === undefined ? '' : `: ${handle}/${first.path}: ${first.problem}${rest}`;
  return `commit ${sha.slice(0, 12)} would break a screen that is in use and is not taken${what}`;
}

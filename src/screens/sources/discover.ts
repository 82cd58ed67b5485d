/** Finds all screens below a folder, in both of their forms. */

import { type Dirent, readdirSync } from 'node:fs';
import { isRefSegment } from '../../domain/screen-ref.ts';
import { runAtOnce, type Slices } from '../../platform/base/turns.ts';
import { isHiddenName, joinPath } from '../../platform/files/paths.ts';

/** Depth of folders that are searched, and number of files that are looked at; a real tree of screens has less. */
const MAX_DEPTH = 8;
const MAX_ENTRIES = 20_000;

/** Possible screens below some roots, each path once, sorted within a root. */
interface DiscoveredScreens {
  readonly paths: readonly string[];
  /** Screens that no reference can name, because of a character in their path. */
  readonly unnameable: readonly string[];
}

/** Why such a screen cannot be shown. */
export const UNNAMEABLE =
  'no device can be given this screen: use only letters, digits, ".", "_" and "-" in its path';

/** Paths of the screens below some roots, without those that no reference can name. */
export function discoverPaths(roots: readonly string[]): readonly string[] {
  return discoverScreens(roots).paths;
}

/** All screens below some roots. Hidden folders and files are ignored. */
export function discoverScreens(roots: readonly string[]): DiscoveredScreens {
  return runAtOnce(discoverInSlices(roots));
}

/** The same, a folder at a time: the largest trees take tens of milliseconds. */
export function* discoverInSlices(roots: readonly string[]): Slices<DiscoveredScreens> {
  const all = new Set<string>();
  for (const root of roots) {
    const found = new Set<string>();
    yield* walk(root, '', 0, found, { entries: MAX_ENTRIES });
    for (const path of [...found].sort()) all.add(path);
  }
  const paths: string[] = [];
  const unnameable: string[] = [];
  for (const path of all) (isNameable(path) ? paths : unnameable).push(path);
  return { paths, unnameable };
}

function* walk(
  root: string,
  folder: string,
  depth: number,
  found: Set<string>,
  budget: { entries: number },
): Slices<void> {
  yield;
  const entries = readFolder(folder === '' ? root : `${root}/${folder}`);
  budget.entries -= entries.length;
  if (budget.entries < 0) return;
  const seen = entries.filter((entry) => !isHiddenName(entry.name));
  const files = new Set(seen.filter((entry) => !entry.isDirectory()).map((entry) => entry.name));
  if (folder !== '' && (files.has('script.lua') || files.has('meta.yaml'))) found.add(folder);
  for (const name of files) {
    const stem = stemOf(name, files);
    if (stem !== null) found.add(joinPath(folder, stem));
  }
  if (depth >= MAX_DEPTH) return;
  for (const entry of seen) {
    if (entry.isDirectory()) yield* walk(root, joinPath(folder, entry.name), depth + 1, found, budget);
  }
}

/** The name of the flat screen that a script or metadata file belongs to; a single script is a library. */
function stemOf(name: string, files: ReadonlySet<string>): string | null {
  if (name.endsWith('.meta.yaml')) return name.slice(0, -'.meta.yaml'.length);
  if (!name.endsWith('.lua')) return null;
  const stem = name.slice(0, -'.lua'.length);
  return files.has(`${stem}.svg`) ? stem : null;
}

function isNameable(path: string): boolean {
  return path.split('/').every(isRefSegment);
}

/**
 * Entries of a folder; none when it cannot be read. Links to folders are not followed, because they can form a loop.
 */
function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

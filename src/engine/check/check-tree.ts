/** Checks the screens of a tree one after the other. Runs in a process of its own (`run-check.ts`). */

import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import { discoverScreens, UNNAMEABLE } from '../../screens/sources/discover.ts';
import { checkScreen } from './check-screen.ts';
import { general, type ScreenReport } from './finding.ts';
import { type CheckOrigin, RepoFiles } from './repo-files.ts';

/** What to check. */
export interface CheckTarget {
  /** Absolute folders; the first that has a file is used, file by file. */
  readonly roots: readonly string[];
  /** Paths of screens below the roots; null checks all of them. */
  readonly paths: readonly string[] | null;
  /** The server that the screens were written for, if it is another one. */
  readonly from?: CheckOrigin | undefined;
}

/** The progress of a check. */
export type CheckProgress =
  | { readonly kind: 'found'; readonly paths: readonly string[] }
  | { readonly kind: 'checked'; readonly report: ScreenReport };

/** Check all screens of a target, and yield each when it is done. Nothing is run, nothing is fetched. */
export function* checkTree({ roots, paths, from }: CheckTarget, lua: LuaRuntime): Generator<CheckProgress> {
  const found = paths === null ? discoverScreens(roots) : { paths, unnameable: [] };
  yield { kind: 'found', paths: [...found.paths, ...found.unnameable] };
  const files = new RepoFiles(roots, lua, from);
  for (const path of found.paths) yield { kind: 'checked', report: checkScreen(files, path) };
  for (const path of found.unnameable) {
    yield { kind: 'checked', report: { path, findings: [general('error', path, UNNAMEABLE)] } };
  }
}

/** Sources of screens: the embedded set, the screens directory, git repositories. */
import { BUILTIN_HANDLE, EXAMPLES_HANDLE, LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import type { Manifest } from './manifest.ts';

/** A tree of screens with one handle. Plain data, replaced as a whole when a repo gets another commit. */
export interface ScreenSource {
  readonly handle: string;
  /** Absolute folders; the first that has a file is used, file by file. Empty when there is nothing to serve. */
  readonly roots: readonly string[];
  /** Whether its scripts may reach loopback and private networks. */
  readonly allowPrivateNetwork: boolean;
  /** Why it has no roots: not fetched yet, no directory set. Null when it has. */
  readonly problem: string | null;
  /** The manifest of a repo. It is above the roots when the repo names a folder for its screens. */
  readonly manifest?: Manifest;
}

/** The embedded screens. */
export function builtinSource(builtinDir: string): ScreenSource {
  return { handle: BUILTIN_HANDLE, roots: [builtinDir], allowPrivateNetwork: true, problem: null };
}

/** The embedded examples. */
export function examplesSource(examplesDir: string | null): ScreenSource {
  return folderSource(EXAMPLES_HANDLE, examplesDir, 'the examples are not installed');
}

/** The screens directory, as the repo `local`. */
export function localSource(localDir: string | null): ScreenSource {
  return folderSource(LOCAL_HANDLE, localDir, 'SCREENS_DIR is not set');
}

function folderSource(handle: string, dir: string | null, whyNone: string): ScreenSource {
  return dir === null
    ? { handle, roots: [], allowPrivateNetwork: true, problem: whyNone }
    : { handle, roots: [dir], allowPrivateNetwork: true, problem: null };
}

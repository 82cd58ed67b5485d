/** Which folder of screens `stipple dev` serves, and which screen it shows first. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EnvSettings } from '../../config/env/env.ts';
import { LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { statFile } from '../../platform/files/files.ts';
import { discoverPaths } from '../../screens/sources/discover.ts';
import { findTarget } from '../check/target.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface DevPlace {
  /** Absolute; it exists. */
  readonly folder: string;
  /** The screen that is named, as a device is given it; null where none is. */
  readonly screen: string | null;
}

/**
 * Read what the command line says: a screen, a folder of screens, the folder or a file of one screen.
 * @param named   the argument
 * @param folder  of `--folder`
 * @throws {ExitError} 64 for what is neither
 */
export function findPlace(
  named: string | undefined,
  folder: string | undefined,
  { screensDir }: Pick<EnvSettings, 'screensDir'>,
): DevPlace {
  if (folder !== undefined) return { folder: folderAt(folder), screen: named ?? null };
  // A name that is in the folder as a file, too, is that screen.
  if (named !== undefined && isPath(named)) return placeAt(named, screensDir);
  return { folder: usualFolder(screensDir), screen: named ?? null };
}

function folderAt(written: string): string {
  const { root, paths } = findTarget(written, null);
  if (paths === null) return root;
  throw new ExitError(EXIT.usage, `--folder: expected a folder of screens, got one screen: ${written}`);
}

function placeAt(written: string, screensDir: string | null): DevPlace {
  const { root, paths } = findTarget(written, null);
  const [only] = paths ?? [];
  if (only === undefined) return { folder: root, screen: null };
  // Modules are looked for from the top of the screens directory.
  const below = screensDir === null ? '..' : path.relative(screensDir, path.join(root, only));
  const isBelow = screensDir !== null && !below.startsWith('..') && !path.isAbsolute(below);
  if (!isBelow) return { folder: root, screen: `${LOCAL_HANDLE}/${only}` };
  return { folder: screensDir, screen: `${LOCAL_HANDLE}/${below.split(path.sep).join('/')}` };
}

function isPath(written: string): boolean {
  return (
    existsSync(written) ||
    existsSync(`${written}.lua`) ||
    path.isAbsolute(written) ||
    /^\.\.?(?:\/|$)/.test(written)
  );
}

/** The working directory, if it has screens and they are not those of the screens directory below it; else that one. */
function usualFolder(screensDir: string | null): string {
  const here = process.cwd();
  if (screensDir === null || !statFile(screensDir)?.isDirectory()) return findTarget(here, null).root;
  if (screensDir === here || screensDir.startsWith(`${here}${path.sep}`)) return screensDir;
  return discoverPaths([here]).length > 0 ? findTarget(here, null).root : screensDir;
}

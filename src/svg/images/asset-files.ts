/** Reads image files from the folder of a screen, and from nowhere else on the disk. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '../../base/limits.ts';
import { isShortage } from '../../files/files.ts';
import { isHiddenBelow } from '../../files/hidden-names.ts';

/** The folder in which an SVG finds the files that it shows. */
export interface AssetFolder {
  /** Directories; the first that has a file wins. */
  readonly roots: readonly string[];
  /** Folder of the screen, relative to the roots. */
  readonly dir: string;
}

/** For an SVG that shows no files. */
export const NO_ASSETS: AssetFolder = { roots: [], dir: '' };

export type AssetRead =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Read a file below the screen's folder.
 * @param relative  a path from `classifyHref`: with slashes, without `..`
 */
export function readAsset({ roots, dir }: AssetFolder, relative: string): AssetRead {
  for (const root of roots) {
    const folder = path.join(root, dir);
    const read = readInside(folder, path.join(folder, relative));
    if (read.kind !== 'missing') return read;
  }
  return { kind: 'missing' };
}

function readInside(folder: string, file: string): AssetRead {
  let descriptor: number;
  try {
    // Links are resolved first, the real path is checked, then exactly that file is opened.
    const real = realpathSync(file);
    const realFolder = realpathSync(folder);
    if (!real.startsWith(realFolder + path.sep)) {
      return { kind: 'refused', reason: 'it leads out of the folder of the screen' };
    }
    if (isHiddenBelow(realFolder, real)) {
      return { kind: 'refused', reason: 'names that begin with "." are out of reach' };
    }
    // Non-blocking, since opening a named pipe would stop the thread.
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    // A shortage (of descriptors, of memory) does not mean that the file is missing, which would be remembered.
    if (isShortage(error)) throw error;
    return { kind: 'missing' };
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return { kind: 'refused', reason: 'it is not a file' };
    if (stat.size > LIMITS.imageBytes) {
      return { kind: 'refused', reason: `it has more than ${LIMITS.imageBytes} bytes` };
    }
    return { kind: 'bytes', bytes: readFileSync(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

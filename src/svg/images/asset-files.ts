/** Reads image files of a screen, and nothing else of the disk. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { LIMITS } from '../../base/limits.ts';
import { isShortage } from '../../files/files.ts';
import { isHiddenBelow } from '../../files/hidden-names.ts';

export interface AssetPlace {
  /** Directories; the first that has the file wins. */
  readonly assetRoots: readonly string[];
  /** Folder of the screen, relative to the roots. */
  readonly assetDir: string;
}

export type AssetRead =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Read a file below the screen's folder.
 * @param relative  as `classifyHref` gives it: slashes, no `..`
 */
export function readAsset(place: AssetPlace, relative: string): AssetRead {
  for (const root of place.assetRoots) {
    const folder = path.join(root, place.assetDir);
    const read = readInside(folder, path.join(folder, relative));
    if (read.kind !== 'missing') return read;
  }
  return { kind: 'missing' };
}

function readInside(folder: string, file: string): AssetRead {
  let descriptor: number;
  try {
    // Links are followed first, then the real place is compared, then exactly that file is opened.
    const real = realpathSync(file);
    const realFolder = realpathSync(folder);
    if (!real.startsWith(realFolder + path.sep)) {
      return { kind: 'refused', reason: 'it leads out of the folder of the screen' };
    }
    if (isHiddenBelow(realFolder, real)) {
      return { kind: 'refused', reason: 'names that begin with "." are out of reach' };
    }
    // Without waiting: a named pipe must not stop the thread.
    descriptor = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    // It says nothing about the file, and a missing one is remembered for long.
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

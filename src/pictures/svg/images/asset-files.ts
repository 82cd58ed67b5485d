/** Reads image files from the folder of a screen, and from nowhere else on the disk. */
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { isShortage } from '../../../platform/files/files.ts';
import { isHiddenBelow } from '../../../platform/files/paths.ts';

/** Bytes of one image file inside an SVG. */
export const IMAGE_BYTES = 16 * 1024 * 1024;

/** The folder in which an SVG finds the files that it shows. */
export interface AssetFolder {
  /** Directories; the first that has a file wins. */
  readonly roots: readonly string[];
  /** Folder of the screen, relative to the roots. */
  readonly dir: string;
  /** Files that were read beforehand; then no others are, as where the SVG is drawn none can be opened. */
  readonly loaded?: ReadonlyMap<string, AssetRead>;
}

/** All image files that one picture shows: the main thread sends them to the process that draws, 10 ms for so many. */
const SHOWN_BYTES = 2 * IMAGE_BYTES;

/** For an SVG that shows no files. */
export const NO_ASSETS: AssetFolder = { roots: [], dir: '' };

type AssetRead =
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Read a file below the screen's folder.
 * @param relative  a path from `classifyHref`: with slashes, without `..`
 */
export function readAsset({ roots, dir, loaded }: AssetFolder, relative: string): AssetRead {
  if (loaded !== undefined) return fromLoaded(loaded.get(relative));
  for (const root of roots) {
    const folder = path.join(root, dir);
    const read = readInside(folder, path.join(folder, relative));
    if (read.kind !== 'missing') return read;
  }
  return { kind: 'missing' };
}

/** What was sent to a thread has lost the class of its bytes. */
function fromLoaded(read: AssetRead = { kind: 'missing' }): AssetRead {
  if (read.kind !== 'bytes') return read;
  const { buffer, byteOffset, byteLength } = read.bytes;
  return { kind: 'bytes', bytes: Buffer.from(buffer, byteOffset, byteLength) };
}

/** Read files below the screen's folder, without holding up the thread. The folder that results reads nothing more. */
export async function loadAssets(folder: AssetFolder, files: readonly string[]): Promise<AssetFolder> {
  const loaded = new Map<string, AssetRead>();
  let bytes = 0;
  for (const file of files) {
    const read = await loadAsset(folder, file, SHOWN_BYTES - bytes);
    if (read.kind === 'bytes') bytes += read.bytes.length;
    loaded.set(file, read);
  }
  return { ...folder, loaded };
}

async function loadAsset({ roots, dir }: AssetFolder, relative: string, left: number): Promise<AssetRead> {
  for (const root of roots) {
    const folder = path.join(root, dir);
    const read = await loadInside(folder, path.join(folder, relative), left);
    if (read.kind !== 'missing') return read;
  }
  return { kind: 'missing' };
}

async function loadInside(folder: string, file: string, left: number): Promise<AssetRead> {
  try {
    const [real, realFolder] = await Promise.all([realpath(file), realpath(folder)]);
    const reason = refusalOf(realFolder, real);
    if (reason !== null) return { kind: 'refused', reason };
    await using handle = await open(real, READ_FLAGS);
    const stat = await handle.stat();
    const refused = refusalOfFile(stat.isFile(), stat.size, left);
    return refused === null
      ? { kind: 'bytes', bytes: await handle.readFile() }
      : { kind: 'refused', reason: refused };
  } catch (error) {
    // A shortage does not mean that the file is missing, but whoever draws can only be told so.
    const reason = 'it cannot be read now';
    return isShortage(error) ? { kind: 'refused', reason } : { kind: 'missing' };
  }
}

/** Non-blocking, since opening a named pipe would stop the thread. */
const READ_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Links are resolved first, the real path is checked, then exactly that file is opened. */
function refusalOf(realFolder: string, real: string): string | null {
  if (!real.startsWith(realFolder + path.sep)) return 'it leads out of the folder of the screen';
  return isHiddenBelow(realFolder, real) ? 'names that begin with "." are out of reach' : null;
}

function refusalOfFile(isFile: boolean, size: number, left: number = SHOWN_BYTES): string | null {
  if (!isFile) return 'it is not a file';
  if (size > IMAGE_BYTES) return `it has more than ${IMAGE_BYTES} bytes`;
  return size > left ? `the files of the picture have more than ${SHOWN_BYTES} bytes in all` : null;
}

function readInside(folder: string, file: string): AssetRead {
  let descriptor: number;
  try {
    const real = realpathSync(file);
    const reason = refusalOf(realpathSync(folder), real);
    if (reason !== null) return { kind: 'refused', reason };
    descriptor = openSync(real, READ_FLAGS);
  } catch (error) {
    // A shortage (of descriptors, of memory) does not mean that the file is missing, which would be remembered.
    if (isShortage(error)) throw error;
    return { kind: 'missing' };
  }
  try {
    const stat = fstatSync(descriptor);
    const reason = refusalOfFile(stat.isFile(), stat.size);
    if (reason !== null) return { kind: 'refused', reason };
    return { kind: 'bytes', bytes: readFileSync(descriptor) };
  } finally {
    closeSync(descriptor);
  }
}

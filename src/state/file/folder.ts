/** The folder of the state: who may read it, and whether what lies in it can be a store. */
import {
  accessSync,
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { StateError } from '../state-error.ts';
import { fileProblem } from './file-problem.ts';
import { isHead } from './pages/check-pages.ts';
import { META, readCount, TREE } from './pages/layout.ts';
import { ADVICE } from './require-whole.ts';
import { fingerprint, markWhole } from './whole-mark.ts';

/** Names in the folder. LMDB makes the second one out of the first. */
const DATA = 'state.mdb';
const LOCK = 'state.mdb-lock';

/** What LMDB takes for the readers of several processes. */
const LOCK_BYTES = 12_288;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Sizes of pages that LMDB can have. */
const MIN_PAGE_BYTES = 512;
const MAX_PAGE_BYTES = 65_536;

/** Pages that may be missing at the end of a sound file: those that its last change made and did not need after all. */
const LOOSE_PAGES = 64;

/** A folder that is ready for LMDB. */
export interface PreparedFolder {
  readonly data: string;
  /** Size of its pages; null where there is no store yet. */
  readonly pageBytes: number | null;
}

/**
 * Make the folder, but none above it (a volume that is not mounted shall not be written beside), and the files for us alone.
 * @throws {StateError} unusable, full
 */
export function prepareFolder(folder: string): PreparedFolder {
  const data = path.join(folder, DATA);
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: FOLDER_MODE });
    accessSync(folder, constants.W_OK);
    const lock = path.join(folder, LOCK);
    for (const file of [data, lock]) makeFile(file);
    const pageBytes = checkLength(folder, data);
    makeRoomForLock(lock);
    return { data, pageBytes };
  } catch (error) {
    throw fileProblem(folder, error);
  }
}

/** Files that are there are not opened: closing the lock file would end the locks that this process holds on it. */
function makeFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', FILE_MODE));
  accessSync(file, constants.R_OK | constants.W_OK);
}

/** LMDB writes its lock file as memory, and the process would end where the disk has no room behind it: so it is there before. */
function makeRoomForLock(lock: string): void {
  if (statSync(lock).size === 0) writeFileSync(lock, Buffer.alloc(LOCK_BYTES));
}

/**
 * LMDB reads the file as memory, and the process would end where there is none behind the end of the file. So a file that
 * was cut is refused, and what may be missing is made of zeros.
 * @returns the size of its pages; null for an empty file
 */
function checkLength(folder: string, data: string): number | null {
  const head = readHead(data);
  // LMDB has held this folder open before, so there was a store.
  if (head.length === 0 && readHead(path.join(folder, LOCK)).some((byte) => byte !== 0))
    throw damaged(folder);
  if (head.length === 0) return null;
  if (!isHead(head)) throw damaged(folder);
  const pageBytes = head.readUInt32LE(META.freeTree + TREE.pad);
  const isPageSize =
    pageBytes >= MIN_PAGE_BYTES && pageBytes <= MAX_PAGE_BYTES && Number.isInteger(Math.log2(pageBytes));
  const second = isPageSize ? readHead(data, pageBytes) : head.subarray(0, 0);
  if (!isHead(second)) throw damaged(folder);
  const lastPage = Math.max(...[head, second].map((one) => readCount(one, META.lastPage)));
  const missing = lastPage + 1 - statSync(data).size / pageBytes;
  if (!(missing <= LOOSE_PAGES)) throw damaged(folder);
  if (missing > 0) truncateSync(data, (lastPage + 1) * pageBytes);
  return pageBytes;
}

function readHead(file: string, position = 0): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(META.end);
    return head.subarray(0, readSync(descriptor, head, 0, head.length, position));
  } finally {
    closeSync(descriptor);
  }
}

function damaged(folder: string): StateError {
  return new StateError(
    'unusable',
    `The state in ${folder} is damaged: ${DATA} is not a whole store. ${ADVICE}`,
  );
}

/** Note that the store was closed: as its file is now, it is whole. */
export function markClosed(folder: string): void {
  const data = path.join(folder, DATA);
  try {
    const head = readHead(data);
    const pageBytes = head.readUInt32LE(META.freeTree + TREE.pad);
    markWhole(folder, fingerprint(data, pageBytes));
  } catch {
    // The folder was taken away: there is nothing to mark.
  }
}

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
} from 'node:fs';
import path from 'node:path';
import { StateError } from '../state-error.ts';
import { fileProblem } from './file-problem.ts';

/** Names in the folder. LMDB makes the second one out of the first. */
const DATA = 'state.mdb';
const LOCK = 'state.mdb-lock';

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

/** Of the first two pages: where their own head ends, and what follows it. */
const PAGE_HEAD_BYTES = 24;
const MAGIC = 0xbeefc0de;
const PAGE_SIZE_AT = PAGE_HEAD_BYTES + 24;
const LAST_PAGE_AT = PAGE_HEAD_BYTES + 120;
const META_BYTES = 256;

/** Pages that may be missing at the end of a sound file: those that its last change made and did not need after all. */
const LOOSE_PAGES = 64;

/**
 * Make the folder, but none above it (a volume that is not mounted shall not be written beside), and the files for us alone.
 * @returns the data file
 * @throws {StateError} unusable, full
 */
export function prepareFolder(folder: string): string {
  const data = path.join(folder, DATA);
  try {
    if (statSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { mode: FOLDER_MODE });
    accessSync(folder, constants.W_OK);
    for (const file of [data, path.join(folder, LOCK)]) makeFile(file);
    checkLength(folder, data);
    return data;
  } catch (error) {
    throw fileProblem(folder, error);
  }
}

/** Files that are there are not opened: closing the lock file would end the locks that this process holds on it. */
function makeFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', FILE_MODE));
  accessSync(file, constants.R_OK | constants.W_OK);
}

/**
 * LMDB reads the file as memory, and the process would end where there is none behind the end of the file. So a file that
 * was cut is refused, and what may be missing is made of zeros.
 */
function checkLength(folder: string, data: string): void {
  const head = readHead(data);
  // LMDB has held this folder open before, so there was a store.
  if (head.length === 0 && statSync(path.join(folder, LOCK)).size > 0) throw damaged(folder);
  if (head.length === 0) return;
  if (head.length < META_BYTES || head.readUInt32LE(PAGE_HEAD_BYTES) !== MAGIC) throw damaged(folder);
  const pageBytes = head.readUInt32LE(PAGE_SIZE_AT);
  const second = readHead(data, pageBytes);
  if (second.length < META_BYTES) throw damaged(folder);
  const lastPage = Math.max(...[head, second].map((one) => Number(one.readBigUInt64LE(LAST_PAGE_AT))));
  const missing = lastPage + 1 - statSync(data).size / pageBytes;
  if (missing > LOOSE_PAGES) throw damaged(folder);
  if (missing > 0) truncateSync(data, (lastPage + 1) * pageBytes);
}

function readHead(data: string, position = 0): Buffer {
  const descriptor = openSync(data, 'r');
  try {
    const head = Buffer.alloc(META_BYTES);
    return head.subarray(0, readSync(descriptor, head, 0, head.length, position));
  } finally {
    closeSync(descriptor);
  }
}

function damaged(folder: string): StateError {
  const what = `The state in ${folder} is damaged: ${DATA} is not a whole store.`;
  return new StateError('unusable', `${what} Put back a backup, or move the folder away.`);
}

/**
 * Whether the data file is as it was when it was known to be whole: after it was closed, or looked at. A server that was
 * killed, a copy and a disk that has failed leave another one, which is looked at before it is opened.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { META, readCount } from './pages/layout.ts';

const NAME = 'state.whole';
const FILE_MODE = 0o600;

/**
 * Tells one state of the file from another: its size, when it was changed last, its last transaction; the clock of a file
 * system may stand still between two changes, and the system moves that time whatever else is set.
 */
export function fingerprint(data: string, pageBytes: number): string {
  const { size, ctimeNs } = statSync(data, { bigint: true });
  const head = Buffer.alloc(META.end);
  const descriptor = openSync(data, 'r');
  try {
    const txns = [0, pageBytes].map((position) => {
      readSync(descriptor, head, 0, head.length, position);
      return readCount(head, META.txn);
    });
    return `${size} ${ctimeNs} ${Math.max(...txns)}`;
  } finally {
    closeSync(descriptor);
  }
}

/** Whether a fingerprint is the one that was marked. */
export function isMarked(folder: string, print: string): boolean {
  try {
    return readFileSync(path.join(folder, NAME), 'utf8') === print;
  } catch {
    return false;
  }
}

/** Mark a file as whole. Where that cannot be written, the next start looks at all of it. */
export function markWhole(folder: string, print: string): void {
  const file = path.join(folder, NAME);
  try {
    const descriptor = openSync(`${file}.tmp`, 'w', FILE_MODE);
    try {
      writeSync(descriptor, print);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(`${file}.tmp`, file);
  } catch {
    // The disk is full, or may only be read.
  }
}

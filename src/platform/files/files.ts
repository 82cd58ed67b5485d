/** File access: reads of limited size, a cache that notices edits, atomic writes. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../base/result.ts';
import { makeFolders } from './make-folders.ts';
import { isHiddenBelow } from './paths.ts';

/** Why a file cannot be read. The message says what was expected and what came, without any path. */
export interface FileFailure {
  readonly kind: 'missing' | 'refused' | 'too_large' | 'unreadable';
  readonly message: string;
}

/** The content of a file, and the state of the file when it was read. */
interface FileContent {
  readonly bytes: Buffer;
  readonly stats: Stats;
}

const MISSING: Result<never, FileFailure> = err({ kind: 'missing', message: 'the file does not exist' });

const NO_THROW = { throwIfNoEntry: false } as const;

/**
 * Timestamps of a file may be this coarse (FAT: 2 s), so the file may change again within that time without a new
 * timestamp. Content that is read so soon after a change is read again the next time.
 */
const STAMP_GRAIN_MS = 2_000;

/** The code of an error of `node:fs`, such as `EACCES`. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown error';
}

/** Absolute path of a file after all links are followed; the path as written when the file does not exist. */
export function followLinks(file: string): Promise<string> {
  return realpath(file).catch(() => path.resolve(file));
}

/** State of a file after all links are followed; undefined when it does not exist or cannot be examined. */
export function statFile(file: string): Stats | undefined {
  try {
    return statSync(file, NO_THROW);
  } catch {
    return undefined;
  }
}

/** Lack of descriptors or memory. */
const SHORTAGES: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']);

/** True for an error that has nothing to do with the file: the system is short of something, and may soon recover. */
export function isShortage(error: unknown): boolean {
  return SHORTAGES.has(errorCode(error));
}

/**
 * Read a regular file of at most `maxBytes`. Pipes and devices are refused without waiting for them. With `within`, the
 * file must lie in that folder after all symbolic links are followed, and must not be hidden there.
 */
export function readFileBounded(
  file: string,
  maxBytes: number,
  within?: string,
): Result<FileContent, FileFailure> {
  let descriptor: number | undefined;
  try {
    const before = statSync(file, NO_THROW);
    if (before === undefined) return MISSING;
    // Opening a device can have side effects, so the type is checked before, and after in case of a swap.
    if (!before.isFile()) return notAFile(before);
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return notAFile(stats);
    const astray = within === undefined ? null : whereItLeads(file, within, stats);
    if (astray !== null) return problem('refused', `the file is a link that leads ${astray}`);
    const bytes = stats.size > maxBytes ? null : readUpTo(descriptor, stats.size, maxBytes);
    if (bytes === null) return problem('too_large', `expected at most ${maxBytes} bytes, got more`);
    return ok({ bytes, stats });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return MISSING;
    return problem('unreadable', `the file cannot be read (${code})`);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function problem(kind: FileFailure['kind'], message: string): Result<never, FileFailure> {
  return err({ kind, message });
}

function notAFile(stats: Stats): Result<never, FileFailure> {
  return problem(
    'refused',
    `expected a file, got ${stats.isDirectory() ? 'a folder' : 'a pipe or a device'}`,
  );
}

/** The real path, when it does not lead to the open file, visible below the folder; null when it does. */
function whereItLeads(file: string, folder: string, opened: Stats): string | null {
  const real = realpathSync.native(file);
  const there = statSync(real, NO_THROW);
  const out = 'out of its folder';
  if (there === undefined || there.ino !== opened.ino || there.dev !== opened.dev) return out;
  const root = realpathSync.native(folder);
  if (!real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return out;
  return isHiddenBelow(root, real) ? 'to a hidden file' : null;
}

/** Read to the end of a file that may grow or shrink meanwhile; null when there are more than `maxBytes`. */
function readUpTo(descriptor: number, expectedBytes: number, maxBytes: number): Buffer | null {
  const chunks: Buffer[] = [];
  let total = 0;
  // One byte more than expected, so that the usual file ends with one short read.
  for (let room = expectedBytes + 1; ; room = 65_536) {
    const chunk = Buffer.allocUnsafe(Math.min(room, maxBytes + 1 - total));
    const count = readSync(descriptor, chunk, 0, chunk.length, null);
    chunks.push(chunk.subarray(0, count));
    total += count;
    if (total > maxBytes) return null;
    if (count === 0 || total === expectedBytes) return Buffer.concat(chunks, total);
  }
}

/** What tells whether a file has changed: null for a file that does not exist, `new` when it cannot be told yet. */
export type FileState = string | null;

interface CacheEntry<T> {
  readonly state: string;
  readonly size: number;
  readonly result: Result<T, FileFailure>;
}

/**
 * Values that are made from files. A value is kept while its file does not change; checking an unchanged file costs one
 * stat.
 */
export class FileCache<T> {
  /** State of the file of the last `load`; `new` when it has changed so recently that the next change might not show. */
  lastState: FileState = null;
  private readonly entries = new Map<string, CacheEntry<T>>();
  private readonly maxBytes: number;
  private readonly nowMs: () => number;
  private bytes = 0;

  /** @param maxBytes sum of the sizes of the files whose values are kept */
  constructor(maxBytes: number, nowMs: () => number = Date.now) {
    this.maxBytes = maxBytes;
    this.nowMs = nowMs;
  }

  /**
   * The value of a file, made again when the file has changed.
   * @param make   makes the value from the content; it must not throw
   * @param within see `readFileBounded`
   */
  load(file: string, maxBytes: number, make: (bytes: Buffer) => T, within?: string): Result<T, FileFailure> {
    const entry = this.entries.get(file);
    if (entry !== undefined && entry.size <= maxBytes && fileState(file) === entry.state) {
      this.lastState = entry.state;
      return entry.result;
    }
    this.forget(file);
    const read = readFileBounded(file, maxBytes, within);
    if (!read.ok) {
      this.lastState = read.error.kind === 'missing' ? null : 'new';
      return read;
    }
    const { bytes, stats } = read.value;
    const result = ok(make(bytes));
    this.keep(file, stats, result);
    return result;
  }

  private keep(file: string, stats: Stats, result: Result<T, FileFailure>): void {
    const { size, mtimeMs, ctimeMs } = stats;
    const settled = this.nowMs() - Math.max(mtimeMs, ctimeMs) > STAMP_GRAIN_MS;
    const state = stateOf(stats);
    this.lastState = settled ? state : 'new';
    if (!settled || size > this.maxBytes) return;
    this.entries.set(file, { state, size, result });
    this.bytes += size;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.forget(oldest);
    }
  }

  private forget(file: string): void {
    const entry = this.entries.get(file);
    if (entry === undefined) return;
    this.entries.delete(file);
    this.bytes -= entry.size;
  }
}

/** State of a file now, to compare with an earlier one; null when it does not exist or cannot be examined. */
export function fileState(file: string): string | null {
  const stats = statFile(file);
  return stats === undefined ? null : stateOf(stats);
}

/** The times of its content and of its inode, the latter of which nobody can set; its size; and which file it is. */
function stateOf({ mtimeMs, ctimeMs, size, ino, dev }: Stats): string {
  return `${mtimeMs} ${ctimeMs} ${size} ${ino} ${dev}`;
}

/** How a file is replaced. */
export interface WriteOptions {
  /** Permissions of a file that did not exist; 0o644 unless given. */
  readonly newFileMode?: number;
  /** Permissions of the file, whatever it had before. */
  readonly mode?: number;
  /** Called immediately before the file is replaced; when it throws, the file stays as it is. */
  readonly confirm?: () => void;
}

/**
 * Replace the content of a file atomically, even when the machine stops meanwhile: write a new file beside it, sync,
 * rename. Missing folders are made; a link keeps its target; mode and (where allowed) owner are kept.
 * `write-file-atomic` does less: it syncs no folder, writes no streams, cannot confirm, and replaces a link to nothing.
 * @throws the error of `node:fs` that stopped it; the file is then as it was
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { newFileMode = 0o644, mode: chosen, confirm }: WriteOptions = {},
): Promise<void> {
  const target = await followLinks(file);
  const folder = path.dirname(target);
  await makeFolders(folder);
  const before = statFile(target);
  const mode = chosen ?? (before === undefined ? newFileMode : before.mode & 0o777);
  const temporary = path.join(folder, `.${path.basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  try {
    const handle = await open(temporary, 'wx', mode);
    try {
      await keepOwner(handle, before);
      await handle.chmod(mode);
      await writeFile(handle, content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    confirm?.();
    renameSync(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Only a privileged process may give a file to another owner; for all others the new file is their own. */
async function keepOwner(handle: FileHandle, before: Stats | undefined): Promise<void> {
  if (before === undefined) return;
  const { uid, gid } = await handle.stat();
  if (uid !== before.uid || gid !== before.gid) {
    await handle.chown(before.uid, before.gid).catch(() => undefined);
  }
}

/**
 * Remove the temporary files of `writeFileAtomic` calls whose process was killed. Nobody may be writing the file
 * meanwhile.
 */
export async function removeLeftovers(file: string): Promise<void> {
  const target = await followLinks(file);
  const folder = path.dirname(target);
  const prefix = `.${path.basename(target)}.`;
  for (const name of await readdir(folder)) {
    const left = name.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length));
    if (left) await rm(path.join(folder, name), { force: true });
  }
}

/** Make a rename durable. Some file systems cannot sync a folder; the content of the file is safe anyway. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

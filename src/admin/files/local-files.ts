/** Reads and writes files of the screens directory, one call at a time, and never over what its caller has not seen. */
import { accessSync, constants, lstatSync } from 'node:fs';
import { rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { AdminCaller } from '../../domain/admin-token.ts';
import { AppError } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { withFileLock } from '../../platform/files/file-lock.ts';
import { errorCode, readFileBounded, writeFileAtomic } from '../../platform/files/files.ts';
import { isWithin } from '../../screens/sources/list-files.ts';
import { AuthoredBook } from './authored-book.ts';
import { refusedFile, requireNewName, requireOneForm, requireSafePath } from './file-paths.ts';

/** What the file that servers with the same folder lock is called; `withFileLock` makes it a hidden name. */
const LOCK = 'files';

/** Errors of a folder or file system that may not be written. */
const NOT_PERMITTED: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS']);
/** Errors of a path that leads through a file. */
const IN_THE_WAY: ReadonlySet<string> = new Set(['ENOTDIR', 'EISDIR', 'EEXIST']);

/** True for a folder in which files can be made and replaced. */
export function mayWriteFolder(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Do some work on the files of a folder while nobody else does. What an author writes is noted as such.
 * @throws {AppError} source_read_only, file_refused, file_not_written for what the file system says
 */
export async function withLocalFiles<T>(
  root: string,
  { role }: Pick<AdminCaller, 'role'>,
  work: (files: LocalFiles) => Promise<T>,
): Promise<T> {
  if (!mayWriteFolder(root)) throw new AppError('source_read_only', { detail: NOT_WRITABLE });
  try {
    return await withFileLock(path.join(root, LOCK), () =>
      work(new LocalFiles(root, new AuthoredBook(root, role !== 'admin'))),
    );
  } catch (error) {
    throw error instanceof AppError ? error : failedWrite(error);
  }
}

const NOT_WRITABLE = 'The server may not write there: no permission, or a read-only file system.';

export class LocalFiles {
  readonly #root: string;
  readonly #book: AuthoredBook;

  /** @param root absolute */
  constructor(root: string, book: AuthoredBook) {
    this.#root = root;
    this.#book = book;
  }

  /**
   * Write a file.
   * @param expected  the digest of the file that is replaced; null where there is to be none
   * @throws {AppError} file_refused, file_exists, file_changed
   */
  async write(file: string, bytes: Uint8Array, expected: string | null): Promise<void> {
    const place = this.#placeOf(file);
    if (this.#digestNow(file) === null && expected === null) requireNewName(this.#root, file);
    // Somebody's editor knows nothing of the lock: look as late as can be.
    const confirm = (): void => this.#require(file, expected);
    confirm();
    await this.#book.writing(file, this.read(file), bytes, () => writeFileAtomic(place, bytes, { confirm }));
  }

  /**
   * Remove a file, and the folders that are empty then.
   * @throws {AppError} file_refused, file_changed
   */
  async remove(file: string, expected: string): Promise<void> {
    const place = this.#placeOf(file);
    this.#require(file, expected);
    await this.#book.writing(file, this.read(file), null, () => rm(place));
    for (let above = path.dirname(place); above !== this.#root; above = path.dirname(above)) {
      const isRemoved = await rmdir(above).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  /**
   * Refuse a new file of a screen that is there in its other form. Files that are there already can be edited.
   * @throws {AppError} file_refused, file_exists
   */
  requireOneForm(file: string): void {
    requireSafePath(file);
    if (!this.has(file)) requireOneForm(this.#root, file);
  }

  /** True where there is something under a name, be it no file. */
  has(file: string): boolean {
    return lstatSync(path.join(this.#root, file), { throwIfNoEntry: false }) !== undefined;
  }

  /** The bytes of a file; null where there is none. */
  read(file: string): Buffer | null {
    const read = readFileBounded(path.join(this.#root, file), FILE_LIMITS.fileBytes, this.#root);
    if (read.ok) return read.value.bytes;
    if (read.error.kind !== 'missing') throw refusedFile(file, read.error.message);
    // A link to nothing is not to be replaced by a file: nobody has seen what it leads to.
    if (this.has(file)) throw refusedFile(file, 'this is a link that leads nowhere');
    return null;
  }

  /** Where a file is, whose folders so far are within the root after all links are followed. */
  #placeOf(file: string): string {
    requireSafePath(file);
    const folders = file.split('/').slice(0, -1);
    for (const index of folders.keys()) {
      const above = path.join(this.#root, ...folders.slice(0, index + 1));
      if (lstatSync(above, { throwIfNoEntry: false }) === undefined) break;
      if (!isWithin(this.#root, above)) throw refusedFile(file, 'its folder is a link that leads elsewhere');
    }
    return path.join(this.#root, file);
  }

  #digestNow(file: string): string | null {
    const bytes = this.read(file);
    return bytes === null ? null : sha256Hex(bytes);
  }

  #require(file: string, expected: string | null): void {
    const now = this.#digestNow(file);
    if (now === expected) return;
    const headers = now === null ? {} : { ETag: `"${now}"` };
    const name = quoteShort(file);
    if (expected === null) {
      const detail = `There is a file ${name} already, with the digest ${now}.`;
      throw new AppError('file_exists', { detail, headers });
    }
    const state = now === null ? 'it is gone' : `its digest is ${now} now`;
    throw new AppError('file_changed', {
      detail: `${name} was changed since it was read: ${state}.`,
      headers,
    });
  }
}

function failedWrite(error: unknown): AppError {
  const code = errorCode(error);
  if (NOT_PERMITTED.has(code))
    return new AppError('source_read_only', { detail: NOT_WRITABLE, cause: error });
  if (IN_THE_WAY.has(code)) {
    return new AppError('file_refused', {
      detail: 'A part of this path is a file, not a folder.',
      cause: error,
    });
  }
  const detail = `The file could not be written (${code}); it is as it was.`;
  return new AppError('file_not_written', { detail, cause: error });
}

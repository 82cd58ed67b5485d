/** The revision of the config that this server used last, in a file: what it starts from when the state store does not answer. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256Hex } from '../../platform/base/hash.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import { isPlainObject } from '../../platform/base/plain.ts';
import { errorCode, writeFileAtomic } from '../../platform/files/files.ts';
import { makeFolders } from '../../platform/files/make-folders.ts';
import type { ConfigRevision } from '../../state/state.ts';

/** It has the secrets of the config. */
const COPY_MODE = 0o600;

/** A folder of its own, as the one around it may be shared. */
const FOLDER = 'config';

/** JSON takes at most six bytes for one of the text, and the note is small. */
const MAX_COPY_BYTES = 6 * LIMITS.configFileBytes + 65_536;

export class ConfigCopy {
  readonly file: string;
  readonly #log: Logger;
  #next: ConfigRevision | null = null;
  #writing: Promise<void> | null = null;

  /**
   * @param folder absolute; a folder in it is made when the first copy is written
   * @param store  names the store, so that servers of several stores can share a folder
   */
  constructor(folder: string, store: string, log: Logger) {
    this.file = path.join(folder, FOLDER, `${sha256Hex(store).slice(0, 16)}.json`);
    this.#log = log;
  }

  /** The copy; null when there is none, or when it is not this user's alone, so that anybody may have written it. */
  read(): ConfigRevision | null {
    try {
      return isPrivate(path.dirname(this.file)) ? readRevision(readOwn(this.file)) : null;
    } catch {
      return null;
    }
  }

  /** Keep a revision in the place of the one before. Nobody waits for it. */
  keep(revision: ConfigRevision): void {
    this.#next = revision;
    this.#writing ??= this.#write();
  }

  /** Resolves when what was to be kept is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #write(): Promise<void> {
    for (let revision = this.#next; revision !== null; revision = this.#next) {
      this.#next = null;
      try {
        await makeFolders(path.dirname(this.file), 0o700);
        if (!isPrivate(path.dirname(this.file))) throw Object.assign(new Error(), { code: 'EPERM' });
        await writeFileAtomic(this.file, JSON.stringify(revision), { newFileMode: COPY_MODE });
      } catch (error) {
        const reason = errorCode(error);
        this.#log.warn(
          { file: this.file, reason },
          'no copy of the config can be kept beside the state store',
        );
      }
    }
    this.#writing = null;
  }
}

/** True for a folder that only this user may enter, in one that no other user but root owns: nobody else can put a link or a file there. */
function isPrivate(folder: string): boolean {
  const own = process.getuid?.();
  const stats = lstatSync(folder);
  const { uid } = lstatSync(path.dirname(folder));
  return stats.isDirectory() && stats.uid === own && (stats.mode & 0o077) === 0 && (uid === own || uid === 0);
}

/** @throws what `node:fs` throws, or an error that it is not this user's alone */
function readOwn(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = fstatSync(descriptor);
    const isOwn = stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
    if (!stats.isFile() || !isOwn || stats.size > MAX_COPY_BYTES) throw new Error('not ours');
    return readFileSync(descriptor, 'utf8');
  } finally {
    closeSync(descriptor);
  }
}

function readRevision(json: string): ConfigRevision | null {
  const value: unknown = JSON.parse(json);
  if (!isPlainObject(value)) return null;
  const { revision, savedMs, note, text } = value;
  const isWhole = Number.isSafeInteger(revision) && Number.isSafeInteger(savedMs) && typeof note === 'string';
  if (!isWhole || typeof text !== 'string') return null;
  return { revision: revision as number, savedMs: savedMs as number, note, text };
}

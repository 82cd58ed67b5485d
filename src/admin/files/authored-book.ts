/** Keeps the list of what authors have written, in step with the files: whoever stops in between has gained nothing. */
import path from 'node:path';
import { AppError } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { sha256Hex } from '../../platform/base/hash.ts';
import { writeFileAtomic } from '../../platform/files/files.ts';
import {
  AUTHORED_FILE,
  type AuthoredFile,
  authoredFiles,
  authoredPath,
  authoredText,
  REMOVED_DIGEST,
} from '../../screens/sources/authored.ts';
import { parseMeta } from '../../screens/sources/meta.ts';

const META = /(?:^|[./])meta\.yaml$/;

export class AuthoredBook {
  readonly #root: string;
  readonly #isAuthor: boolean;

  /** @param isAuthor  true for a caller who is no admin */
  constructor(root: string, isAuthor: boolean) {
    this.#root = root;
    this.#isAuthor = isAuthor;
  }

  /**
   * Change a file, and note whose it is from then on. The caller holds the lock.
   * @param before, after  its bytes; null for no file
   */
  async writing(
    file: string,
    before: Buffer | null,
    after: Uint8Array | null,
    write: () => Promise<void>,
  ): Promise<void> {
    if (!this.#isAuthor) {
      await write();
      return this.#keep(authoredPath(this.#root, file), null);
    }
    const name = authoredPath(this.#root, file);
    const known = this.#read().get(name);
    const was = before === null ? REMOVED_DIGEST : sha256Hex(before);
    const isTheirs = known?.digests.includes(was) ?? false;
    const open = isTheirs ? (known?.open ?? []) : openParams(file, before);
    const digest = after === null ? REMOVED_DIGEST : sha256Hex(after);
    // Both are noted until the file is written: an end in between must not make either anybody else's.
    await this.#keep(name, { digests: isTheirs ? [was, digest] : [digest], open });
    await write();
    // What never was anybody else's and is gone needs no note; metadata that is gone must not uncover other metadata.
    const isForgotten = after === null && !META.test(file);
    if (isForgotten || isTheirs) await this.#keep(name, isForgotten ? null : { digests: [digest], open });
  }

  async #keep(name: string, entry: AuthoredFile | null): Promise<void> {
    const files = new Map(this.#read());
    if (entry === null ? !files.delete(name) : false) return;
    if (entry !== null) files.set(name, entry);
    if (files.size > FILE_LIMITS.authored) {
      const detail = `Authors have written ${FILE_LIMITS.authored} files; an admin has to take some over, or remove them.`;
      throw new AppError('file_not_written', { detail });
    }
    await writeFileAtomic(path.join(this.#root, AUTHORED_FILE), authoredText(files), { newFileMode: 0o600 });
  }

  #read(): ReadonlyMap<string, AuthoredFile> {
    const files = authoredFiles(this.#root);
    if (files !== null) return files;
    const detail = `${AUTHORED_FILE} in the screens directory cannot be read; the operator has to mend or remove it.`;
    throw new AppError('file_not_written', { detail });
  }
}

/** The params that metadata of the operator leaves open. */
function openParams(file: string, bytes: Buffer | null): readonly string[] {
  if (bytes === null || !META.test(file)) return [];
  const meta = parseMeta(bytes.toString('utf8'));
  return meta.ok ? meta.value.params.filter(({ sensitive }) => !sensitive).map(({ name }) => name) : [];
}

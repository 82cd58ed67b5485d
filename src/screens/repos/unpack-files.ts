/**
 * Writes the files of a commit into a folder, directly from the objects: without filters, line end conversion and
 * hooks.
 */
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type GitCall, runGit } from './git-process.ts';
import type { TreeFile } from './list-tree.ts';
import { describeGitFailure, type RepoFailure, repoFailed } from './repo-failure.ts';

/** Longest header line of `git cat-file --batch`. */
const MAX_HEADER = 200;

/**
 * Write the files below a new folder. Every file is on disk when this returns.
 * @param files checked by `listTree`
 * @throws errors of `node:fs`
 */
export async function unpackFiles(
  files: readonly TreeFile[],
  folder: string,
  call: Omit<GitCall, 'args' | 'take' | 'input'>,
): Promise<Result<void, RepoFailure>> {
  await mkdir(folder);
  const folders = new Set(files.map((file) => path.dirname(file.path)));
  for (const name of folders) await mkdir(path.join(folder, name), { recursive: true });
  const contents = new ContentReader(files, folder);
  const input = files.map((file) => `${file.oid}\n`).join('');
  const args = ['cat-file', '--batch', '--buffer'];
  const done = await runGit({ ...call, args, input, take: (chunk) => contents.take(chunk) });
  if (contents.broken) return err(repoFailed('the fetched objects are damaged'));
  if (!done.ok) return err(describeGitFailure(done.error, []));
  return contents.complete ? ok(undefined) : err(repoFailed('the fetched objects are not complete'));
}

/** Splits the output of `git cat-file --batch` into files: a header line, the content, a line end. */
class ContentReader {
  broken = false;
  readonly #files: readonly TreeFile[];
  readonly #folder: string;
  #index = 0;
  #rest: Buffer = Buffer.alloc(0);
  /** Pieces of the current file; null between files. */
  #pieces: Buffer[] | null = null;
  #missing = 0;

  constructor(files: readonly TreeFile[], folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  get complete(): boolean {
    return this.#index === this.#files.length && this.#rest.length === 0;
  }

  /** @returns false when the output is not what was asked for */
  async take(chunk: Buffer): Promise<boolean> {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    while (!this.broken && (await this.#step())) {
      // One step reads one header or one piece of a content, or writes one file.
    }
    return !this.broken;
  }

  /** @returns false when more output is needed */
  async #step(): Promise<boolean> {
    const file = this.#files[this.#index];
    if (file === undefined) {
      this.broken ||= this.#rest.length > 0;
      return false;
    }
    return this.#pieces === null ? this.#header(file) : this.#content(file, this.#pieces);
  }

  #header(file: TreeFile): boolean {
    const end = this.#rest.indexOf(0x0a);
    if (end < 0) {
      this.broken = this.#rest.length > MAX_HEADER;
      return false;
    }
    this.broken = this.#rest.toString('latin1', 0, end) !== `${file.oid} blob ${file.bytes}`;
    this.#rest = this.#rest.subarray(end + 1);
    this.#pieces = [];
    this.#missing = file.bytes;
    return true;
  }

  async #content(file: TreeFile, pieces: Buffer[]): Promise<boolean> {
    const piece = this.#rest.subarray(0, this.#missing);
    if (piece.length > 0) pieces.push(piece);
    this.#missing -= piece.length;
    this.#rest = this.#rest.subarray(piece.length);
    if (this.#missing > 0 || this.#rest.length === 0) return false;
    this.broken = this.#rest[0] !== 0x0a;
    this.#rest = this.#rest.subarray(1);
    this.#pieces = null;
    this.#index += 1;
    await writeNew(path.join(this.#folder, file.path), pieces);
    return true;
  }
}

/** Write and sync a file, so that after a power cut it is complete, or its folder has no final name yet. */
async function writeNew(file: string, pieces: readonly Buffer[]): Promise<void> {
  const handle = await open(file, 'wx', 0o644);
  try {
    for (const piece of pieces) await handle.writeFile(piece);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Reads the tree of a fetched commit and decides whether it may be unpacked, before any of its files exist. */
import { err, ok, type Result } from '../../platform/base/result.ts';
import { type GitCall, runGit } from './git-process.ts';
import { describeGitFailure, type RepoFailure, repoRefused } from './repo-failure.ts';
import type { RepoLimits } from './repo-limits.ts';
import { foldedPath, pathProblem, REPO_PATH_BYTES } from './tree-names.ts';

/** A file to unpack. */
export interface TreeFile {
  readonly path: string;
  readonly oid: string;
  readonly bytes: number;
}

/** A record of `git ls-tree -r -t -z -l`: mode, type, object, size or `-`, path. */
const RECORD = /^(\d{6}) ([a-z]+) ([0-9a-f]{40}) +(\d+|-|BAD)\t(.*)$/s;

/** Longer than any record with a path of allowed length. */
const MAX_RECORD = 4 * REPO_PATH_BYTES;

/**
 * List the files of a commit. Symbolic links and submodules are left out; a file that cannot be served refuses the
 * whole repo.
 */
export async function listTree(
  sha: string,
  call: Omit<GitCall, 'args' | 'take'>,
  limits: RepoLimits,
): Promise<Result<readonly TreeFile[], RepoFailure>> {
  const tree = new TreeReader(limits);
  const args = ['ls-tree', '-r', '-t', '-z', '-l', '--full-tree', sha];
  const listed = await runGit({ ...call, args, take: (chunk) => tree.take(chunk) });
  if (tree.refused !== null) return err(tree.refused);
  if (!listed.ok) return err(describeGitFailure(listed.error, []));
  return ok(tree.files);
}

/** Reads the list in pieces; stops at the first reason to refuse the repo. */
class TreeReader {
  readonly files: TreeFile[] = [];
  refused: RepoFailure | null = null;
  readonly #limits: RepoLimits;
  readonly #paths = new Map<string, string>();
  #rest: Buffer = Buffer.alloc(0);
  #entries = 0;
  #bytes = 0;
  #metaBytes = 0;

  constructor(limits: RepoLimits) {
    this.#limits = limits;
  }

  /** @returns false when nothing more needs to be read */
  take(chunk: Buffer): boolean {
    const text = Buffer.concat([this.#rest, chunk]);
    let start = 0;
    for (let end = text.indexOf(0); end >= 0; end = text.indexOf(0, start)) {
      this.refused = this.#record(text.subarray(start, end));
      if (this.refused !== null) return false;
      start = end + 1;
    }
    this.#rest = text.subarray(start);
    if (this.#rest.length > MAX_RECORD) this.refused = repoRefused('the repository has a path without end');
    return this.refused === null;
  }

  #record(bytes: Buffer): RepoFailure | null {
    const text = bytes.toString('utf8');
    const [, mode, type, oid, size, path] = RECORD.exec(text) ?? [];
    if (oid === undefined || path === undefined)
      return repoRefused('the tree of the repository cannot be read');
    // Bytes that are not UTF-8 change when they are decoded and encoded.
    if (!Buffer.from(text).equals(bytes)) return repoRefused(`the path ${shown(path)} is not UTF-8`);
    this.#entries += 1;
    if (this.#entries > this.#limits.repoFiles) {
      return repoRefused(`the repository has more than ${this.#limits.repoFiles} files and folders`);
    }
    const problem = pathProblem(path) ?? this.#clash(path);
    if (problem !== null) return repoRefused(`the path ${shown(path)} ${problem}`);
    const isFile = type === 'blob' && (mode === '100644' || mode === '100755');
    return isFile
      ? this.#file({ path, oid, bytes: size === 'BAD' ? Number.POSITIVE_INFINITY : Number(size) })
      : null;
  }

  /** Finds a path that occurs twice, or that differs from another only by its spelling. */
  #clash(path: string): string | null {
    const folded = foldedPath(path);
    const other = this.#paths.get(folded);
    if (other !== undefined) return `clashes with ${shown(other)}`;
    this.#paths.set(folded, path);
    return null;
  }

  /** The server is asked to leave out files that are too large; git reports `BAD` as their size. */
  #file(file: TreeFile): RepoFailure | null {
    const { repoFileBytes, repoBytes, repoMetaBytes } = this.#limits;
    if (file.bytes > repoFileBytes)
      return repoRefused(`the file ${shown(file.path)} is larger than ${inMib(repoFileBytes)}`);
    this.#bytes += file.bytes;
    if (this.#bytes > repoBytes)
      return repoRefused(`the files of the repository are larger than ${inMib(repoBytes)}`);
    if (file.path.endsWith('meta.yaml')) this.#metaBytes += file.bytes;
    if (this.#metaBytes > repoMetaBytes)
      return repoRefused(`the metadata files are larger than ${inMib(repoMetaBytes)}`);
    this.files.push(file);
    return null;
  }
}

/** A path for messages: short, and without characters that change the direction of the text. */
function shown(path: string): string {
  const short = path.length > 80 ? `${path.slice(0, 79)}…` : path;
  return JSON.stringify(short.replace(/\p{Cf}/gu, '\ufffd'));
}

function inMib(bytes: number): string {
  return `${Math.round((bytes / 1024 / 1024) * 10) / 10} MiB`;
}

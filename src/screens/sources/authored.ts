/**
 * Which files of the screens directory were last written by an author through the admin API. The list lies beside the
 * files, under a hidden name that no call can reach, so it holds over restarts and for all servers with this folder. It
 * names contents by digest: who edits a file on the machine takes it over.
 */

import path from 'node:path';
import { isPlainObject, ownValue, type PlainObject, readPlainObject } from '../../platform/base/plain.ts';
import { FileCache } from '../../platform/files/files.ts';
import { realPath } from '../../platform/files/paths.ts';

/** Bytes of the list of files that authors wrote. */
const AUTHORED_BYTES = 16 * 1024 * 1024;

/** In the folder of all screens. */
export const AUTHORED_FILE = '.stipple-authored.json';

/** In the place of a digest: an author has removed the file. */
export const REMOVED_DIGEST = 'removed';

/** What an author has written under one path. */
export interface AuthoredFile {
  /** Digests of its contents; two while a write is under way. */
  readonly digests: readonly string[];
  /** Params of the metadata that were open to all before the first author wrote it. */
  readonly open: readonly string[];
}

/** By real path, relative to the real folder; null for a list that cannot be read. */
type AuthoredFiles = ReadonlyMap<string, AuthoredFile> | null;

const NONE: AuthoredFiles = new Map();
const cache = new FileCache<AuthoredFiles>(AUTHORED_BYTES);

/** The list of a folder of screens. It costs one look at the file while it is unchanged. */
export function authoredFiles(root: string): AuthoredFiles {
  const loaded = cache.load(`${root}/${AUTHORED_FILE}`, AUTHORED_BYTES, parseAuthored);
  if (loaded.ok) return loaded.value;
  return loaded.error.kind === 'missing' ? NONE : null;
}

/** The list as a text. */
export function authoredText(files: ReadonlyMap<string, AuthoredFile>): string {
  return `${JSON.stringify({ files: Object.fromEntries(files) })}\n`;
}

/** The path by which a file is listed: without links, so that no other name of it goes around the list. */
export function authoredPath(root: string, file: string): string {
  const whole = path.join(root, file);
  const real =
    realPath(whole) ?? path.join(realPath(path.dirname(whole)) ?? path.dirname(whole), path.basename(whole));
  return path.relative(realPath(root) ?? root, real);
}

/**
 * What an author has written of a file as it was read; null for a file that is the operator's or an admin's. Where the list
 * cannot be read, every file counts as an author's.
 * @param digest  SHA-256 of what was read, in hex; `REMOVED` where there is no file
 */
export function authoredAs(root: string, file: string, digest: string): AuthoredFile | null {
  const files = authoredFiles(root);
  if (files === null) return { digests: [digest], open: [] };
  if (files.size === 0) return null;
  const entry = files.get(authoredPath(root, file));
  return entry?.digests.includes(digest) ? entry : null;
}

/** True for a file as it was read, where an author has written it in one of the folders. */
export function isAuthored(roots: readonly string[], file: string, digest: string): boolean {
  return roots.some((root) => authoredAs(root, file, digest) !== null);
}

function parseAuthored(bytes: Buffer): AuthoredFiles {
  const files = ownValue(readPlainObject(bytes.toString('utf8')) ?? {}, 'files');
  if (!isPlainObject(files)) return null;
  const entries = Object.entries(files).map(([name, entry]) => [name, readEntry(entry)] as const);
  const whole = entries.flatMap(([name, entry]) => (entry === null ? [] : [[name, entry] as const]));
  return whole.length === entries.length ? new Map(whole) : null;
}

function readEntry(entry: unknown): AuthoredFile | null {
  if (!isPlainObject(entry)) return null;
  const [digests, open] = [texts(entry, 'digests'), texts(entry, 'open')];
  return digests === null || open === null ? null : { digests, open };
}

function texts(entry: PlainObject, name: string): readonly string[] | null {
  const list = ownValue(entry, name);
  if (!Array.isArray(list)) return null;
  const found = list.filter((item) => typeof item === 'string');
  return found.length === list.length ? found : null;
}

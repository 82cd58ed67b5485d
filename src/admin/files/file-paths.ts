/** Paths of files as callers name them: what can be read, and what new files can be called. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../platform/base/errors.ts';
import { FILE_LIMITS } from '../../platform/base/file-limits.ts';
import { quoteShort } from '../../platform/base/one-line.ts';
import { isHiddenPath } from '../../platform/files/paths.ts';
import { WALKED_DEPTH } from '../../platform/files/walk-tree.ts';
import { foldedPath, pathProblem } from '../../screens/repos/tree-names.ts';
import { HIDDEN, isSafeRelativePath } from '../../screens/sources/files.ts';
import { otherScript, takenByOtherForm } from '../../screens/sources/forms.ts';

/** Names that devices, repos and all file systems can take. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/;

const NAME_EXPECTED =
  'expected letters, digits, ".", "_" and "-" in each name, a letter, digit or "_" first and no "." last';

/**
 * Refuse a path that leads elsewhere. Each file has one path: no empty segments, no `.`.
 * @throws {AppError} file_refused
 */
export function requireSafePath(file: string): void {
  const segments = file.split('/');
  if (!isSafeRelativePath(file) || segments.includes('') || segments.includes('.') || isUnsound(file)) {
    throw refusedFile(file, 'expected a path inside the folder of the screens, relative and without ".."');
  }
  if (isHiddenPath(file)) throw refusedFile(file, HIDDEN);
}

/**
 * Refuse what no new file can be called.
 * @param file  safe
 * @throws {AppError} file_refused, file_exists for a name that differs in its capitals only
 */
export function requireNewName(root: string, file: string): void {
  const { pathCharacters, nameBytes } = FILE_LIMITS;
  const segments = file.split('/');
  const isLong = segments.some((segment) => segment.length > nameBytes) || file.length > pathCharacters;
  if (isLong || segments.length > WALKED_DEPTH) {
    const most = `${pathCharacters} characters, ${nameBytes} in a name and ${WALKED_DEPTH - 1} folders`;
    throw refusedFile(file, `expected at most ${most}`);
  }
  if (!segments.every((segment) => NAME.test(segment) && !segment.endsWith('.'))) {
    throw refusedFile(file, NAME_EXPECTED);
  }
  const problem = pathProblem(file);
  if (problem !== null) throw refusedFile(file, `this name ${problem}`);
  const twin = twinOf(root, segments);
  if (twin !== null) {
    throw new AppError('file_exists', {
      detail: `There is ${quoteShort(twin)} already, with other capitals.`,
    });
  }
}

/**
 * Refuse a new file of a screen whose name a screen in the other form has, be it with other capitals.
 * @throws {AppError} file_exists
 */
export function requireOneForm(root: string, file: string): void {
  const script = otherScript(file);
  if (script === null) return;
  const there = entryLike(root, script.split('/'));
  if (there !== null) throw new AppError('file_exists', { detail: `${takenByOtherForm(file, there)}.` });
}

/** @param why  what was expected */
export function refusedFile(file: string, why: string): AppError {
  return new AppError('file_refused', { detail: `${quoteShort(file)}: ${why}.` });
}

function isUnsound(text: string): boolean {
  return /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text);
}

/** What is there already under a name that some file systems take for the same; null where there is nothing. */
function twinOf(root: string, segments: readonly string[]): string | null {
  for (const [index, segment] of segments.entries()) {
    const above = segments.slice(0, index);
    const names = namesIn(path.join(root, ...above));
    if (names.includes(segment)) continue;
    const folded = foldedPath(segment);
    const twin = names.find((name) => foldedPath(name) === folded);
    return twin === undefined ? null : [...above, twin].join('/');
  }
  return null;
}

/** What is there under a path, or one that some file systems take for the same; null where there is nothing. */
function entryLike(root: string, segments: readonly string[]): string | null {
  let found = '';
  for (const segment of segments) {
    const names = namesIn(path.join(root, found));
    const name = names.includes(segment)
      ? segment
      : names.find((other) => foldedPath(other) === foldedPath(segment));
    if (name === undefined) return null;
    found = path.posix.join(found, name);
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

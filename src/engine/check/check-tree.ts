/** Checks the screens of a tree one after the other. Runs in a process of its own (`run-check.ts`). */

import { compatWarning } from '../../domain/service-version.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { err, type Result } from '../../platform/base/result.ts';
import { VERSION } from '../../platform/base/version.ts';
import type { YamlProblem } from '../../platform/yaml/node.ts';
import type { LuaRuntime } from '../../screens/script/lua-runtime.ts';
import { discoverScreens, UNNAMEABLE } from '../../screens/sources/discover.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { parseMeta } from '../../screens/sources/meta.ts';
import {
  findFiles,
  flatFiles,
  folderFiles,
  folderOf,
  isFileIn,
  type ScreenFiles,
} from '../../screens/sources/screen.ts';
import { metaFindings } from './byonk/files.ts';
import { type CheckFinding, type FindingLevel, general, type ScreenReport } from './finding.ts';
import { type CheckOrigin, type FileKind, type FileReference, RepoFiles } from './repo-files.ts';

/** What to check. */
export interface CheckTarget {
  /** Absolute folders; the first that has a file is used, file by file. */
  readonly roots: readonly string[];
  /** Paths of screens below the roots; null checks all of them. */
  readonly paths: readonly string[] | null;
  /** The server that the screens were written for, if it is another one. */
  readonly from?: CheckOrigin | undefined;
}

/** The progress of a check. */
export type CheckProgress =
  | { readonly kind: 'found'; readonly paths: readonly string[] }
  | { readonly kind: 'checked'; readonly report: ScreenReport };

/** Check all screens of a target, and yield each when it is done. Nothing is run, nothing is fetched. */
export function* checkTree({ roots, paths, from }: CheckTarget, lua: LuaRuntime): Generator<CheckProgress> {
  const found = paths === null ? discoverScreens(roots) : { paths, unnameable: [] };
  yield { kind: 'found', paths: [...found.paths, ...found.unnameable] };
  const files = new RepoFiles(roots, lua, from);
  for (const path of found.paths) yield { kind: 'checked', report: checkScreen(files, path) };
  for (const path of found.unnameable) {
    yield { kind: 'checked', report: { path, findings: [general('error', path, UNNAMEABLE)] } };
  }
}

/** Files that one screen may need; a longer chain is made to keep a check busy. */
const MAX_FILES = 200;

/** Check the screen at a path below the roots. Nothing is run. */
export function checkScreen(files: RepoFiles, path: string): ScreenReport {
  const screen = findFiles(files.roots, path);
  if (screen === null) {
    const { metaFile, scriptFile } = guessFiles(files.roots, path);
    const message = `there is no script for this screen: expected ${scriptFile}`;
    return { path, findings: [...checkMeta(files, metaFile), general('error', metaFile, message)] };
  }
  const dir = folderOf(screen.scriptFile);
  return {
    path,
    findings: [
      ...checkMeta(files, screen.metaFile),
      ...checkAll(files, dir, 'script', screen.scriptFile),
      ...checkAll(files, dir, 'template', screen.templateFile),
    ],
  };
}

/** The form that a screen without a script was probably meant to have. */
function guessFiles(roots: readonly string[], path: string): ScreenFiles {
  const folder = folderFiles(path);
  return roots.some((root) => isFileIn(root, folder.metaFile)) ? folder : flatFiles(path);
}

function checkMeta({ roots, from }: RepoFiles, file: string): CheckFinding[] {
  const read = readScreenFile(roots, file, LIMITS.metaFileBytes);
  if (!read.ok)
    return read.error.code === 'asset_missing' ? [] : [general('error', file, read.error.message)];
  const source = read.value.bytes.toString('utf8');
  const changes = from === 'byonk' ? metaFindings(file, source) : [];
  const parsed = parseMeta(source);
  if (!parsed.ok) return [...changes, ...parsed.error.map((problem) => yamlFinding('error', file, problem))];
  const { warnings, service } = parsed.value;
  const found = [...changes, ...warnings.map((problem) => yamlFinding('warning', file, problem))];
  const compat = compatWarning(service, VERSION);
  return compat === null ? found : [...found, general('warning', file, compat)];
}

/** Check a file and all files that it leads to, each once. */
function checkAll(files: RepoFiles, dir: string, kind: FileKind, first: string): CheckFinding[] {
  const found: CheckFinding[] = [];
  const seen = new Set([first]);
  for (const file of seen) {
    const { findings, references } = files.check(kind, file);
    found.push(...findings);
    for (const reference of references) {
      const target = follow(files, dir, reference);
      if (target.ok) seen.add(target.value);
      else if (!reference.optional) found.push({ ...target.error, file });
    }
    if (seen.size > MAX_FILES) {
      found.push(general('error', file, `the screen needs more than ${MAX_FILES} files`));
      break;
    }
  }
  return found;
}

/** The file of a reference, or what is wrong with it. */
function follow(
  files: RepoFiles,
  dir: string,
  { line, column, names, written }: FileReference,
): Result<string, Omit<CheckFinding, 'file'>> {
  let reason = '';
  for (const name of names) {
    const target = files.find(dir, name);
    if (target.ok) return target;
    reason = target.error.message;
  }
  return err({ level: 'error', line, column, message: `${written}: ${reason}` });
}

function yamlFinding(
  level: FindingLevel,
  file: string,
  { line, column, message }: YamlProblem,
): CheckFinding {
  return { level, file, line, column, message };
}

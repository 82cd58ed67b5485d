/** Finds out what `stipple check <path>` means: one screen, or all screens of a folder. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { isRefSegment } from '../../domain/screen-ref.ts';
import type { CheckTarget } from '../../engine/check/check-tree.ts';
import { type CheckFinding, findingOf, general } from '../../engine/check/finding.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { statFile } from '../../platform/files/files.ts';
import { readScreenFile } from '../../screens/sources/files.ts';
import { MANIFEST_FILE, NO_MANIFEST, parseManifest } from '../../screens/sources/manifest.ts';
import { EXIT, ExitError } from '../exit.ts';

/** What to check, and the findings about the manifest of its repo. */
export interface CliTarget extends CheckTarget {
  /** Absolute folder to which screens and shared files are relative. */
  readonly root: string;
  /** About the manifest; their file is relative to the root. */
  readonly findings: readonly CheckFinding[];
}

/** Files that only a screen in its own folder has. */
const FOLDER_FILES = new Set(['script.lua', 'screen.svg', 'meta.yaml', 'sample.yaml', 'sample.json']);
const FLAT_ENDS = /(?:\.meta\.yaml|\.sample\.yaml|\.sample\.json|\.lua|\.svg)$/;

/**
 * Read the path of the command line: a repo, any folder of screens, the folder of one screen, one of its files, or the
 * common name of a flat pair.
 * @param root folder that shared files are relative to; null takes that of the repo around
 * @throws {ExitError} 64 when there is nothing
 */
export function findTarget(written: string, root: string | null): CliTarget {
  const place = path.resolve(written);
  const screen = screenAt(place);
  if (screen === null) {
    if (root === null) return treeTarget(place, written);
    const what = '--root is where the shared files of one screen are, but this is no screen';
    throw new ExitError(EXIT.usage, `${written}: ${what}`);
  }
  const top = root === null ? repoAround(screen) : { root: path.resolve(root), findings: [] };
  const below = path.relative(top.root, screen).split(path.sep);
  if (below.every(isRefSegment)) return { ...top, roots: [top.root], paths: [below.join('/')] };
  if (root !== null) throw new ExitError(EXIT.usage, `${written}: not a screen below ${root}`);
  const parent = path.dirname(screen);
  return { root: parent, roots: [parent], paths: [path.basename(screen)], findings: [] };
}

/** The screen of a path, as the absolute path of its folder or of its flat files without extensions. */
function screenAt(place: string): string | null {
  const stats = statFile(place);
  if (stats === undefined) return existsSync(`${place}.lua`) ? place : null;
  if (stats.isDirectory()) {
    const isScreen = ['script.lua', 'meta.yaml'].some((name) => existsSync(path.join(place, name)));
    return isScreen ? place : null;
  }
  if (FOLDER_FILES.has(path.basename(place))) return path.dirname(place);
  return FLAT_ENDS.test(place) ? place.replace(FLAT_ENDS, '') : null;
}

function treeTarget(place: string, written: string): CliTarget {
  const stats = statFile(place);
  if (stats === undefined) throw new ExitError(EXIT.usage, `${written}: there is no such file or folder`);
  if (!stats.isDirectory()) throw new ExitError(EXIT.usage, `${written}: not a file of a screen`);
  const { root, findings } = readRoot(place);
  return { root, roots: [root], paths: null, findings };
}

/** The nearest folder, upwards, that is a repo, else the folder of the screen. */
function repoAround(screen: string): { root: string; findings: readonly CheckFinding[] } {
  const parent = path.dirname(screen);
  const repo = folderAround(parent, [MANIFEST_FILE, '.git']);
  const top = repo === null ? null : readRoot(repo);
  const isInside = top !== null && !path.relative(top.root, screen).startsWith('..');
  return isInside ? top : { root: parent, findings: [] };
}

/** The folder of the screens in a repo, by its manifest. */
function readRoot(repo: string): { root: string; findings: readonly CheckFinding[] } {
  const read = readScreenFile([repo], MANIFEST_FILE, LIMITS.metaFileBytes);
  if (!read.ok) {
    const isBad = read.error.code !== 'asset_missing';
    return { root: repo, findings: isBad ? [findingOf(read.error, MANIFEST_FILE)] : [] };
  }
  const parsed = parseManifest(read.value.bytes.toString('utf8'));
  const manifest = parsed.ok ? parsed.value : NO_MANIFEST;
  const root = path.join(repo, manifest.root);
  if (!statFile(root)?.isDirectory()) {
    const message = `root: there is no folder "${manifest.root}" in this repo`;
    return { root: repo, findings: [general('error', MANIFEST_FILE, message)] };
  }
  const file = path.relative(root, path.join(repo, MANIFEST_FILE));
  const findings: CheckFinding[] = parsed.ok
    ? manifest.warnings.map((warning) => ({ level: 'warning', file, ...warning }))
    : parsed.error.map((problem) => ({ level: 'error', file, ...problem }));
  return { root, findings };
}

/** The nearest folder, upwards, that contains one of some names; null when there is none. */
export function folderAround(place: string, names: readonly string[]): string | null {
  for (let folder = path.resolve(place); ; folder = path.dirname(folder)) {
    if (names.some((name) => existsSync(path.join(folder, name)))) return folder;
    if (folder === path.dirname(folder)) return null;
  }
}

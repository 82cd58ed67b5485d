/** A screen that was found: its files, and its metadata. Plain data, so that it can be sent to a worker. */

import type { ParamSchema } from '../../domain/params.ts';
import type { TextMode } from '../../domain/text-mode.ts';
import { statFile } from '../../platform/files/files.ts';
import { joinPath } from '../../platform/files/paths.ts';

export interface Screen {
  /** The name of the screen as the mapping has it. */
  readonly ref: string;
  /** Handle of the source that has the script. */
  readonly handle: string;
  readonly title: string;
  /** Absolute folders that all file names are relative to; the first that has a file wins. */
  readonly roots: readonly string[];
  /** Folder of the screen relative to the roots, for its pictures and assets; `''` at the top. */
  readonly dir: string;
  /** All relative to the roots. */
  readonly scriptFile: string;
  readonly templateFile: string;
  readonly metaFile: string | null;
  readonly defaultRefreshSeconds: number | null;
  /** What draws its text, when nothing else decides. */
  readonly text: TextMode | null;
  readonly params: ParamSchema;
  /** Names of params that it does not declare any more, and that were sensitive before. */
  readonly onceSensitive?: readonly string[];
  /** The engine version that the screen was made for, as written. */
  readonly service: string | null;
  readonly allowPrivateNetwork: boolean;
  /** True where files that authors have written reach what those of the operator do. */
  readonly trustsAuthors: boolean;
}

/** The files of a screen, relative to the roots. */
export interface ScreenFiles {
  readonly scriptFile: string;
  readonly templateFile: string;
  /** The metadata file, which may not exist. */
  readonly metaFile: string;
}

const FOLDER_SCRIPT = 'script.lua';

/** What the files of a screen in a folder are called. */
export const FOLDER_FILES: ReadonlySet<string> = new Set([FOLDER_SCRIPT, 'screen.svg', 'meta.yaml']);

/** A folder with `script.lua`, `screen.svg` and `meta.yaml`. */
export function folderFiles(path: string): ScreenFiles {
  return {
    scriptFile: `${path}/${FOLDER_SCRIPT}`,
    templateFile: `${path}/screen.svg`,
    metaFile: `${path}/meta.yaml`,
  };
}

/** `<name>.lua`, `<name>.svg` and `<name>.meta.yaml` beside each other. */
export function flatFiles(path: string): ScreenFiles {
  return { scriptFile: `${path}.lua`, templateFile: `${path}.svg`, metaFile: `${path}.meta.yaml` };
}

/** The path of a screen, by its script. */
export function pathOfScript(scriptFile: string): string {
  const inFolder = `/${FOLDER_SCRIPT}`;
  return scriptFile.endsWith(inFolder)
    ? scriptFile.slice(0, -inFolder.length)
    : scriptFile.replace(/\.lua$/, '');
}

/** The metadata file of a script, for an entry of the `screens` section. */
export function metaFileOf(scriptFile: string): string {
  const folder = folderOf(scriptFile);
  if (scriptFile === FOLDER_SCRIPT || scriptFile.endsWith(`/${FOLDER_SCRIPT}`)) {
    return joinPath(folder, 'meta.yaml');
  }
  return `${scriptFile.replace(/\.lua$/, '')}.meta.yaml`;
}

/** The path of a screen, by its metadata; null for another file. */
export function screenOfMeta(file: string): string | null {
  return /^(.+?)(?:\/|\.)meta\.yaml$/.exec(file)?.[1] ?? null;
}

/** The folder part of a relative path; `''` at the top. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), 0));
}

/** The files of a screen in its folder or flat form; the earlier root has precedence, and within a root the folder. */
export function findFiles(roots: readonly string[], path: string): ScreenFiles | null {
  const folder = folderFiles(path);
  const flat = flatFiles(path);
  for (const root of roots) {
    if (isFileIn(root, folder.scriptFile)) return folder;
    if (isFileIn(root, flat.scriptFile)) return flat;
  }
  return null;
}

/** True when a root has a file of this relative path. */
export function isFileIn(root: string, file: string): boolean {
  return statFile(`${root}/${file}`)?.isFile() ?? false;
}

/** Copies embedded assets to the operator: into empty directories at the start, and for `init`. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '../../platform/base/result.ts';
import { errorCode, writeFileAtomic } from '../../platform/files/files.ts';
import { type Assets, listAssetFiles } from '../env/assets.ts';
import type { EnvSettings } from '../env/env.ts';
import { CONFIG_MODE } from './load.ts';

export const ASSET_KINDS = ['config', 'screens', 'fonts', 'examples'] as const;

export type AssetKind = (typeof ASSET_KINDS)[number];

/** The result for one file. */
export interface ExtractedFile {
  /** The path, as the operator named the place. */
  readonly path: string;
  readonly action: 'written' | 'kept' | 'overwritten';
}

/** A directory that was empty and has been filled. */
export interface SeededDirectory {
  readonly path: string;
  readonly files: number;
}

/** An embedded file, for `init --list`. */
export interface EmbeddedFile {
  readonly kind: AssetKind;
  /** Relative to the directory of its kind. */
  readonly name: string;
  readonly sizeBytes: number;
}

type Places = Pick<EnvSettings, 'configFile' | 'screensDir' | 'fontsDir'>;

/** What may be in a directory that people call empty: in the roots of volumes, and in places kept in git. */
const NOTHING_REAL = new Set(['lost+found', '.gitkeep', '.keep', '.DS_Store']);

/**
 * Fill SCREENS_DIR and FONTS_DIR with the embedded defaults where they are empty or missing.
 * @returns the directories that were filled, else one sentence that names the variable
 */
export async function seedDirectories(
  places: Pick<Places, 'screensDir' | 'fontsDir'>,
  assets: Assets,
): Promise<Result<readonly SeededDirectory[], string>> {
  const seeded: SeededDirectory[] = [];
  const wanted = [
    ['SCREENS_DIR', places.screensDir, assets.screensDir],
    ['FONTS_DIR', places.fontsDir, assets.fontsDir],
  ] as const;
  for (const [variable, directory, source] of wanted) {
    if (directory === null) continue;
    try {
      if (!isEmptyFolder(directory)) continue;
      const files = await copyAll(source, directory, false);
      seeded.push({ path: directory, files: files.length });
    } catch (error) {
      return err(`${variable}: ${directory} cannot be read or filled (${errorCode(error)})`);
    }
  }
  return ok(seeded);
}

/**
 * Copy embedded assets to the places of the settings, else to `./config.yaml`, `./screens` and `./fonts`; examples
 * always go to `./examples`, from which the server serves nothing by default.
 * @param options.force replace files that exist; without it they are kept
 * @returns what was done with each file, else one sentence
 */
export async function extractAssets(options: {
  readonly what: readonly AssetKind[];
  readonly force: boolean;
  readonly places: Places;
  readonly assets: Assets;
}): Promise<Result<readonly ExtractedFile[], string>> {
  const { what, force, places, assets } = options;
  const done: ExtractedFile[] = [];
  for (const kind of ASSET_KINDS.filter((known) => what.includes(known))) {
    const target = seedTarget(kind, places);
    try {
      if (kind === 'config') done.push(await copyOne(assets.configFile, target, force, CONFIG_MODE));
      else done.push(...(await copyAll(sourceOf(kind, assets), target, force)));
    } catch (error) {
      return err(`${target} cannot be written (${errorCode(error)})`);
    }
  }
  return ok(done);
}

/** All embedded files of the kinds, in the order of the kinds. */
export function listAssets(what: readonly AssetKind[], assets: Assets): readonly EmbeddedFile[] {
  return ASSET_KINDS.filter((known) => what.includes(known)).flatMap((kind) => {
    const folder = kind === 'config' ? path.dirname(assets.configFile) : sourceOf(kind, assets);
    const names = kind === 'config' ? [path.basename(assets.configFile)] : listAssetFiles(folder);
    return names.map((name) => ({ kind, name, sizeBytes: statSync(path.join(folder, name)).size }));
  });
}

/** The target of the files of a kind: the path of its variable, else in the working directory. */
function seedTarget(kind: AssetKind, places: Places): string {
  switch (kind) {
    case 'config':
      return places.configFile ?? 'config.yaml';
    case 'screens':
      return places.screensDir ?? 'screens';
    case 'fonts':
      return places.fontsDir ?? 'fonts';
    case 'examples':
      return 'examples';
  }
}

function sourceOf(kind: Exclude<AssetKind, 'config'>, assets: Assets): string {
  return { screens: assets.screensDir, fonts: assets.fontsDir, examples: assets.examplesDir }[kind];
}

/**
 * True for a folder that is missing, or has only what people do not count as content.
 * @throws the error of `node:fs` for what cannot be read as a folder
 */
export function isEmptyFolder(directory: string): boolean {
  if (!existsSync(directory)) return true;
  return readdirSync(directory).every((name) => NOTHING_REAL.has(name));
}

async function copyAll(source: string, target: string, force: boolean): Promise<ExtractedFile[]> {
  const done: ExtractedFile[] = [];
  for (const name of listAssetFiles(source)) {
    done.push(await copyOne(path.join(source, name), path.join(target, name), force));
  }
  return done;
}

/**
 * Copy an embedded file.
 * @param force replace a file that exists; without it, that is kept
 * @param mode  permissions of a file that did not exist
 * @throws the error of `node:fs` that stopped it
 */
export async function copyOne(
  source: string,
  target: string,
  force: boolean,
  mode?: number,
): Promise<ExtractedFile> {
  const exists = existsSync(target);
  if (exists && !force) return { path: target, action: 'kept' };
  await writeFileAtomic(target, readFileSync(source), mode === undefined ? {} : { newFileMode: mode });
  return { path: target, action: exists ? 'overwritten' : 'written' };
}

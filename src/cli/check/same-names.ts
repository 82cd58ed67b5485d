/** Says of a screen that is named like an embedded one which of both is drawn by that name. */
import { existsSync, realpathSync } from 'node:fs';
import { type Assets, findAssets } from '../../config/env/assets.ts';
import type { EnvSettings } from '../../config/env/env.ts';
import { parseConfig } from '../../config/read/parse.ts';
import { readConfigText } from '../../config/source/load.ts';
import { BUILTIN_HANDLE, LOCAL_HANDLE } from '../../domain/screen-ref.ts';
import { type CheckFinding, general, type ScreenReport } from '../../engine/check/finding.ts';
import { ScreenCatalogue } from '../../screens/sources/catalogue.ts';
import { loadSettings } from '../settings.ts';

/** The screens of a folder, each with a note where its name is that of an embedded one, too. */
export function withSameNames(root: string, screens: readonly ScreenReport[]): readonly ScreenReport[] {
  const assets = findAssets();
  const settings = loadSettings();
  // A config in the store is not read here, and may say anything.
  if (settings.configInStore || isSameFolder(root, assets.screensDir)) return screens;
  const catalogue = new ScreenCatalogue({
    builtinDir: assets.screensDir,
    examplesDir: assets.examplesDir,
    localDir: settings.screensDir,
  });
  const config = configInUse(settings, assets);
  const isLocal = settings.screensDir !== null && isSameFolder(root, settings.screensDir);
  return screens.map((screen) => {
    const meant = catalogue.embeddedName(screen.path, config);
    if (meant === null) return screen;
    const isDrawn = isLocal && meant.handle === LOCAL_HANDLE && meant.path === screen.path;
    const message = isDrawn ? drawn(screen.path) : notDrawn(screen.path, meant, { isLocal, settings });
    return { ...screen, findings: [...screen.findings, note(screen.path, message)] };
  });
}

function drawn(name: string): string {
  return `\`screen: ${name}\` draws this screen, and not the embedded one, which is ${BUILTIN_HANDLE}/${name}`;
}

function notDrawn(
  name: string,
  { handle, path }: { readonly handle: string; readonly path: string },
  { isLocal, settings }: { readonly isLocal: boolean; readonly settings: Pick<EnvSettings, 'screensDir'> },
): string {
  const other = handle === BUILTIN_HANDLE ? `the embedded one` : `${handle}/${path}`;
  const what = `\`screen: ${name}\` draws ${other}, and not this screen`;
  if (isLocal)
    return `${what}: the section \`screens\` of the config says so; this one is ${LOCAL_HANDLE}/${name}`;
  const folder = settings.screensDir === null ? 'is not set' : `is ${settings.screensDir}`;
  return `${what}: SCREENS_DIR ${folder}`;
}

function note(path: string, message: string): CheckFinding {
  return general('note', path, message);
}

/** What the config says; one that cannot be read has its own findings, and says nothing here. */
function configInUse({ configFile }: EnvSettings, { configFile: embeddedFile }: Assets) {
  const isThere = configFile !== null && existsSync(configFile);
  const text = readConfigText(
    isThere ? { kind: 'file', path: configFile } : { kind: 'embedded' },
    embeddedFile,
  );
  const parsed = text.ok ? parseConfig(text.value, 'config') : text;
  return parsed.ok ? parsed.value.snapshot : { screens: new Map() };
}

function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** Finds the embedded assets: the default config, screens and fonts that ship with the server. */
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../platform/base/version.ts';

/** Folders and files that ship with the server; all paths are absolute. */
export interface Assets {
  readonly configFile: string;
  /** The panel catalogue. */
  readonly panelsFile: string;
  /** The same as the server keeps it, which the build makes; it need not exist. */
  readonly builtPanelsFile: string;
  /** The OpenAPI document, which the build makes. */
  readonly openApiFile: string;
  /** The binary of Lua with its meter, which the build makes. */
  readonly luaFile: string;
  readonly screensDir: string;
  /** Example screens. */
  readonly examplesDir: string;
  /** Screens of the fleet that `stipple bench` plays. */
  readonly benchScreensDir: string;
  /** What threads for scripts run before their first job. */
  readonly warmUpDir: string;
  /** The first files of a screen repo. */
  readonly repoSkeletonDir: string;
  readonly fontsDir: string;
}

/**
 * Find the embedded assets: those that the build has collected (with the fonts) if there are any, else the sources.
 * @param root the folder with package.json
 */
export function findAssets(root: string = PACKAGE_ROOT): Assets {
  const built = path.join(root, 'dist', 'assets');
  const folder = existsSync(built) ? built : path.join(root, 'assets');
  return {
    configFile: path.join(folder, 'config.yaml'),
    panelsFile: path.join(folder, 'panels.yaml'),
    builtPanelsFile: path.join(folder, 'panels.json'),
    openApiFile: path.join(folder, 'openapi.json'),
    luaFile: path.join(folder, 'lua.wasm'),
    screensDir: path.join(folder, 'screens'),
    examplesDir: path.join(folder, 'examples'),
    benchScreensDir: path.join(folder, 'bench', 'screens'),
    warmUpDir: path.join(folder, 'warm-up'),
    repoSkeletonDir: path.join(folder, 'repo-skeleton'),
    fontsDir: path.join(folder, 'fonts'),
  };
}

/** The folder of the web console, which the build makes; it need not exist. */
export function findConsole(): string {
  return path.join(PACKAGE_ROOT, 'dist', 'console');
}

/** Relative paths of all files below a folder, sorted; none when the folder does not exist. */
export function listAssetFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

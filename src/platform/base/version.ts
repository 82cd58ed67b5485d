/** The version of the running engine, from package.json. */
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The folder of package.json, searched upwards from this file, so that it is found from any build folder. */
export const PACKAGE_ROOT: string = findPackageRoot(import.meta.dirname);

/** Version of the engine, such as `0.1.0`. */
export const VERSION: string = readVersion();

function findPackageRoot(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    try {
      readFileSync(path.join(folder, 'package.json'));
      return folder;
    } catch (cause) {
      if (folder === path.dirname(folder))
        throw new Error('package.json of stipple was not found', { cause });
    }
  }
}

function readVersion(): string {
  const manifest: { version?: unknown } = JSON.parse(
    readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8'),
  );
  return typeof manifest.version === 'string' ? manifest.version : '0.0.0';
}

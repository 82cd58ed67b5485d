/** The package as `npm install` puts it on a disk: the files that npm packs, the addon, and what it depends on. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../../src/platform/base/version.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** Install into a folder. @returns the folder of the package */
export function installPacked(folder: string): string {
  const options = { cwd: PACKAGE_ROOT, stdio: 'ignore' } as const;
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], options);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', path.join(folder, archive), '-C', folder]);
  const installed = path.join(folder, 'package');
  // The install script compiles it.
  const addon = 'build/Release/stipple.node';
  cpSync(path.join(PACKAGE_ROOT, addon), path.join(installed, addon));
  for (const name of dependencies()) {
    mkdirSync(path.dirname(path.join(installed, name)), { recursive: true });
    symlinkSync(path.join(PACKAGE_ROOT, name), path.join(installed, name));
  }
  return installed;
}

/** Folders of the packages that an install without development dependencies has at its top level. */
function dependencies(): readonly string[] {
  const lock: Lock = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package-lock.json'), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([name, { dev }]) => dev !== true && /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(name))
    .map(([name]) => name);
}

/** The fonts that the build put beside the compiled tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FontBook } from '../../../src/pictures/fonts/font-book.ts';
import { readFontBook } from '../../../src/pictures/fonts/font-book.ts';

export const BUNDLED_DIR = path.resolve(import.meta.dirname, '../../../assets/fonts');

/** A font file of the build by its name. */
export function bundledFile(name: string): string {
  return path.join(BUNDLED_DIR, name);
}

export const SANS = bundledFile('source-sans/SourceSans3VF-Upright.ttf');
export const SERIF = bundledFile('source-serif/SourceSerif4Variable-Roman.ttf');
export const SILKSCREEN = bundledFile('silkscreen/Silkscreen_400Regular.ttf');

/** The bundled fonts only, so that results do not depend on the machine. */
export function bundledBook(): FontBook {
  return readFontBook([{ dir: BUNDLED_DIR, origin: 'embedded' }]);
}

/** Run `use` with a directory that is removed afterwards. */
export async function withTempDir<T>(use: (dir: string) => T | Promise<T>): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), 'stipple-test-'));
  try {
    return await use(dir);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

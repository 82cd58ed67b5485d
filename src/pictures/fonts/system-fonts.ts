/** Fonts of the operating system: indexed by their headers when a picture first needs one, never at the start. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { isShortage } from '../../platform/files/files.ts';
import type { FontFace } from './face.ts';
import { readFaces } from './face.ts';
import { familyKey } from './families.ts';
import { listFontFiles, withFontFile } from './font-book.ts';
import { FontFileError } from './sfnt.ts';

/** Fonts that declare all characters, but draw nothing or a placeholder. */
const PLACEHOLDER_FAMILY = /last\s*resort|adobe\s*blank|\.notdef/i;

export class SystemFonts {
  readonly #dirs: readonly string[];
  #families: ReadonlyMap<string, readonly FontFace[]> | null = null;

  constructor(dirs: readonly string[]) {
    this.#dirs = dirs;
  }

  /** Faces by family key, in the order of their paths. The first call reads the header of every font file. */
  families(): ReadonlyMap<string, readonly FontFace[]> {
    this.#families ??= index(this.#dirs);
    return this.#families;
  }
}

function index(dirs: readonly string[]): ReadonlyMap<string, readonly FontFace[]> {
  const families = new Map<string, FontFace[]>();
  const files = dirs.flatMap((dir) => listFontFiles(dir).map((name) => path.join(dir, name)));
  for (const face of files.flatMap(readHeaders)) {
    if (face.families.some((family) => PLACEHOLDER_FAMILY.test(family))) continue;
    for (const key of new Set(face.families.map(familyKey))) {
      const known = families.get(key);
      if (known === undefined) families.set(key, [face]);
      else known.push(face);
    }
  }
  return families;
}

/** A file that cannot be read is skipped: nobody can repair a system font from here. */
function readHeaders(file: string): readonly FontFace[] {
  try {
    const { size, mtimeMs } = statSync(file);
    const fingerprint = `${file}:${size}:${mtimeMs}`;
    return withFontFile(file, (read) =>
      readFaces(read, { file, origin: 'system', fingerprint, withCoverage: false }),
    );
  } catch (error) {
    const isFileError = error instanceof FontFileError || (error instanceof Error && 'code' in error);
    if (isFileError && !isShortage(error)) return [];
    throw error;
  }
}

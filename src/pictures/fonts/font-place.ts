/** Where resvg, which takes fonts as files only, finds those of a picture: in a folder, or in one file in memory. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { collectionBytes, writeCollection } from './font-collection.ts';

/** A font that has its place. */
export interface PlacedFont {
  /** Its file; empty where it has none of its own. */
  readonly file: string;
  /** Empty where it is in a file. */
  readonly bytes: Buffer;
}

export interface FontPlace {
  /** Keep a font. @param name  a file name without its end */
  put(name: string, bytes: Buffer): PlacedFont;
  remove(font: PlacedFont): void;
  /** The files with some fonts, valid until the next call. Of fonts that take more room than there is, the last are missing. */
  filesOf(fonts: readonly PlacedFont[]): readonly string[];
  /** Remove all fonts. */
  stop(): void;
}

const NO_BYTES = Buffer.alloc(0);

/** A file for each font, in a private folder. */
export class FontFolder implements FontPlace {
  readonly #dir: string;

  /** @param scratchDir  directory of this process; a private one is made inside it */
  constructor(scratchDir: string) {
    mkdirSync(scratchDir, { recursive: true, mode: 0o700 });
    this.#dir = mkdtempSync(path.join(scratchDir, 'fonts-'));
  }

  /** Written under another name and renamed, so that a killed thread leaves no incomplete file under the real name. */
  put(name: string, bytes: Buffer): PlacedFont {
    const file = path.join(this.#dir, name);
    writeFileSync(`${file}.part`, bytes);
    renameSync(`${file}.part`, `${file}.ttf`);
    return { file: `${file}.ttf`, bytes: NO_BYTES };
  }

  remove({ file }: PlacedFont): void {
    rmSync(file, { force: true });
  }

  filesOf(fonts: readonly PlacedFont[]): readonly string[] {
    return fonts.map(({ file }) => file);
  }

  stop(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** A file in memory, of a size that stays. */
export interface MemoryFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Files in memory, into which the fonts of each picture are written: for a process that can write no files. resvg reads
 * the whole file of a font for each text, so each font has a file that is not much larger than it; those that find none
 * share the largest one, as a collection.
 */
export class SharedFonts implements FontPlace {
  readonly #rest: MemoryFile;
  /** The smallest first. */
  readonly #single: readonly MemoryFile[];

  /** @throws {RangeError} there are no files */
  constructor(files: readonly MemoryFile[]) {
    const sorted = [...files].sort((one, other) => one.bytes.length - other.bytes.length);
    const rest = sorted.pop();
    if (rest === undefined) throw new RangeError('expected a file in memory, got none');
    this.#rest = rest;
    this.#single = sorted;
  }

  put(_name: string, bytes: Buffer): PlacedFont {
    return { file: '', bytes };
  }

  remove(): void {}

  filesOf(fonts: readonly PlacedFont[]): readonly string[] {
    const free = new Set(this.#single);
    const paths: string[] = [];
    const others: Buffer[] = [];
    for (const { bytes } of fonts) {
      const file = [...free].find((one) => one.bytes.length >= bytes.length);
      if (file === undefined) others.push(bytes);
      else {
        free.delete(file);
        file.bytes.set(bytes);
        paths.push(file.path);
      }
    }
    while (collectionBytes(others) > this.#rest.bytes.length) others.pop();
    if (others.length === 0) return paths;
    writeCollection(this.#rest.bytes, others);
    return [...paths, this.#rest.path];
  }

  stop(): void {}
}

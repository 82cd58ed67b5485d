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

/**
 * One file in memory, into which the fonts of each picture are written as a collection: for a process that can write
 * no files.
 */
export class SharedFonts implements FontPlace {
  readonly #path: string;
  readonly #bytes: Uint8Array;

  constructor(file: { readonly path: string; readonly bytes: Uint8Array }) {
    this.#path = file.path;
    this.#bytes = file.bytes;
  }

  put(_name: string, bytes: Buffer): PlacedFont {
    return { file: '', bytes };
  }

  remove(): void {}

  filesOf(fonts: readonly PlacedFont[]): readonly string[] {
    const fitting = fonts.map(({ bytes }) => bytes);
    while (collectionBytes(fitting) > this.#bytes.length) fitting.pop();
    if (fitting.length === 0) return [];
    writeCollection(this.#bytes, fitting);
    return [this.#path];
  }

  stop(): void {}
}

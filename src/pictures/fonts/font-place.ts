/** Where resvg, which takes fonts as files only, finds those of a picture: in a folder, or in one file in memory. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { tagNumber } from './sfnt.ts';

const COLLECTION = tagNumber('ttcf');
const VERSION = 0x00010000;
/** Tag, version and number of fonts. */
const HEAD_BYTES = 12;
const OFFSET_BYTES = 4;
/** The head of a font file: version, number of tables and three figures for searching; then a record for each table. */
const FONT_HEAD_BYTES = 12;
const RECORD_BYTES = 16;
/** Within a record: behind its tag and checksum. */
const RECORD_OFFSET_AT = 8;

/** Bytes that a collection of the fonts takes. */
function collectionBytes(fonts: readonly Buffer[]): number {
  return fonts.reduce(
    (sum, { length }) => sum + aligned(length),
    aligned(HEAD_BYTES + fonts.length * OFFSET_BYTES),
  );
}

/**
 * Write fonts of one face each as a collection.
 * @param into  at least `collectionBytes(fonts)`; what follows is left alone
 */
function writeCollection(into: Uint8Array, fonts: readonly Buffer[]): void {
  const out = Buffer.from(into.buffer, into.byteOffset, into.byteLength);
  out.writeUInt32BE(COLLECTION, 0);
  out.writeUInt32BE(VERSION, 4);
  out.writeUInt32BE(fonts.length, 8);
  let at = aligned(HEAD_BYTES + fonts.length * OFFSET_BYTES);
  for (const [index, font] of fonts.entries()) {
    out.writeUInt32BE(at, HEAD_BYTES + index * OFFSET_BYTES);
    font.copy(out, at);
    moveTables(out, at);
    at += aligned(font.length);
  }
}

/** Offsets of tables count from the start of the file. */
function moveTables(out: Buffer, at: number): void {
  const tables = out.readUInt16BE(at + 4);
  for (let table = 0; table < tables; table += 1) {
    const place = at + FONT_HEAD_BYTES + table * RECORD_BYTES + RECORD_OFFSET_AT;
    out.writeUInt32BE(out.readUInt32BE(place) + at, place);
  }
}

/** Tables begin at multiples of four bytes. */
function aligned(bytes: number): number {
  return (bytes + 3) & ~3;
}

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
interface MemoryFile {
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

/** The font book: all fonts that are in use, as plain data that can be sent to the raster workers. */

import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import { sha256Hex } from '../../platform/base/hash.ts';
import { isShortage } from '../../platform/files/files.ts';
import { type FontFace, type FontOrigin, readFaces } from './face.ts';
import { displayFamily, familyKey } from './families.ts';
import { FontFileError, type ReadAt } from './sfnt.ts';

/**
 * The faces by the keys of their families.
 * @param faces  those of an earlier origin first: upright faces hide later upright ones of the same family, italic faces
 *               later italic ones, so that an upright font of the operator leaves the bundled italic in place
 * @param keysOf the families that a face belongs to
 */
export function groupByFamily(
  faces: readonly FontFace[],
  keysOf: (face: FontFace) => Iterable<string>,
): ReadonlyMap<string, readonly FontFace[]> {
  const families = new Map<string, FontFace[]>();
  for (const face of faces) {
    for (const key of keysOf(face)) {
      const known = families.get(key);
      if (known === undefined) families.set(key, [face]);
      else if (!isHidden(face, known)) known.push(face);
    }
  }
  return families;
}

function isHidden(face: FontFace, known: readonly FontFace[]): boolean {
  const leans = face.style !== 'normal';
  return known.some((other) => other.origin !== face.origin && (leans ? canLean(other) : canStand(other)));
}

function canStand({ style }: FontFace): boolean {
  return style === 'normal';
}

/** True for an italic or oblique face, and for one with an axis for that. */
function canLean({ style, axes }: FontFace): boolean {
  return style !== 'normal' || axes.some(({ tag }) => tag === 'ital' || tag === 'slnt');
}

export interface FontDir {
  readonly dir: string;
  readonly origin: FontOrigin;
}

interface UnreadableFont {
  /** Path inside its font directory. */
  readonly file: string;
  readonly origin: FontOrigin;
  readonly reason: string;
}

/** Clone-safe. Made before the workers start, and again when the fonts are read again. */
export interface FontBook {
  /** Custom faces, then embedded ones; within an origin by path. */
  readonly faces: readonly FontFace[];
  /** Directories of system fonts. Indexed by a worker when a picture first needs one. */
  readonly systemDirs: readonly string[];
  readonly unreadable: readonly UnreadableFont[];
  /** Digest of the content of all custom and embedded fonts; part of the content hash. */
  readonly fingerprint: string;
}

interface FamilySummary {
  readonly name: string;
  readonly origin: FontOrigin;
  readonly styles: readonly string[];
  readonly axes: readonly { readonly tag: string; readonly min: number; readonly max: number }[];
}

const FONT_FILE = /\.(?:ttf|otf|ttc|otc|woff2?)$/i;
/** Unused fonts, with the reason, for the operator. */
const OTHER_FONTS: readonly (readonly [RegExp, string])[] = [
  [
    /\.(?:otb|bdf|pcf|fon|fnt)(?:\.gz)?$/i,
    'a bitmap font has no outlines to draw; use a TTF or OTF file of the font',
  ],
  [/\.(?:pf[ab]|eot|dfont)$/i, 'fonts of this format are not read; use a TTF or OTF file of the font'],
];
/** Font files that are read in one directory tree, so that a wrong folder cannot block the start. */
const MAX_FILES = 5_000;
const MAX_DEPTH = 8;
/** Larger files are not read. No known font is half as large. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/**
 * Read the fonts of the custom and embedded directories, and note the system ones for later.
 * A directory that does not exist counts as empty; a file that cannot be used is listed in `unreadable`.
 */
export function readFontBook(dirs: readonly FontDir[]): FontBook {
  const faces: FontFace[] = [];
  const unreadable: UnreadableFont[] = [];
  const prints: string[] = [];
  for (const origin of ['custom', 'embedded'] as const) {
    for (const { dir } of dirs.filter((entry) => entry.origin === origin)) {
      for (const file of listFiles(dir, isAnyFont)) {
        const read = readFontFile(path.join(dir, file), origin);
        if (read.ok) {
          faces.push(...read.faces);
          prints.push(read.faces[0]?.fingerprint ?? '');
        } else unreadable.push({ file, origin, reason: read.reason });
      }
    }
  }
  return {
    faces,
    systemDirs: dirs.filter((entry) => entry.origin === 'system').map((entry) => entry.dir),
    unreadable,
    fingerprint: sha256Hex(prints.join('\n')),
  };
}

/** True for books that give the same pictures and are read from the same files. */
export function sameFonts(a: FontBook, b: FontBook): boolean {
  if (a.fingerprint !== b.fingerprint || a.faces.length !== b.faces.length) return false;
  return a.faces.every(({ file }, index) => file === b.faces[index]?.file);
}

/** Families of the book in alphabetical order, as people write them. */
export function listFamilies(book: FontBook): readonly FamilySummary[] {
  const families = groupByFamily(book.faces, ({ families: [name = ''] }) => [familyKey(displayFamily(name))]);
  return [...families.values()].map(summarise).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function summarise(faces: readonly FontFace[]): FamilySummary {
  const axes = new Map(faces.flatMap((face) => face.axes.map((axis) => [axis.tag, axis])));
  return {
    name: displayFamily(faces[0]?.families[0] ?? ''),
    origin: faces[0]?.origin ?? 'system',
    styles: [...new Set(faces.map((face) => face.subfamily))],
    axes: [...axes.values()].map(({ tag, min, max }) => ({ tag, min, max })),
  };
}

/** Font files below a directory, relative to it, in an order that does not depend on the file system. */
export function listFontFiles(dir: string): readonly string[] {
  return listFiles(dir, (name) => FONT_FILE.test(name));
}

function isAnyFont(name: string): boolean {
  return FONT_FILE.test(name) || OTHER_FONTS.some(([pattern]) => pattern.test(name));
}

function listFiles(dir: string, isWanted: (name: string) => boolean): readonly string[] {
  const found: string[] = [];
  const visit = (relative: string, depth: number): void => {
    for (const entry of directoryEntries(path.join(dir, relative))) {
      if (found.length >= MAX_FILES) return;
      const name = path.join(relative, entry.name);
      if (entry.isDirectory()) {
        if (depth < MAX_DEPTH) visit(name, depth + 1);
      } else if (isWanted(entry.name)) found.push(name);
    }
  };
  visit('', 0);
  return found;
}

function directoryEntries(dir: string): ReturnType<typeof readDir> {
  try {
    return readDir(dir).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isShortage(error)) throw error;
    // System directories are often missing or not readable.
    return [];
  }
}

function readDir(dir: string) {
  return readdirSync(dir, { withFileTypes: true });
}

type FileFaces =
  | { readonly ok: true; readonly faces: readonly FontFace[] }
  | { readonly ok: false; readonly reason: string };

function readFontFile(file: string, origin: FontOrigin): FileFaces {
  const other = OTHER_FONTS.find(([name]) => name.test(file));
  if (other !== undefined) return { ok: false, reason: other[1] };
  try {
    if (statSync(file).size > MAX_FILE_BYTES) throw new FontFileError('the file is larger than 64 MiB');
    const bytes = readFileSync(file);
    const read: ReadAt = (offset, length) => bytes.subarray(offset, offset + length);
    const source = { file, origin, fingerprint: sha256Hex(bytes), withCoverage: true };
    return { ok: true, faces: readFaces(read, source) };
  } catch (error) {
    return { ok: false, reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof FontFileError) return error.message;
  if (error instanceof Error && 'code' in error) return `the file cannot be read (${String(error.code)})`;
  throw error;
}

/**
 * Run `use` with a reader of the file's parts; the file is closed afterwards.
 * @throws {Error} the file cannot be opened or read
 */
export function withFontFile<T>(file: string, use: (read: ReadAt) => T): T {
  const descriptor = openSync(file, 'r');
  try {
    return use((offset, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(descriptor, bytes, 0, length, offset));
    });
  } finally {
    closeSync(descriptor);
  }
}

/** One face of a font file, as read from the header of the file. */
import type { CodePointRanges } from './coverage.ts';
import { readCoverage } from './coverage.ts';
import { NAME_ID, readNames } from './name-table.ts';
import type { ReadAt, TableRange } from './sfnt.ts';
import { FontFileError, faceOffsets, readTables } from './sfnt.ts';

/** Where a font came from; an earlier origin wins over a later one. */
export type FontOrigin = 'custom' | 'embedded' | 'system';

export interface FontAxis {
  readonly tag: string;
  readonly min: number;
  readonly default: number;
  readonly max: number;
}

export type FontStyle = 'normal' | 'italic' | 'oblique';

export interface FontFace {
  /** Absolute path; never shown to an author. */
  readonly file: string;
  /** Index in a collection file, else 0. */
  readonly index: number;
  readonly origin: FontOrigin;
  /** Changes when the file's content does. */
  readonly fingerprint: string;
  /** Family names of the face: the typographic one first, then the legacy one if it differs. */
  readonly families: readonly string[];
  readonly subfamily: string;
  /** 1..1000, of the default instance. */
  readonly weight: number;
  /** Percent of the normal width. */
  readonly widthPercent: number;
  readonly style: FontStyle;
  readonly axes: readonly FontAxis[];
  readonly namedInstances: readonly NamedInstance[];
  /** True for coloured glyphs. Their plain outlines are often empty, so the face is no substitute for other fonts. */
  readonly coloured: boolean;
  /** Characters with a glyph. Null: not read yet (system fonts). */
  readonly coverage: CodePointRanges | null;
}

interface NamedInstance {
  readonly name: string;
  /** Axis tag to value. */
  readonly location: Readonly<Record<string, number>>;
}

/** The tables that are read here are never larger. */
const MAX_TABLE_BYTES = 8 * 1024 * 1024;
const MAX_AXES = 64;
const MAX_NAMED_INSTANCES = 512;

/** `usWidthClass` 1..9 in percent (OpenType 1.9, "OS/2"). */
const WIDTH_PERCENT = [100, 50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200] as const;

/** What `readFaces` needs to know beyond the bytes. */
interface FaceSource {
  readonly file: string;
  readonly origin: FontOrigin;
  readonly fingerprint: string;
  readonly withCoverage: boolean;
}

/**
 * The faces of one font file.
 * @throws {FontFileError} the file is no font, damaged, or has bitmaps only
 */
export function readFaces(read: ReadAt, source: FaceSource): readonly FontFace[] {
  return faceOffsets(read).map((offset, index) => {
    try {
      return readFace(read, offset, index, source);
    } catch (error) {
      if (error instanceof RangeError) throw new FontFileError('a table ends early');
      throw error;
    }
  });
}

/** Only the character coverage of the face at `index`. Empty when it cannot be read. */
export function readFaceCoverage(read: ReadAt, index: number): CodePointRanges {
  try {
    const offset = faceOffsets(read)[index];
    if (offset === undefined) return new Uint32Array(0);
    return readCoverage(table(read, readTables(read, offset), 'cmap'));
  } catch (error) {
    if (error instanceof FontFileError) return new Uint32Array(0);
    throw error;
  }
}

function readFace(read: ReadAt, offset: number, index: number, source: FaceSource): FontFace {
  const tables = readTables(read, offset);
  // Bitmap fonts (OTB) contain an empty `glyf` for programs that require one.
  if (!['glyf', 'CFF ', 'CFF2'].some((tag) => (tables.get(tag)?.length ?? 0) > 0)) {
    throw new FontFileError('the font has bitmaps only, no outlines to draw');
  }
  const names = readNames(table(read, tables, 'name'));
  const families = [names.get(NAME_ID.typographicFamily), names.get(NAME_ID.family)].filter(
    (name, i, all) => name !== undefined && all.indexOf(name) === i,
  ) as string[];
  if (families.length === 0) throw new FontFileError('the font has no family name');
  const subfamily = names.get(NAME_ID.typographicSubfamily) ?? names.get(NAME_ID.subfamily) ?? 'Regular';
  const fvar = table(read, tables, 'fvar');
  const axes = readAxes(fvar);
  return {
    file: source.file,
    index,
    origin: source.origin,
    fingerprint: source.fingerprint,
    families,
    subfamily,
    ...readStyle(table(read, tables, 'OS/2'), table(read, tables, 'head'), subfamily),
    axes,
    namedInstances: readNamedInstances(fvar, axes, names),
    coloured: ['COLR', 'CBDT', 'sbix', 'SVG '].some((tag) => tables.has(tag)),
    coverage: source.withCoverage ? readCoverage(table(read, tables, 'cmap')) : null,
  };
}

function table(read: ReadAt, tables: ReadonlyMap<string, TableRange>, tag: string): Buffer {
  const range = tables.get(tag);
  if (range === undefined) return Buffer.alloc(0);
  if (range.length > MAX_TABLE_BYTES) throw new FontFileError(`the table ${tag} is absurdly large`);
  return read(range.offset, range.length);
}

function readStyle(
  os2: Buffer,
  head: Buffer,
  subfamily: string,
): Pick<FontFace, 'weight' | 'widthPercent' | 'style'> {
  if (os2.length < 64) {
    // Old Macintosh fonts have no OS/2 table: bits 0 and 1 of macStyle say bold and italic.
    const macStyle = head.length < 46 ? 0 : head.readUInt16BE(44);
    return { weight: macStyle & 1 ? 700 : 400, widthPercent: 100, style: macStyle & 2 ? 'italic' : 'normal' };
  }
  const selection = os2.readUInt16BE(62);
  const weight = os2.readUInt16BE(4);
  const oblique = (selection & 0x200) !== 0 || /oblique/i.test(subfamily);
  return {
    weight: weight >= 1 && weight <= 1000 ? weight : 400,
    widthPercent: WIDTH_PERCENT[os2.readUInt16BE(6)] ?? 100,
    style: oblique ? 'oblique' : selection & 1 ? 'italic' : 'normal',
  };
}

/** Axes of a variable font (OpenType 1.9, "fvar"); hidden ones too. */
function readAxes(fvar: Buffer): readonly FontAxis[] {
  if (fvar.length < 16) return [];
  const first = fvar.readUInt16BE(4);
  const size = fvar.readUInt16BE(10);
  const count = Math.min(fvar.readUInt16BE(8), MAX_AXES);
  return Array.from({ length: count }, (_, i) => {
    const at = first + i * size;
    return {
      tag: fvar.toString('latin1', at, at + 4),
      min: fixed(fvar, at + 4),
      default: fixed(fvar, at + 8),
      max: fixed(fvar, at + 12),
    };
  });
}

function readNamedInstances(
  fvar: Buffer,
  axes: readonly FontAxis[],
  names: ReadonlyMap<number, string>,
): readonly NamedInstance[] {
  if (axes.length === 0) return [];
  const first = fvar.readUInt16BE(4) + fvar.readUInt16BE(8) * fvar.readUInt16BE(10);
  const count = Math.min(fvar.readUInt16BE(12), MAX_NAMED_INSTANCES);
  const size = fvar.readUInt16BE(14);
  return Array.from({ length: count }, (_, i) => {
    const at = first + i * size;
    const location = axes.map((axis, n) => [axis.tag, fixed(fvar, at + 4 + n * 4)] as const);
    return { name: names.get(fvar.readUInt16BE(at)) ?? '', location: Object.fromEntries(location) };
  });
}

/** A 16.16 fixed-point number. */
function fixed(bytes: Buffer, at: number): number {
  return bytes.readInt32BE(at) / 65536;
}

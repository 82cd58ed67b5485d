/** Reads the table directory of TrueType, OpenType and collection files, and replaces tables in them. */

/** Reads `length` bytes at `offset` of a font file; fewer at its end. */
export type ReadAt = (offset: number, length: number) => Buffer;

export interface TableRange {
  readonly offset: number;
  readonly length: number;
}

/** A font file that cannot be used. The message is for a list of unreadable fonts, without paths. */
export class FontFileError extends Error {}

const TRUETYPE = 0x00010000;
const OPENTYPE_CFF = tagNumber('OTTO');
const TRUETYPE_APPLE = tagNumber('true');
const COLLECTION = tagNumber('ttcf');
/** More than any real collection has (the largest CJK ones contain a few dozen faces). */
const MAX_COLLECTION_FACES = 256;
const MAX_TABLES = 256;

/** A four-letter tag as the 32-bit number that the file format uses. */
export function tagNumber(tag: string): number {
  return (
    ((tag.charCodeAt(0) << 24) | (tag.charCodeAt(1) << 16) | (tag.charCodeAt(2) << 8) | tag.charCodeAt(3)) >>>
    0
  );
}

/**
 * Offsets of the faces in a file: one, or one for each face of a collection.
 * @throws {FontFileError} the file is not TrueType, OpenType or a collection of them
 */
export function faceOffsets(read: ReadAt): readonly number[] {
  const head = read(0, 12);
  if (head.length < 12) throw new FontFileError('the file is too short for a font');
  const version = head.readUInt32BE(0);
  if (version === TRUETYPE || version === OPENTYPE_CFF || version === TRUETYPE_APPLE) return [0];
  if (version !== COLLECTION) throw new FontFileError(notAFont(head.toString('latin1', 0, 4)));
  const count = head.readUInt32BE(8);
  if (count === 0 || count > MAX_COLLECTION_FACES) {
    throw new FontFileError(`a collection of ${count} faces; 1 to ${MAX_COLLECTION_FACES} are expected`);
  }
  const list = read(12, count * 4);
  if (list.length < count * 4) throw new FontFileError('the collection ends early');
  return Array.from({ length: count }, (_, i) => list.readUInt32BE(i * 4));
}

function notAFont(signature: string): string {
  if (signature === 'wOFF' || signature === 'wOF2') {
    return 'web fonts (WOFF) are not supported; use the TTF or OTF file of the font';
  }
  return 'the file is not a TrueType or OpenType font';
}

/**
 * The tables of the face at `offset`.
 * @throws {FontFileError} the directory is cut off or absurd
 */
export function readTables(read: ReadAt, offset: number): ReadonlyMap<string, TableRange> {
  const head = read(offset, 12);
  const count = head.length < 12 ? 0 : head.readUInt16BE(4);
  if (count === 0 || count > MAX_TABLES) throw new FontFileError('the table directory is damaged');
  const directory = read(offset + 12, count * 16);
  if (directory.length < count * 16) throw new FontFileError('the table directory is cut off');
  const tables = new Map<string, TableRange>();
  for (let at = 0; at < directory.length; at += 16) {
    tables.set(directory.toString('latin1', at, at + 4), {
      offset: directory.readUInt32BE(at + 8),
      length: directory.readUInt32BE(at + 12),
    });
  }
  return tables;
}

/** One table of a one-face font file; empty when it has none of that name. */
export function readTable(font: Buffer, tag: string): Buffer {
  const range = readTables((offset, length) => font.subarray(offset, offset + length), 0).get(tag);
  return range === undefined ? Buffer.alloc(0) : font.subarray(range.offset, range.offset + range.length);
}

/**
 * A copy of a one-face font file with one table replaced (or added).
 * Only the checksum of the new table is computed: no reader of the result checks the sum of the whole file.
 */
export function replaceTable(font: Buffer, tag: string, table: Buffer): Buffer {
  const tables = readTables((offset, length) => font.subarray(offset, offset + length), 0);
  const parts = [...tables]
    .filter(([name]) => name !== tag)
    .map(([name, range]) => ({
      name,
      bytes: font.subarray(range.offset, range.offset + range.length),
      sum: -1,
    }));
  parts.push({ name: tag, bytes: table, sum: checksum(table) });
  // Table records are ordered by tag (OpenType 1.9, "Table directory").
  parts.sort((a, b) => tagNumber(a.name) - tagNumber(b.name));
  return assemble(font.readUInt32BE(0), parts, font);
}

interface Part {
  readonly name: string;
  readonly bytes: Buffer;
  /** -1: keep the checksum of the original record. */
  readonly sum: number;
}

function assemble(version: number, parts: readonly Part[], original: Buffer): Buffer {
  const header = 12 + parts.length * 16;
  const size = parts.reduce((sum, part) => sum + ((part.bytes.length + 3) & ~3), header);
  const out = Buffer.alloc(size);
  const log2 = 31 - Math.clz32(parts.length);
  out.writeUInt32BE(version, 0);
  out.writeUInt16BE(parts.length, 4);
  out.writeUInt16BE(16 << log2, 6);
  out.writeUInt16BE(log2, 8);
  out.writeUInt16BE(parts.length * 16 - (16 << log2), 10);
  const sums = originalChecksums(original);
  let at = header;
  parts.forEach((part, i) => {
    const record = 12 + i * 16;
    out.write(part.name, record, 'latin1');
    out.writeUInt32BE(part.sum === -1 ? (sums.get(part.name) ?? 0) : part.sum, record + 4);
    out.writeUInt32BE(at, record + 8);
    out.writeUInt32BE(part.bytes.length, record + 12);
    part.bytes.copy(out, at);
    at += (part.bytes.length + 3) & ~3;
  });
  return out;
}

function originalChecksums(font: Buffer): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (let i = 0; i < font.readUInt16BE(4); i += 1) {
    const record = 12 + i * 16;
    sums.set(font.toString('latin1', record, record + 4), font.readUInt32BE(record + 4));
  }
  return sums;
}

/** Sum of the table as big-endian 32-bit words, padded with zeros (OpenType 1.9, "Calculating checksums"). */
function checksum(table: Buffer): number {
  let sum = 0;
  for (let at = 0; at < table.length; at += 4) {
    let word = 0;
    for (let i = 0; i < 4; i += 1) word = word * 256 + (table[at + i] ?? 0);
    sum = (sum + word) % 0x1_0000_0000;
  }
  return sum;
}

/** Writes several fonts as one file, a collection (OpenType 1.9, "Font Collections"). */
import { tagNumber } from './sfnt.ts';

const COLLECTION = tagNumber('ttcf');
const VERSION = 0x00010000;
/** Tag, version and number of fonts. */
const HEAD_BYTES = 12;
const OFFSET_BYTES = 4;
/** Of a font: version, number of tables and three figures for searching; then a record for each table. */
const FONT_HEAD_BYTES = 12;
const RECORD_BYTES = 16;
/** Within a record: behind its tag and checksum. */
const RECORD_OFFSET_AT = 8;

/** Bytes that a collection of the fonts takes. */
export function collectionBytes(fonts: readonly Buffer[]): number {
  return fonts.reduce(
    (sum, { length }) => sum + aligned(length),
    aligned(HEAD_BYTES + fonts.length * OFFSET_BYTES),
  );
}

/**
 * Write fonts of one face each as a collection.
 * @param into  at least `collectionBytes(fonts)`; what follows is left alone
 */
export function writeCollection(into: Uint8Array, fonts: readonly Buffer[]): void {
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

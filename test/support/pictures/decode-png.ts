/** A small PNG decoder of the tests' own, so that pictures are read by more than one library. */
import { inflateSync } from 'node:zlib';

export interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

export interface DecodedPng {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly depth: number;
  readonly colourType: number;
  readonly chunks: readonly Chunk[];
  /** One code a pixel, as stored. */
  readonly codes: Uint8Array;
  /** `#rrggbb` of every pixel. */
  readonly colours: readonly string[];
}

/** Decode a greyscale or indexed PNG with filter None; throws where the file is not valid. */
export function decodePng(file: Uint8Array): DecodedPng {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') throw new Error('no PNG signature');
  const chunks = readChunks(bytes);
  const header = find(chunks, 'IHDR');
  const widthPx = header.readUInt32BE(0);
  const heightPx = header.readUInt32BE(4);
  const depth = header.readUInt8(8);
  const colourType = header.readUInt8(9);
  const rows = inflateSync(find(chunks, 'IDAT'));
  const stride = 1 + Math.ceil((widthPx * depth) / 8);
  if (rows.length !== stride * heightPx)
    throw new Error(`expected ${stride * heightPx} bytes, got ${rows.length}`);
  const codes = new Uint8Array(widthPx * heightPx);
  for (let y = 0; y < heightPx; y++) {
    if (rows[y * stride] !== 0) throw new Error(`row ${y} has filter ${rows[y * stride]}`);
    for (let x = 0; x < widthPx; x++) {
      const byte = rows.readUInt8(y * stride + 1 + Math.floor((x * depth) / 8));
      codes[y * widthPx + x] = (byte >> (8 - depth - ((x * depth) % 8))) & (2 ** depth - 1);
    }
  }
  const table = colourTable(chunks, colourType, depth);
  const colours = Array.from(codes, (code) => {
    const colour = table[code];
    if (colour === undefined) throw new Error(`code ${code} has no colour`);
    return colour;
  });
  return { widthPx, heightPx, depth, colourType, chunks, codes, colours };
}

function readChunks(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 8 + length;
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end))
      throw new Error('a checksum is wrong');
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

function find(chunks: readonly Chunk[], type: string): Buffer {
  const found = chunks.filter((chunk) => chunk.type === type);
  if (found.length !== 1) throw new Error(`expected one ${type}, got ${found.length}`);
  return (found[0] as Chunk).data;
}

function colourTable(chunks: readonly Chunk[], colourType: number, depth: number): string[] {
  const hex = (value: number): string => value.toString(16).padStart(2, '0');
  if (colourType === 0) {
    return Array.from(
      { length: 2 ** depth },
      (_, code) => `#${hex((code * 255) / (2 ** depth - 1)).repeat(3)}`,
    );
  }
  if (colourType !== 3) throw new Error(`unexpected colour type ${colourType}`);
  const palette = find(chunks, 'PLTE');
  return Array.from(
    { length: palette.length / 3 },
    (_, i) => `#${palette.toString('hex', i * 3, i * 3 + 3)}`,
  );
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Looks whether an image is whole enough for resvg, which draws nothing of one that is not, without a word. */
import { crc32 } from 'node:zlib';
import type { SvgImageFormat } from './image-header.ts';

const PNG_SIGNATURE = 8;
/** Length and type, in front of the data of a chunk; the checksum is behind it. */
const CHUNK_HEAD = 8;
const CHECKSUM = 4;
/** Without these a PNG cannot be drawn; a fault in another chunk is read over (PNG 3 §13.2). */
const CRITICAL: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'IDAT']);

/** False for an image that was cut off or changed on its way. It is read once, from its beginning to its end. */
export function isWhole(bytes: Buffer, format: SvgImageFormat): boolean {
  if (format === 'png') return isWholePng(bytes);
  return format !== 'jpeg' || isWholeJpeg(bytes);
}

/** True for a PNG with a sound chunk of pixels, and something behind the last of these. */
function isWholePng(bytes: Buffer): boolean {
  let hasPixels = false;
  let at = PNG_SIGNATURE;
  while (at + CHUNK_HEAD <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + CHUNK_HEAD);
    if (hasPixels && type !== 'IDAT') return true;
    const end = at + CHUNK_HEAD + length;
    if (end + CHECKSUM > bytes.length) return false;
    // The checksum is that of type and data.
    if (CRITICAL.has(type) && crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    hasPixels ||= type === 'IDAT';
    at = end + CHECKSUM;
  }
  return false;
}

/** True for a JPEG with the mark of its end behind its first pixels. */
function isWholeJpeg(bytes: Buffer): boolean {
  const pixels = startOfScan(bytes);
  return pixels !== null && bytes.lastIndexOf(END_OF_IMAGE) > pixels;
}

/**
 * Where the first scan begins; null without any. Each segment in front of it says its length (ITU T.81 §B.1.1.4): one may
 * hold a thumbnail, which has a scan and an end of its own.
 */
function startOfScan(bytes: Buffer): number | null {
  let at = START_OF_IMAGE;
  while (at + MARKER + SEGMENT_LENGTH <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1];
    if (marker === SCAN) return at;
    // Markers may be padded.
    if (marker === 0xff) at += 1;
    else at += MARKER + bytes.readUInt16BE(at + MARKER);
  }
  return null;
}

const START_OF_IMAGE = 2;
const MARKER = 2;
const SEGMENT_LENGTH = 2;
const SCAN = 0xda;
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

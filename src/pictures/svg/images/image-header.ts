/** Reads the first bytes of an image: its format, its size, and the orientation of the camera. */

export type SvgImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg';

export interface ImageHeader {
  readonly format: SvgImageFormat;
  /** In pixels; 0 when only a decoder can tell. */
  readonly width: number;
  readonly height: number;
  /** EXIF orientation; 1 is upright. */
  readonly orientation: number;
}

/** The header of an image. Null when the bytes are none of the formats. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 12) return null;
  if (bytes.readUInt32BE(0) === 0x89504e47) return readPng(bytes);
  if (bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('GIF8')) return upright('gif', bytes.readUInt16LE(6), bytes.readUInt16LE(8));
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return upright('webp', 0, 0);
  if (/^....ftyp(?:avif|avis|mif1)/s.test(start)) return upright('avif', 0, 0);
  return /^(?:\ufeff|ï»¿)?\s*<(?:\?xml|!--|!DOCTYPE|svg[\s>:])/i.test(bytes.toString('latin1', 0, 256))
    ? upright('svg', 0, 0)
    : null;
}

function upright(format: SvgImageFormat, width: number, height: number): ImageHeader {
  return { format, width, height, orientation: 1 };
}

function readPng(bytes: Buffer): ImageHeader | null {
  return bytes.length < 24 ? null : upright('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** Walks the segments up to the frame header (ITU T.81 §B.2); the EXIF segment comes before it. */
function readJpeg(bytes: Buffer): ImageHeader | null {
  let orientation = 1;
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrameHeader(marker)) {
      const width = bytes.readUInt16BE(at + 7);
      return { format: 'jpeg', width, height: bytes.readUInt16BE(at + 5), orientation };
    }
    const length = markerLength(marker, bytes.readUInt16BE(at + 2));
    if (marker === EXIF_MARKER)
      orientation = readOrientation(bytes.subarray(at + 4, at + length)) ?? orientation;
    at += length;
  }
  return null;
}

const EXIF_MARKER = 0xe1;

/** Bytes of a segment with its marker. Fill bytes and a few markers have no segment. */
function markerLength(marker: number, length: number): number {
  if (marker === 0xff) return 1;
  return (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01 ? 2 : 2 + length;
}

function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

const ORIENTATION_TAG = 0x0112;

/** Tag 0x0112 of the first directory of an EXIF segment (a small TIFF file). */
function readOrientation(segment: Buffer): number | null {
  if (segment.length < 20 || segment.toString('latin1', 0, 4) !== 'Exif') return null;
  const tiff = segment.subarray(6);
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const word = (at: number): number =>
    at + 2 > tiff.length ? 0 : little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = word(directory);
  for (let i = 0; i < entries && directory + 14 + i * 12 <= tiff.length; i += 1) {
    const entry = directory + 2 + i * 12;
    if (word(entry) === ORIENTATION_TAG) return word(entry + 8) || null;
  }
  return null;
}

/** Converts images for resvg (format, orientation, size), and caches those that needed work. */
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { sha256Hex } from '../../../platform/base/hash.ts';
import type { Extent } from '../document/viewport.ts';
import type { ImageHeader, SvgImageFormat } from './image-header.ts';
import { openSharp } from './sharp.ts';

/** Pixels of one image inside an SVG. */
export const IMAGE_PIXELS = 64 * 1024 * 1024;

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

/** An image that resvg can draw. */
export interface ReadyImage {
  readonly bytes: Buffer;
  readonly mime: 'image/png' | 'image/jpeg';
}

/** Images with more than this many times the pixels that are drawn are scaled down first. Below, resvg scales well. */
const WORTH_SCALING = 2;
/** An image whose drawn size is unknown is scaled down to about this many pixels. */
const UNKNOWN_PIXELS = 4_000_000;
/** Alpha, of 255, from which on an image counts as visible. */
const SEEN_ALPHA = 8;
/** A damaged file must not occupy the worker for longer. */
const TIMEOUT_SECONDS = 10;

export class ImageStore {
  readonly #ready: LRUCache<string, ReadyImage>;

  /** @param maxBytes  what it may keep */
  constructor(maxBytes: number) {
    this.#ready = new LRUCache({ maxSize: maxBytes, sizeCalculation: (image) => image.bytes.length + 1 });
  }

  /** Width and height after the camera's orientation has been applied; null for a damaged image. */
  async sizeOf(bytes: Buffer, header: ImageHeader): Promise<Extent | null> {
    const sideways = header.orientation >= 5;
    if (header.width > 0) {
      return sideways ? { width: header.height, height: header.width } : header;
    }
    try {
      const sharp = await openSharp();
      const { autoOrient } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS }).metadata();
      return autoOrient;
    } catch {
      return null;
    }
  }

  /**
   * Convert an image for resvg, if it needs that.
   * @param drawn  size in device pixels at which it is shown; null when unknown
   * @returns      null when it cannot be decoded
   */
  async prepare(
    bytes: Buffer,
    header: ImageHeader,
    size: Extent,
    drawn: Extent | null,
  ): Promise<ReadyImage | null> {
    const shown = drawn ?? (size.width * size.height > UNKNOWN_PIXELS ? shrink(size) : size);
    const target = isWorthScaling(size, shown) ? shown : null;
    const mime = directMime(bytes, header);
    if (target === null && mime !== null) return { bytes, mime };
    const key = `${sha256Hex(bytes)}:${target?.width}x${target?.height}`;
    const known = this.#ready.get(key);
    if (known !== undefined) return known;
    const made = await this.#convert(bytes, target);
    if (made !== null) this.#ready.set(key, made);
    return made;
  }

  /**
   * The shape of an image: white wherever it is visible, or black with the alpha of the image.
   * @param bytes  an image that `prepare` returned
   * @returns      null when it cannot be decoded: then it is not visible either
   */
  async silhouette(bytes: Buffer, white: boolean): Promise<Buffer | null> {
    const key = `${sha256Hex(bytes)}:${white ? 'white' : 'black'}`;
    const known = this.#ready.get(key);
    if (known !== undefined) return known.bytes;
    const made = await drawSilhouette(bytes, white);
    if (made !== null) this.#ready.set(key, { bytes: made, mime: 'image/png' });
    return made;
  }

  async #convert(bytes: Buffer, target: Extent | null): Promise<ReadyImage | null> {
    const sharp = await openSharp();
    try {
      const image = sharp(bytes, { limitInputPixels: IMAGE_PIXELS, failOn: 'error' }).autoOrient();
      if (target !== null) image.resize(target.width, target.height, { fit: 'fill' });
      // Not compressed: it never leaves this process, and resvg reads it three times as fast.
      const png = await image.timeout({ seconds: TIMEOUT_SECONDS }).png({ compressionLevel: 0 }).toBuffer();
      return { bytes: png, mime: 'image/png' };
    } catch {
      return null;
    }
  }
}

async function drawSilhouette(bytes: Buffer, white: boolean): Promise<Buffer | null> {
  const sharp = await openSharp();
  try {
    const { data, info } = await sharp(bytes, { limitInputPixels: IMAGE_PIXELS })
      .ensureAlpha()
      .extractChannel('alpha')
      .timeout({ seconds: TIMEOUT_SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const rgba = Buffer.alloc(data.length * 4, white ? 255 : 0);
    for (const [at, alpha] of data.entries()) rgba[at * 4 + 3] = white && alpha >= SEEN_ALPHA ? 255 : alpha;
    const raw = { width: info.width, height: info.height, channels: 4 } as const;
    return await sharp(rgba, { raw }).png({ compressionLevel: 1 }).toBuffer();
  } catch {
    return null;
  }
}

function shrink(size: Extent): Extent {
  const factor = Math.sqrt(UNKNOWN_PIXELS / (size.width * size.height));
  return {
    width: Math.max(1, Math.round(size.width * factor)),
    height: Math.max(1, Math.round(size.height * factor)),
  };
}

function isWorthScaling(size: Extent, drawn: Extent): boolean {
  return size.width * size.height > WORTH_SCALING * drawn.width * drawn.height;
}

/** The type of an image that resvg can draw without conversion; null for others. What is not whole may still be converted. */
function directMime(bytes: Buffer, { format, orientation }: ImageHeader): ReadyImage['mime'] | null {
  if (orientation !== 1 || (format !== 'png' && format !== 'jpeg')) return null;
  return isWhole(bytes, format) ? `image/${format}` : null;
}

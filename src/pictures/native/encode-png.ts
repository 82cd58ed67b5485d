/** Encodes a PNG: of ink indices, and of pixels of three bytes. */
import { addon } from './addon.ts';
import {
  optionalBoolean,
  requireBytes,
  requireInteger,
  requireLength,
  requireOptions,
  requirePalette,
  requireSize,
  show,
} from './arguments.ts';
import { kernelConstants } from './constants.ts';

/** How hard to look for a small file: `best` takes many times as long, for pictures over their size limit. */
export type Effort = 'normal' | 'best';

export interface EncodePngOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks as sent to the panel, `#rrggbb` in any case, 2 to 256 of them. */
  readonly palette: readonly string[];
  /** Pad the file to at least this many bytes. Default 0. */
  readonly minBytes?: number;
  /** Default `normal`. */
  readonly effort?: Effort;
  /** How the inks are stored. Default: chosen by the palette and the size. */
  readonly format?: PngFormat | null;
}

/** Bits a pixel, 1, 2, 4 or 8; and whether they are grey levels or places in a palette. */
interface PngFormat {
  readonly depth: number;
  readonly grey: boolean;
}

/**
 * Encode ink indices as a PNG that e-ink firmware reads. Without a `format`: indexed, 2 bits a pixel for up to 4 inks, 4
 * for up to 16, 8 above; sixteen even greys as 4-bit greyscale, except at 800 x 480, where firmware takes only indexed.
 * At 800 x 480 one corner pixel of a picture that holds two greys other than black and white gets a third one.
 * Padding follows the pixels in a chunk of its own.
 * @param indices  widthPx*heightPx bytes, each below the palette's length; not changed
 * @throws {TypeError} an argument or option of another type
 * @throws {RangeError} a length that does not match the size, an index without ink, a format that does not hold the
 *                      palette, or a value out of range
 */
export function encodePng(indices: Uint8Array | Uint8ClampedArray, options: EncodePngOptions): Buffer {
  requireBytes('indices', indices);
  // Getters run here, before any length is looked at.
  const fields = requireOptions(options);
  const { widthPx, heightPx } = requireSize(fields['widthPx'], fields['heightPx']);
  const palette = requirePalette('palette', fields['palette']);
  const padding = readMinBytes(fields['minBytes']);
  const effort = readEffort(fields['effort']);
  const { depth, grey } = readFormat(fields['format'], palette);
  const bytes = requireLength('indices', indices, widthPx * heightPx);
  try {
    return addon().encodePng(bytes, widthPx, heightPx, palette, padding, effort, depth, grey);
  } catch (error) {
    // The native code only says that some index has no ink.
    explainIndices(bytes, palette.length / 3);
    throw error;
  }
}

/** Depth 0 leaves the choice to the kernel. */
function readFormat(value: unknown, palette: Uint8Array): PngFormat {
  if (value === undefined || value === null) return { depth: 0, grey: false };
  const fields = requireOptions(value);
  const depth = requireInteger('format.depth', fields['depth'], 1, 8);
  const grey = optionalBoolean('format.grey', fields['grey']);
  if (8 % depth !== 0) throw new RangeError(`format.depth: expected 1, 2, 4 or 8, got ${depth}`);
  const codes = 2 ** depth;
  const inks = palette.length / 3;
  if (!grey && inks > codes) {
    throw new RangeError(`format.depth: expected at most ${codes} inks at ${depth} bits, got ${inks}`);
  }
  const step = 255 / (codes - 1);
  for (let at = 0; grey && at < palette.length; at += 3) {
    const [red = 0, green, blue] = palette.subarray(at, at + 3);
    if (red === green && red === blue && red % step === 0) continue;
    throw new RangeError(`palette[${at / 3}]: expected one of the ${codes} greys of ${depth} bits`);
  }
  return { depth, grey };
}

/** The bytes to pad a file to. */
function readMinBytes(value: unknown): number {
  return value === undefined ? 0 : requireInteger('minBytes', value, 0, kernelConstants().maxPaddedBytes);
}

/** The place of an effort among the kernel's. */
function readEffort(value: unknown): number {
  const { efforts } = kernelConstants();
  const place = value === undefined ? 0 : efforts.indexOf(value as Effort);
  if (place >= 0) return place;
  const message = `effort: expected ${efforts.map(show).join(' or ')}, got ${show(value)}`;
  throw typeof value === 'string' ? new RangeError(message) : new TypeError(message);
}

/** @throws {RangeError} the first index without an ink */
function explainIndices(indices: Uint8Array, inks: number): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index >= inks) {
      throw new RangeError(`indices[${i}]: expected a number below ${inks}, got ${index}`);
    }
  }
}

interface EncodeTruecolourOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Pad the file to at least this many bytes. Default 0. */
  readonly minBytes?: number;
  /** Default `normal`. */
  readonly effort?: Effort;
  /** Round each channel to so many bits, 1 to 8, for a smaller file. Default 8. */
  readonly channelBits?: number;
}

/**
 * Encode pixels as a 24-bit PNG, not interlaced, each row with the filter that suits it.
 * @param rgb  widthPx*heightPx*3 bytes, row-major from the top left, sRGB; not changed
 * @throws {TypeError} an argument or option of another type
 * @throws {RangeError} a length that does not match the size, or a value out of range
 */
export function encodeTruecolour(
  rgb: Uint8Array | Uint8ClampedArray,
  options: EncodeTruecolourOptions,
): Buffer {
  requireBytes('rgb', rgb);
  // Getters run here, before any length is looked at.
  const fields = requireOptions(options);
  const { widthPx, heightPx } = requireSize(fields['widthPx'], fields['heightPx']);
  const padding = readMinBytes(fields['minBytes']);
  const effort = readEffort(fields['effort']);
  const bits = requireInteger('channelBits', fields['channelBits'] ?? 8, 1, 8);
  const bytes = requireLength('rgb', rgb, widthPx * heightPx * 3);
  return addon().encodeTruecolour(bytes, widthPx, heightPx, padding, effort, bits);
}

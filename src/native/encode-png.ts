/** Ink indices to a PNG. */
import { addon } from './addon.ts';
import {
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
}

/**
 * Encode ink indices as a PNG that e-ink firmware reads: indexed, 2 bits a pixel for up to 4 inks, 4 for up to
 * 16, 8 above; sixteen even greys as 4-bit greyscale, except at 800 x 480, where firmware takes only indexed.
 * At 800 x 480 one corner pixel of a picture that holds two greys other than black and white gets a third one.
 * Padding follows the pixels in a chunk of its own.
 * @param indices  widthPx*heightPx bytes, each below the palette's length; not changed
 * @throws {TypeError} an argument or option of another type
 * @throws {RangeError} a length that does not match the size, an index without ink, or a value out of range
 */
export function encodePng(indices: Uint8Array | Uint8ClampedArray, options: EncodePngOptions): Buffer {
  requireBytes('indices', indices);
  // Getters run here, before any length is looked at.
  const fields = requireOptions(options);
  const { widthPx, heightPx } = requireSize(fields['widthPx'], fields['heightPx']);
  const palette = requirePalette('palette', fields['palette']);
  const padding = readMinBytes(fields['minBytes']);
  const effort = readEffort(fields['effort']);
  const bytes = requireLength('indices', indices, widthPx * heightPx);
  try {
    return addon().encodePng(bytes, widthPx, heightPx, palette, padding, effort);
  } catch (error) {
    // The native code only says that some index has no ink.
    explainIndices(bytes, palette.length / 3);
    throw error;
  }
}

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

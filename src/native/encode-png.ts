/** Ink indices to a PNG: the public function with all its checks, and the one that the server calls. */
import type { RenderSpec } from '../domain/render-spec.ts';
import { addon } from './addon.ts';
import {
  paletteBytes,
  requireBytes,
  requireInteger,
  requireLength,
  requireOptions,
  requirePalette,
  requireSize,
} from './arguments.ts';

/** No firmware takes a picture of this size; more would only fill memory. */
const MIN_BYTES_MAX = 64 * 1024 * 1024;

export interface EncodePngOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks as sent to the panel, `#rrggbb` in any case, 2 to 256 of them. */
  readonly palette: readonly string[];
  /** Pad the file to at least this many bytes. Default 0. */
  readonly minBytes?: number;
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
  const minBytes = fields['minBytes'];
  const padding = minBytes === undefined ? 0 : requireInteger('minBytes', minBytes, 0, MIN_BYTES_MAX);
  const bytes = requireLength('indices', indices, widthPx * heightPx);
  try {
    return addon().encodePng(bytes, widthPx, heightPx, palette, padding, 0);
  } catch (error) {
    // The native code says that an index has no ink, and leaves it to this slower look to say which.
    explainIndices(bytes, palette.length / 3);
    throw error;
  }
}

function explainIndices(indices: Uint8Array, inks: number): void {
  for (let i = 0; i < indices.length; i++) {
    const index = indices[i] ?? 0;
    if (index >= inks) {
      throw new RangeError(`indices[${i}]: expected a number below ${inks}, got ${index}`);
    }
  }
}

/** How hard to look for a small file: `best` takes many times longer, for pictures over their size limit. */
export type Effort = 'normal' | 'best';

/**
 * Encode the ink indices of a picture as a PNG, for callers whose values have been checked where they came in.
 * @throws {RangeError} a length that does not match the size, or an index without ink
 */
export function encodePicture(indices: Uint8Array, spec: RenderSpec, effort: Effort = 'normal'): Buffer {
  const { widthPx, heightPx, minPngBytes } = spec;
  const level = effort === 'best' ? 1 : 0;
  return addon().encodePng(indices, widthPx, heightPx, paletteBytes(spec.palette), minPngBytes, level);
}

/** Text drawn in solid inks on a picture that is dithered already. */
import { types } from 'node:util';
import { addon } from './addon.ts';
import {
  requireBytes,
  requireFixed,
  requireLength,
  requireOptions,
  requirePalette,
  requireSize,
  show,
} from './arguments.ts';

/** The texts of a picture as two arrays of numbers, however many texts there are. `native/bind_text.cc` has the layout. */
export interface PackedText {
  readonly numbers: Float64Array;
  /** Outlines of the glyphs, as `native/kernel/text/outline.h` says. */
  readonly outlines: Int32Array;
}

export interface DrawTextOptions {
  readonly widthPx: number;
  readonly heightPx: number;
  /** The inks as sent to the panel, `#rrggbb` in any case, 2 to 256 of them. */
  readonly palette: readonly string[];
}

/**
 * Draw texts. Coverage becomes the nearest ink, and no error is diffused. Where the palette has no ink between those of
 * text and paper, a pixel takes the text's ink from a threshold of coverage on. Glyphs are kept for the next picture.
 * @param indices  widthPx*heightPx bytes, each below the palette's length; changed
 * @throws {TypeError} an argument or option of another type
 * @throws {RangeError} a length that does not match the size, numbers that do not fit together, or an outline out of
 *   range; then nothing is drawn
 */
export function drawText(
  indices: Uint8Array | Uint8ClampedArray,
  options: DrawTextOptions,
  text: PackedText,
): void {
  requireBytes('indices', indices);
  // Getters run here, before any length is looked at.
  const fields = requireOptions(options);
  const { widthPx, heightPx } = requireSize(fields['widthPx'], fields['heightPx']);
  const palette = requirePalette('palette', fields['palette']);
  const { numbers, outlines } = text;
  if (!types.isFloat64Array(numbers)) {
    throw new TypeError(`numbers: expected a Float64Array, got ${show(numbers)}`);
  }
  if (!types.isInt32Array(outlines)) {
    throw new TypeError(`outlines: expected an Int32Array, got ${show(outlines)}`);
  }
  addon().drawText(
    requireLength('indices', requireFixed('indices', indices), widthPx * heightPx),
    widthPx,
    heightPx,
    palette,
    requireFixed('numbers', numbers),
    requireFixed('outlines', outlines),
  );
}

/** Text drawn in solid inks on a picture that is dithered already. */
import type { RenderSpec } from '../domain/render-spec.ts';
import { addon } from './addon.ts';
import { paletteBytes } from './arguments.ts';

/** The texts of a picture as two arrays of numbers, whatever their number. `native/bind_text.cc` has the layout. */
export interface PackedText {
  readonly numbers: Float64Array;
  /** Outlines of the glyphs, as `native/kernel/outline.h` says. */
  readonly outlines: Int32Array;
}

/**
 * Draw texts. Coverage becomes the nearest ink, without diffusing any error; where the palette has no ink between text
 * and paper, a pixel takes the text's ink from a threshold on. Glyphs are kept for the next picture.
 * @param indices  widthPx*heightPx bytes, each below the palette's length; changed
 * @throws {RangeError} numbers that do not fit together, or an outline out of range; then nothing is drawn
 */
export function drawText(indices: Uint8Array, spec: RenderSpec, text: PackedText): void {
  addon().drawText(
    indices,
    spec.widthPx,
    spec.heightPx,
    paletteBytes(spec.palette),
    text.numbers,
    text.outlines,
  );
}

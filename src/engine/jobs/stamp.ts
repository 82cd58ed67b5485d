/** Small pictures that are laid over finished ones. */
import type { Size } from '../../domain/panel.ts';

export interface Stamp extends Size {
  readonly x: number;
  readonly y: number;
  /** Indices of inks; in truecolour three bytes a pixel. */
  readonly pixels: Uint8Array;
}

/** Lay a stamp over a picture. @param pixelBytes  1 for indices, 3 for colours */
export function pressStamp(into: Uint8Array, intoWidthPx: number, stamp: Stamp, pixelBytes: 1 | 3): void {
  const { x, y, heightPx, pixels } = stamp;
  const rowBytes = stamp.widthPx * pixelBytes;
  for (let row = 0; row < heightPx; row += 1) {
    const at = ((y + row) * intoWidthPx + x) * pixelBytes;
    into.set(pixels.subarray(row * rowBytes, (row + 1) * rowBytes), at);
  }
}

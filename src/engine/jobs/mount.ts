/** A finished picture as its panel expects it: turned, and within the panel's free edges. */
import { isPlainMount, type Mount, nativeSize } from '../../domain/mount.ts';
import type { Size } from '../../domain/panel.ts';
import { mountPixels } from '../../pictures/native/mount-pixels.ts';

/** Memory for pixels that is reused: allocating it takes more than a third of the time of dithering. */
export class Scratch {
  #bytes = new Uint8Array(0);

  /** Take this number of bytes, with what was in them before. They are valid until the next call. */
  take(length: number): Uint8Array {
    if (this.#bytes.length < length) this.#bytes = new Uint8Array(length);
    return this.#bytes.subarray(0, length);
  }
}

/** The pixels of a PNG, and its size. */
interface Framed extends Size {
  readonly pixels: Uint8Array;
}

/**
 * The picture in its frame; the same pixels where there is nothing to do. They are valid until the next call.
 * @param ground byte of the free edges
 */
export function inFrame(
  pixels: Uint8Array,
  { widthPx, heightPx, rotate, offset }: Size & Mount,
  pixelBytes: 1 | 3,
  ground: number,
): Framed {
  if (isPlainMount({ rotate, offset })) return { widthPx, heightPx, pixels };
  const frame = nativeSize({ widthPx, heightPx, rotate, offset });
  const into = framePixels.take(frame.widthPx * frame.heightPx * pixelBytes);
  into.fill(ground);
  const { leftPx, topPx } = offset;
  mountPixels(pixels, { widthPx, heightPx, pixelBytes, rotate, leftPx, topPx, frame, into });
  return { ...frame, pixels: into };
}

const framePixels = new Scratch();

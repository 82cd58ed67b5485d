/** A finished picture turned, and laid into the frame that its panel expects. */
import { addon } from './addon.ts';
import { requireBytes, requireFixed, requireInteger, requireLength, requireSize } from './arguments.ts';

export interface MountOptions {
  /** Size of the picture. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** 1 for indices, 3 for RGB. */
  readonly pixelBytes: 1 | 3;
  /** Degrees clockwise. */
  readonly rotate: 0 | 90 | 180 | 270;
  /** Where the turned picture lies in the frame. */
  readonly leftPx: number;
  readonly topPx: number;
  readonly frame: { readonly widthPx: number; readonly heightPx: number };
  /** The frame's pixels, row-major from the top left. What lies around the picture stays as it is. */
  readonly into: Uint8Array;
}

/**
 * Write a picture into its frame.
 * @param pixels widthPx*heightPx*pixelBytes bytes, row-major from the top left; not changed
 * @throws {TypeError} an argument of another type
 * @throws {RangeError} a buffer of another length, or a picture that does not lie within the frame
 */
export function mountPixels(pixels: Uint8Array | Uint8ClampedArray, options: MountOptions): void {
  requireBytes('pixels', pixels);
  const { pixelBytes, rotate, leftPx, topPx, into } = options;
  const { widthPx, heightPx } = requireSize(options.widthPx, options.heightPx);
  const frame = requireSize(options.frame.widthPx, options.frame.heightPx);
  const [wide, high] = rotate % 180 === 0 ? [widthPx, heightPx] : [heightPx, widthPx];
  const left = requireInteger('leftPx', leftPx, 0, Math.max(frame.widthPx - wide, 0));
  const top = requireInteger('topPx', topPx, 0, Math.max(frame.heightPx - high, 0));
  const bytes = requireLength('pixels', pixels, widthPx * heightPx * pixelBytes);
  const target = requireLength(
    'into',
    requireFixed('into', into),
    frame.widthPx * frame.heightPx * pixelBytes,
  );
  const place = [left, top, frame.widthPx, frame.heightPx] as const;
  addon().mountPixels(bytes, target, widthPx, heightPx, pixelBytes, rotate / 90, ...place);
}

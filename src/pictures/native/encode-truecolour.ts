/** Pixels of three bytes to a PNG, for displays that need no dithering. */
import { addon } from './addon.ts';
import { requireBytes, requireInteger, requireLength, requireOptions, requireSize } from './arguments.ts';
import { type Effort, readEffort, readMinBytes } from './encode-png.ts';

export interface EncodeTruecolourOptions {
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

/** What the kernel is told of a render spec. */
import type { RenderSpec } from '../../domain/render-spec.ts';
import type { DitherOptions } from '../native/dither.ts';

/** How to dither pixels as the rasterizer leaves them, with colours multiplied by alpha. */
export function ditherOptions(spec: RenderSpec): DitherOptions {
  const { widthPx, heightPx, palette, measured, ditherMeasured, algorithm, tuning } = spec;
  const options = { ...tuning, widthPx, heightPx, palette, algorithm, premultiplied: true };
  return ditherMeasured && measured !== null ? { ...options, measured, ditherMeasured } : options;
}

/** The inks of a panel, how pixels are dithered to them, and the colours that come out in one of them alone. */

import type { RenderSpec } from '../../domain/render-spec.ts';
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import { kernelConstants } from '../native/constants.ts';
import { type DitherOptions, dither } from '../native/dither.ts';

/** How to dither pixels as the rasterizer leaves them, with colours multiplied by alpha. */
export function ditherOptions(spec: RenderSpec): DitherOptions {
  const { widthPx, heightPx, palette, measured, ditherMeasured, algorithm, tuning } = spec;
  const options = { ...tuning, widthPx, heightPx, palette, algorithm, premultiplied: true };
  return ditherMeasured && measured !== null ? { ...options, measured, ditherMeasured } : options;
}

export interface PanelInks {
  /** The inks as sent to the panel, 0xRRGGBB. */
  readonly sent: ReadonlySet<number>;
  /** The index that every pixel of an area in this colour gets; null when dithering would mix inks. */
  readonly solid: (rgb: number) => number | null;
}

/** A household has few kinds of panels. */
const MAX_KEPT = 16;

const BLACK = 0x000000;
const WHITE = 0xffffff;

const kept = recentlyUsed<string, PanelInks>(MAX_KEPT);

/** The inks of a panel. They are kept, since each colour that is asked for is dithered once. */
export function panelInks(spec: RenderSpec): PanelInks {
  const { palette, measured, ditherMeasured, algorithm, tuning } = spec;
  const key = JSON.stringify([palette, ditherMeasured ? measured : null, algorithm, tuning]);
  const known = kept.get(key);
  if (known !== undefined) return known;
  const indices = new Map<number, number | null>();
  const inks: PanelInks = {
    sent: new Set(palette.map((ink) => Number.parseInt(ink.slice(1), 16))),
    solid: (rgb) => {
      // No other colour comes out in one ink, and finding out takes a dithering.
      if (!inks.sent.has(rgb) && rgb !== BLACK && rgb !== WHITE) return null;
      let index = indices.get(rgb);
      if (index === undefined) {
        index = solidIndex(rgb, spec);
        indices.set(rgb, index);
      }
      return index;
    },
  };
  kept.set(key, inks);
  return inks;
}

/** The index that all pixels of a colour get, whatever the noise adds; null when they differ. */
function solidIndex(rgb: number, spec: RenderSpec): number | null {
  const edgePx = kernelConstants().noisePeriodPx;
  const rgba = new Uint8Array(edgePx * edgePx * 4);
  for (let at = 0; at < rgba.length; at += 4) rgba.set([rgb >> 16, (rgb >> 8) & 255, rgb & 255, 255], at);
  const indices = dither(rgba, ditherOptions({ ...spec, widthPx: edgePx, heightPx: edgePx }));
  const [first = 0] = indices;
  return indices.every((index) => index === first) ? first : null;
}

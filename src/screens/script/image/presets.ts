/** Sets of options for pictures: unchanged, and for e-ink. */
import type { ImageOptions } from './image-request.ts';

/** Defaults, which leave the picture unchanged apart from its size. */
export const NEUTRAL: ImageOptions = {
  widthPx: null,
  heightPx: null,
  fit: 'cover',
  position: 'center',
  enlarge: true,
  background: '#ffffff',
  crop: null,
  exposure: 0,
  autoLevels: false,
  black: 0,
  white: 255,
  gamma: 1,
  contrast: 0,
  saturation: 1,
  grayscale: false,
  clarity: 0,
  sharpen: 0,
  format: null,
  quality: 90,
};

/** Preset `eink`: a panel with few inks and a matt surface needs more contrast, overall and in details. */
const EINK = { autoLevels: true, contrast: 0.1, clarity: 0.3, sharpen: 1 } as const;
const EINK_SATURATION = 1.3;

/** The preset for e-ink. @param hasColour  of the panel; without it the picture becomes grey */
export function inkPreset(hasColour: boolean): ImageOptions {
  return { ...NEUTRAL, ...EINK, ...(hasColour ? { saturation: EINK_SATURATION } : { grayscale: true }) };
}

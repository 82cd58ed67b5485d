/** What the bench judges: Stipple's algorithms and settings, each as a function from pictures to indices. */
import { DITHER_ALGORITHMS } from '../../../src/domain/algorithm.ts';
import type { Tuning } from '../../../src/domain/tuning.ts';
import { dither } from '../../../src/pictures/native/dither.ts';
import { median } from '../../trial.ts';
import { type Image, toRgba } from './image.ts';

export interface Dithered {
  /** An ink a pixel, for each picture. */
  readonly indices: readonly Uint8Array[];
  /** Milliseconds a picture, without starting programs, reading and writing. */
  readonly ms: number;
}

export interface Method {
  readonly name: string;
  /** Dither pictures of one size. */
  run(images: readonly Image[], palette: readonly string[]): Promise<Dithered>;
}

export interface Settings extends Tuning {
  readonly algorithm?: string;
  /** Dither towards these colours. */
  readonly measured?: readonly string[];
  /** Not 0 for continuous tone, where no pixel keeps its ink. */
  readonly tone?: Uint8Array;
}

/** Dither one picture with the public module. */
export function ditherImage(image: Image, palette: readonly string[], settings: Settings = {}): Uint8Array {
  const { widthPx, heightPx } = image;
  const measured = settings.measured === undefined ? {} : { ditherMeasured: true };
  return dither(toRgba(image), { widthPx, heightPx, palette, ...settings, ...measured });
}

/** Stipple with some settings. */
export function stipple(name: string, settings: Settings = {}): Method {
  return {
    name,
    run(images, palette) {
      const times: number[] = [];
      const indices = images.map((image) => {
        const start = performance.now();
        const dithered = ditherImage(image, palette, settings);
        times.push(performance.now() - start);
        return dithered;
      });
      return Promise.resolve({ indices, ms: median(times) });
    },
  };
}

/** The method for a screen that asks for nothing. */
export const DEFAULT_METHOD: Method = stipple('Stipple, default (floyd-steinberg)');

/** All algorithms, the default first. */
export const STIPPLE_METHODS: readonly Method[] = [
  DEFAULT_METHOD,
  ...DITHER_ALGORITHMS.slice(1).map((algorithm) => stipple(algorithm, { algorithm })),
];

/** The default with one of its numbers changed, for greys and for colours. */
export const GREY_SETTINGS: readonly Method[] = [
  stipple('noise_scale 0', { noiseScale: 0 }),
  stipple('noise_scale 0.5', { noiseScale: 0.5 }),
  stipple('noise_scale 2', { noiseScale: 2 }),
  stipple('strength 0.8', { strength: 0.8 }),
  stipple('max_error 0.1', { maxError: 0.1 }),
];
export const COLOUR_SETTINGS: readonly Method[] = [
  stipple('noise_scale 0', { noiseScale: 0 }),
  stipple('strength 0.8', { strength: 0.8 }),
  stipple('max_error 0.3', { maxError: 0.3 }),
  stipple('chroma_clamp 0.1', { chromaClamp: 0.1 }),
];

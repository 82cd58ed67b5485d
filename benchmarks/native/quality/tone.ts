/** Tone: whether flats and ramps come out as light as they went in. */

/** Size of the flats whose mean is taken; the first rows, where the diffusion settles, are left out. */
export const TONE_WIDTH = 128;
export const TONE_HEIGHT = 144;
const SETTLING_ROWS = 16;

/** Mean level of one dithered flat, TONE_WIDTH x TONE_HEIGHT values in code values. */
export function flatMean(values: ArrayLike<number>): number {
  let sum = 0;
  const first = SETTLING_ROWS * TONE_WIDTH;
  for (let i = first; i < TONE_WIDTH * TONE_HEIGHT; i++) sum += values[i] as number;
  return sum / (TONE_WIDTH * TONE_HEIGHT - first);
}

export interface ToneError {
  /** Greatest difference of means, and root of the mean squared one, in code values. */
  readonly max: number;
  readonly rms: number;
}

/** How far measured tones are from the wanted ones. */
export function toneError(measured: readonly number[], wanted: readonly number[]): ToneError {
  const errors = measured.map((value, i) => Math.abs(value - (wanted[i] as number)));
  return {
    max: Math.max(...errors),
    rms: Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length),
  };
}

/** Means over whole square blocks of a picture, row by row; partial blocks at the right and bottom are left out. */
export function blockMeans(
  values: ArrayLike<number>,
  widthPx: number,
  heightPx: number,
  block: number,
): number[] {
  const means: number[] = [];
  for (let top = 0; top + block <= heightPx; top += block) {
    for (let left = 0; left + block <= widthPx; left += block) {
      let sum = 0;
      for (let i = 0; i < block * block; i++) {
        sum += values[(top + Math.floor(i / block)) * widthPx + left + (i % block)] as number;
      }
      means.push(sum / (block * block));
    }
  }
  return means;
}

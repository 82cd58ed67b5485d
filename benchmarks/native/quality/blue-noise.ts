/** How the dots of a flat tone lie: low-frequency noise, texture peaks, direction (Ulichney, "Dithering with blue noise", 1988). */
import { complexPlane, fft2d } from './fft.ts';

/** Blocks of a flat that are transformed. */
const BLOCK = 64;
/** Blocks overlap by half, as their windows fade. */
const HOP = BLOCK / 2;
/** Size of the flats that are judged; the first rows, where the diffusion settles, are left out. */
export const FLAT_WIDTH = 256;
export const FLAT_HEIGHT = 288;
export const SETTLING_ROWS = 32;
/** Below this frequency (cycles a pixel) a block's window shows. */
const LOWEST = 1.5 / BLOCK;

export interface BlueNoise {
  /** Mean power below the principal frequency, white noise is 1. */
  readonly lowFrequency: number;
  /** The greatest power over the mean, dB: high where a texture locks in. */
  readonly peakDb: number;
  /** Variance of power within rings of one frequency, dB; about -10 is no direction at this number of blocks. */
  readonly anisotropyDb: number;
}

/**
 * Judge the texture of one flat tone.
 * @param levels    FLAT_WIDTH x FLAT_HEIGHT output levels, row-major
 * @param minority  share of pixels of the rarer of the two levels, 0..0.5
 */
export function blueNoise(levels: ArrayLike<number>, minority: number): BlueNoise {
  const power = meanPower(levels);
  const rings = new Map<number, number[]>();
  let sum = 0;
  let greatest = 0;
  let count = 0;
  let lowSum = 0;
  let lowCount = 0;
  const principal = Math.sqrt(minority);
  for (let y = 0; y < BLOCK; y++) {
    for (let x = 0; x < BLOCK; x++) {
      const frequency = Math.hypot(Math.min(x, BLOCK - x), Math.min(y, BLOCK - y)) / BLOCK;
      if (frequency <= LOWEST) continue;
      const value = power[y * BLOCK + x] as number;
      sum += value;
      count++;
      greatest = Math.max(greatest, value);
      if (frequency < principal / 2) {
        lowSum += value;
        lowCount++;
      }
      const ring = Math.round(frequency * BLOCK);
      if (frequency <= 0.5) rings.set(ring, [...(rings.get(ring) ?? []), value]);
    }
  }
  const mean = sum / count;
  return {
    lowFrequency: lowCount === 0 ? Number.NaN : lowSum / lowCount / mean,
    peakDb: decibels(greatest / mean),
    anisotropyDb: decibels(anisotropy([...rings.values()])),
  };
}

/** Mean power spectrum over the blocks, each less its mean and under a Hann window. */
function meanPower(levels: ArrayLike<number>): Float64Array {
  const power = new Float64Array(BLOCK * BLOCK);
  const window = Float64Array.from(
    { length: BLOCK },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / BLOCK),
  );
  for (let top = SETTLING_ROWS; top + BLOCK <= FLAT_HEIGHT; top += HOP) {
    for (let left = 0; left + BLOCK <= FLAT_WIDTH; left += HOP) {
      const plane = complexPlane(BLOCK, BLOCK);
      let mean = 0;
      for (let i = 0; i < BLOCK * BLOCK; i++) mean += blockLevel(levels, left, top, i) / (BLOCK * BLOCK);
      for (let i = 0; i < BLOCK * BLOCK; i++) {
        const weight = (window[i % BLOCK] as number) * (window[Math.floor(i / BLOCK)] as number);
        plane.re[i] = (blockLevel(levels, left, top, i) - mean) * weight;
      }
      fft2d(plane);
      for (let i = 0; i < power.length; i++) {
        power[i] = (power[i] as number) + (plane.re[i] as number) ** 2 + (plane.im[i] as number) ** 2;
      }
    }
  }
  return power;
}

function blockLevel(levels: ArrayLike<number>, left: number, top: number, i: number): number {
  return levels[(top + Math.floor(i / BLOCK)) * FLAT_WIDTH + left + (i % BLOCK)] as number;
}

/** Variance over squared mean within each ring, weighted by the ring's power. */
function anisotropy(rings: readonly (readonly number[])[]): number {
  let weighted = 0;
  let total = 0;
  for (const ring of rings) {
    if (ring.length < 4) continue;
    const mean = ring.reduce((sum, value) => sum + value, 0) / ring.length;
    if (mean === 0) continue;
    const variance = ring.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (ring.length - 1);
    const power = mean * ring.length;
    weighted += power * (variance / (mean * mean));
    total += power;
  }
  return total === 0 ? 0 : weighted / total;
}

function decibels(ratio: number): number {
  return 10 * Math.log10(ratio);
}

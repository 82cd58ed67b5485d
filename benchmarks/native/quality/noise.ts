/** Smooth noise with a seed, for pictures that look natural. */
import { randomSource } from './image.ts';

/** Noise in 0..1 that changes over about one unit, and repeats after 256. */
export function valueNoise(seed: number): (x: number, y: number) => number {
  const random = randomSource(seed);
  const lattice = Float64Array.from({ length: 256 * 256 }, random);
  const smooth = (t: number): number => t * t * (3 - 2 * t);
  return (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const fx = smooth(x - left);
    const fy = smooth(y - top);
    const value = (dx: number, dy: number): number =>
      lattice[((top + dy) & 255) * 256 + ((left + dx) & 255)] as number;
    const upper = value(0, 0) * (1 - fx) + value(1, 0) * fx;
    const lower = value(0, 1) * (1 - fx) + value(1, 1) * fx;
    return upper * (1 - fy) + lower * fy;
  };
}

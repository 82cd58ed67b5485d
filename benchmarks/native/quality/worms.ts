/** Worms: whether the rarer dots of a flat stand apart or string together. */
import { FLAT_HEIGHT, FLAT_WIDTH, SETTLING_ROWS } from './blue-noise.ts';
import { at } from './fft.ts';

export interface Worms {
  /** Mean distance of a dot to its nearest neighbour, over that of a square of its share: 1.07 a honeycomb, 0.5 chance. */
  readonly spacing: number;
  /** Standard deviation over mean of those distances. */
  readonly variation: number;
}

/** Fewer dots than this are not judged. */
const FEWEST = 100;

/** Dots in square cells, so that a dot's neighbours are found in the nine cells around it. */
interface Cells {
  readonly size: number;
  readonly columns: number;
  /** Coordinates, x and y in turn, cell by cell. */
  readonly dots: ReadonlyMap<number, readonly number[]>;
}

/**
 * Judge how evenly the rarer level of a flat is spread.
 * @param levels         FLAT_WIDTH x FLAT_HEIGHT values; the rows where the diffusion settles are left out
 * @param minorityLevel  the value whose pixels are the dots
 * @returns              null where there are too few dots
 */
export function worms(levels: ArrayLike<number>, minorityLevel: number): Worms | null {
  const dots: number[] = [];
  for (let y = SETTLING_ROWS; y < FLAT_HEIGHT; y++) {
    for (let x = 0; x < FLAT_WIDTH; x++) {
      if (at(levels, y * FLAT_WIDTH + x) === minorityLevel) dots.push(x, y);
    }
  }
  const count = dots.length / 2;
  if (count < FEWEST) return null;
  const density = count / (FLAT_WIDTH * (FLAT_HEIGHT - SETTLING_ROWS));
  const cells = intoCells(dots, Math.ceil(2 / Math.sqrt(density)));
  const distances: number[] = [];
  for (let i = 0; i < dots.length; i += 2) {
    const squared = nearestSquared(cells, at(dots, i), at(dots, i + 1));
    if (Number.isFinite(squared)) distances.push(Math.sqrt(squared));
  }
  const mean = distances.reduce((sum, value) => sum + value, 0) / distances.length;
  const variance = distances.reduce((sum, value) => sum + (value - mean) ** 2, 0) / distances.length;
  return { spacing: mean * Math.sqrt(density), variation: Math.sqrt(variance) / mean };
}

function intoCells(dots: readonly number[], size: number): Cells {
  const columns = Math.ceil(FLAT_WIDTH / size) + 2;
  const cells = new Map<number, number[]>();
  for (let i = 0; i < dots.length; i += 2) {
    const place = cellOf(size, columns, at(dots, i), at(dots, i + 1));
    const cell = cells.get(place);
    if (cell === undefined) cells.set(place, [at(dots, i), at(dots, i + 1)]);
    else cell.push(at(dots, i), at(dots, i + 1));
  }
  return { size, columns, dots: cells };
}

function cellOf(size: number, columns: number, x: number, y: number): number {
  return Math.floor(y / size) * columns + Math.floor(x / size) + 1;
}

function nearestSquared({ size, columns, dots }: Cells, x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY;
  const home = cellOf(size, columns, x, y);
  for (const row of [home - columns, home, home + columns]) {
    for (let place = row - 1; place <= row + 1; place++) {
      const cell = dots.get(place) ?? [];
      for (let i = 0; i < cell.length; i += 2) {
        const dx = at(cell, i) - x;
        const dy = at(cell, i + 1) - y;
        if (dx !== 0 || dy !== 0) least = Math.min(least, dx * dx + dy * dy);
      }
    }
  }
  return least;
}

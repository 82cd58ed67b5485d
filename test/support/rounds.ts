/**
 * How much is generated. Most generators draw new seeds in each run, so many short runs find what a long one does: a usual
 * run makes a third of the cases, `npm run test:long` all of them.
 */
import { randomNumbers } from './random.ts';

const IS_LONG = process.env['ROUNDS'] === 'all';

/** So many rounds, of `all` in a long run. @param part a usual run makes the n-th part: up to a tenth of what costs much */
export function rounds(all: number, part: number = 3): number {
  return IS_LONG ? all : Math.ceil(all / part);
}

/** All of a list in a long run, else a third or another part of it, another one with each seed. */
export function someOf<T>(list: readonly T[], part: number = 3): readonly T[] {
  if (IS_LONG) return list;
  const random = randomNumbers(Number(process.env['STIPPLE_SEED'] ?? Date.now() % 1_000_000));
  const mixed = list.map((item) => ({ item, order: random(2 ** 32) })).sort((a, b) => a.order - b.order);
  return mixed.slice(0, Math.ceil(list.length / part)).map(({ item }) => item);
}

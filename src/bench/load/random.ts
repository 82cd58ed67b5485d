/** Random numbers that a seed determines, so that two runs send the same calls. */

export type Random = () => number;

/** Spreads small seeds over all bits (Knuth: the golden ratio times 2^32). */
const GOLDEN = 0x9e3779b9;
/** The first numbers of similar seeds are similar. */
const SKIPPED = 16;

/**
 * A source of numbers from 0 up to but not including 1.
 * Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (14), 2003.
 */
export function seededRandom(seed: number): Random {
  // The generator stays at 0 for ever.
  let state = Math.imul(seed + 1, GOLDEN) | 0 || GOLDEN;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let skipped = 0; skipped < SKIPPED; skipped += 1) next();
  return next;
}

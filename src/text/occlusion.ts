/** Finds the texts that nothing is painted over. */
import { type Box, meets } from '../svg/values/box.ts';

/** A text that the engine could draw, by its position in the paint order. */
export interface Candidate {
  readonly place: number;
  /** Device pixels. */
  readonly box: Box;
}

/** Comparisons of boxes; once they are used up, all other texts count as covered. No real screen comes near. */
const MAX_COMPARISONS = 4_000_000;

/**
 * Separate the candidates that can be painted last, since nothing lies above them, from those that are covered.
 * @param boxes  what everything else paints, by its position in the paint order: a box, null for an unknown place,
 *               undefined for nothing
 */
export function splitByOcclusion(
  candidates: readonly Candidate[],
  boxes: readonly (Box | null | undefined)[],
): { readonly free: readonly Candidate[]; readonly covered: readonly Candidate[] } {
  const free: Candidate[] = [];
  const covered: Candidate[] = [];
  const above: Box[] = [];
  let everywhere = false;
  let comparisons = 0;
  let next = boxes.length - 1;
  // From the top down: whether each text above one is covered, and so stays in its place, is then known.
  for (const candidate of [...candidates].sort((a, b) => b.place - a.place)) {
    for (; next > candidate.place; next -= 1) {
      const box = boxes[next];
      if (box === null) everywhere = true;
      else if (box !== undefined) above.push(box);
    }
    comparisons += above.length;
    const isFree =
      !everywhere && comparisons <= MAX_COMPARISONS && !above.some((box) => meets(box, candidate.box));
    if (isFree) free.push(candidate);
    else {
      covered.push(candidate);
      above.push(candidate.box);
    }
  }
  return { free: free.reverse(), covered };
}

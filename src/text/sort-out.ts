/** Which texts nothing is painted over. */
import { type Box, meets } from '../svg/values/box.ts';

/** A text that may be lifted out, by its place in the paint order. */
export interface Candidate {
  readonly place: number;
  /** Device pixels. */
  readonly box: Box;
}

/** Comparisons of boxes beyond which the rest of the texts stays. No screen for people comes near. */
const MAX_COMPARISONS = 4_000_000;

/**
 * Which candidates can be painted after everything else without covering what was above them.
 * @param boxes  of everything that stays, by its place in the paint order: a box, null for everywhere, undefined for
 *               nothing
 * @returns the candidates that can be lifted, and those that cannot
 */
export function sortOut(
  candidates: readonly Candidate[],
  boxes: readonly (Box | null | undefined)[],
): { readonly lifted: readonly Candidate[]; readonly covered: readonly Candidate[] } {
  const lifted: Candidate[] = [];
  const covered: Candidate[] = [];
  const above: Box[] = [];
  let everywhere = false;
  let comparisons = 0;
  let next = boxes.length - 1;
  // From the top: what lies above a text is then known to stay or to be lifted.
  for (const candidate of [...candidates].sort((a, b) => b.place - a.place)) {
    for (; next > candidate.place; next -= 1) {
      const box = boxes[next];
      if (box === null) everywhere = true;
      else if (box !== undefined) above.push(box);
    }
    comparisons += above.length;
    const free =
      !everywhere && comparisons <= MAX_COMPARISONS && !above.some((box) => meets(box, candidate.box));
    if (free) lifted.push(candidate);
    else {
      covered.push(candidate);
      above.push(candidate.box);
    }
  }
  return { lifted: lifted.reverse(), covered };
}

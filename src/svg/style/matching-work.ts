/** Counts the work of matching CSS selectors: a few rules with `~` or `nth-child` can look at everything for everyone. */

/** Elements looked at. Honest style sheets need some ten for each element; this takes about a quarter of a second. */
const MAX_STEPS = 2_000_000;

let steps = 0;

/** Thrown when matching looks at too many elements. */
export class MatchingTooLong extends Error {}

/** Start to count anew. */
export function beginMatching(): void {
  steps = 0;
}

/** Note that elements are looked at. @throws {MatchingTooLong} beyond the limit */
export function noteMatching(elements: number): void {
  steps += elements;
  if (steps > MAX_STEPS) throw new MatchingTooLong('the selectors look at too many elements');
}

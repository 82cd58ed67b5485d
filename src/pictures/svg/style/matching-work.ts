/** Counts the work of matching CSS selectors: a few with `~` or `nth-child` can visit all elements for each element. */

/** Visits of elements. Usual style sheets need about ten for each element; these take about a quarter of a second. */
const MAX_STEPS = 2_000_000;

let steps = 0;

/** Thrown when matching visits too many elements. */
export class MatchingTooLong extends Error {}

/** Start counting from zero. */
export function beginMatching(): void {
  steps = 0;
}

/** Count visits of elements. @throws {MatchingTooLong} beyond the limit */
export function noteMatching(elements: number): void {
  steps += elements;
  if (steps > MAX_STEPS) throw new MatchingTooLong('the selectors look at too many elements');
}

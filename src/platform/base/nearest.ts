/** Finds the word that somebody probably meant, for messages about misspelt names. */

/** Longer words are not compared: the cost grows with both lengths, and nobody misspells such a word by one letter. */
const MAX_LENGTH = 64;
/**
 * Letters that may be compared with letters for one report: some milliseconds. Others write both the words and the
 * candidates, thousands of them, and a hint is not worth the time of everybody.
 */
const MAX_COMPARED = 1_000_000;
/** Characters of a candidate that is only looked at. */
const LOOK = 16;

/** In words this short, one edit changes nearly everything. */
const SHORT = 2;

/** What may still be compared for one report. Whoever asks for many words has one of these for all of them. */
export class Comparisons {
  #left: number;

  constructor(most: number = MAX_COMPARED) {
    this.#left = most;
  }

  /** True when nothing more is compared: there are no hints any more. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** What is left. */
  get left(): number {
    return Math.max(0, this.#left);
  }

  /** @returns false when nothing is left */
  take(compared: number): boolean {
    this.#left -= compared;
    return this.#left > 0;
  }
}

/**
 * The candidate with the fewest edits from a word, ignoring case; else the only candidate that begins with the word
 * (for words of one or two letters in the opposite order). Null when none is close, and when so much has been compared
 * that it would take too long. The first of several equals wins.
 */
export function nearest(
  word: string,
  candidates: Iterable<string>,
  comparisons: Comparisons = new Comparisons(),
): string | null {
  if (word.length > MAX_LENGTH || comparisons.isSpent) return null;
  const comparable: string[] = [];
  for (const candidate of candidates) {
    if (!comparisons.take(LOOK)) return null;
    if (candidate.length <= MAX_LENGTH) comparable.push(candidate);
  }
  const begun = comparable.filter((candidate) => isBegun(word, candidate));
  const completed = begun.length === 1 ? (begun[0] ?? null) : null;
  const corrected = fewestEdits(word, comparable, comparisons);
  return word.length <= SHORT ? (completed ?? corrected) : (corrected ?? completed);
}

/** Null also when the budget ends before all are compared: the rest could be closer. */
function fewestEdits(word: string, candidates: readonly string[], comparisons: Comparisons): string | null {
  let best: string | null = null;
  let bestEdits = 1 + Math.max(1, Math.round(word.length / 3));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestEdits) continue;
    if (!comparisons.take(word.length * candidate.length)) return null;
    const edits = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (edits < bestEdits) {
      best = candidate;
      bestEdits = edits;
    }
  }
  return best;
}

/** True for the beginning of a longer word: `w` for `width`. */
function isBegun(word: string, candidate: string): boolean {
  return (
    word !== '' && candidate.length > word.length && candidate.toLowerCase().startsWith(word.toLowerCase())
  );
}

/** `; did you mean x?` for the end of a message; empty when no candidate is close. */
export function didYouMean(word: string, candidates: Iterable<string>, comparisons?: Comparisons): string {
  const meant = nearest(word, candidates, comparisons);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** The last three rows of the comparison, reused. */
let rows: readonly [Uint8Array, Uint8Array, Uint8Array] = [row(), row(), row()];

function row(): Uint8Array {
  return new Uint8Array(MAX_LENGTH + 1);
}

/** Insertions, deletions, replacements, and swaps of two letters beside each other (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let [before, above, current] = rows;
  for (let column = 0; column <= b.length; column++) above[column] = column;
  for (let n = 1; n <= a.length; n++) {
    current[0] = n;
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(n - 1) === b.charCodeAt(column - 1);
      let edits = (above[column - 1] ?? 0) + (isSame ? 0 : 1);
      if (isSwap(a, n, b, column)) edits = Math.min(edits, (before[column - 2] ?? 0) + 1);
      current[column] = Math.min(edits, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
    }
    [before, above, current] = [above, current, before];
  }
  rows = [before, above, current];
  return above[b.length] ?? 0;
}

/** True where the two letters before these places are the same, in the opposite order. */
function isSwap(a: string, n: number, b: string, column: number): boolean {
  if (n < 2 || column < 2 || a.charCodeAt(n - 1) !== b.charCodeAt(column - 2)) return false;
  return a.charCodeAt(n - 2) === b.charCodeAt(column - 1);
}

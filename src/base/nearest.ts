/** Finds the word that somebody probably meant, for messages about misspelt names. */

/** Longer words are not compared: the cost grows with both lengths, and nobody misspells such a word by one letter. */
const MAX_LENGTH = 64;
/** In words this short, one edit changes nearly everything. */
const SHORT = 2;

/**
 * The candidate with the fewest edits from a word, ignoring case; else the only candidate that begins with the word
 * (for words of one or two letters in the opposite order). Null when none is close. The first of several equals wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  if (word.length > MAX_LENGTH) return null;
  const comparable = [...candidates].filter((candidate) => candidate.length <= MAX_LENGTH);
  const begun = comparable.filter((candidate) => isBegun(word, candidate));
  const completed = begun.length === 1 ? (begun[0] ?? null) : null;
  const corrected = fewestEdits(word, comparable);
  return word.length <= SHORT ? (completed ?? corrected) : (corrected ?? completed);
}

function fewestEdits(word: string, candidates: readonly string[]): string | null {
  let best: string | null = null;
  let bestEdits = 1 + Math.max(1, Math.round(word.length / 3));
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - word.length) >= bestEdits) continue;
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
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const meant = nearest(word, candidates);
  return meant === null ? '' : `; did you mean ${meant}?`;
}

/** Insertions, deletions, replacements, and swaps of two letters beside each other (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? (before[column - 2] ?? 0) + 1 : replaced;
      current.push(Math.min(replaced, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    before = above;
    above = current;
  }
  return above[b.length] ?? 0;
}

/** Where two texts differ, for a look at both. */

export interface DifferenceLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly differs: boolean;
}

/** The same lines around a difference, so that its place is known. */
const AROUND = 3;
/** More lines are not read by anybody. */
const MOST_LINES = 400;

/** The part of two texts between the lines that both begin and end with. */
export function differenceOf(
  one: string,
  other: string,
): { readonly one: readonly DifferenceLine[]; readonly other: readonly DifferenceLine[] } {
  const [lines, others] = [one.split('\n'), other.split('\n')];
  const shorter = Math.min(lines.length, others.length);
  let start = 0;
  while (start < shorter && lines[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && lines.at(-1 - end) === others.at(-1 - end)) end += 1;
  const cut = (all: readonly string[]): readonly DifferenceLine[] => {
    const from = Math.max(start - AROUND, 0);
    const last = all.length - end;
    return all.slice(from, Math.min(last + AROUND, from + MOST_LINES)).map((text, index) => ({
      number: from + index + 1,
      text,
      differs: from + index >= start && from + index < last,
    }));
  };
  return { one: cut(lines), other: cut(others) };
}

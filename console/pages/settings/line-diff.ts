/**
 * What differs between two texts, by lines (Myers, "An O(ND) Difference Algorithm"). `@codemirror/merge` compares by
 * characters and shows an editor; here it is a table, which can be read aloud and printed, without loading the editor.
 */

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
  /** Its number in the text before, from 1; null for an added line. */
  readonly before: number | null;
  /** Its number in the text after; null for a removed line. */
  readonly after: number | null;
}

type Kind = DiffLine['kind'];

/**
 * Steps looked for at most: time and memory grow with their square (16 MiB). Of texts that differ in more lines, all
 * between the first and the last difference counts as exchanged.
 */
const MOST_EDITS = 2_000;

/** The lines of both texts in one order. */
export function diffLines(before: string, after: string, mostEdits = MOST_EDITS): readonly DiffLine[] {
  const [old, own] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(old.length, own.length);
  let start = 0;
  while (start < shorter && old[start] === own[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === own[own.length - 1 - end]) end += 1;
  const [a, b] = [old.slice(start, old.length - end), own.slice(start, own.length - end)];
  const kinds = shortestEdit(a, b, mostEdits) ?? [
    ...a.map((): Kind => 'removed'),
    ...b.map((): Kind => 'added'),
  ];
  const same = (count: number): Kind[] => new Array<Kind>(count).fill('same');
  return numbered([...same(start), ...kinds, ...same(end)], old, own);
}

/** Differences, each with a few lines around it; those that touch are one. */
export function hunksOf(lines: readonly DiffLine[], context = 3): readonly (readonly DiffLine[])[] {
  const hunks: DiffLine[][] = [];
  let shownTo = -1;
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const from = Math.max(index - context, shownTo, 0);
    const to = Math.min(index + context + 1, lines.length);
    if (hunks.length === 0 || index - context > shownTo) hunks.push([]);
    hunks.at(-1)?.push(...lines.slice(from, to));
    shownTo = to;
  }
  return hunks;
}

function numbered(
  kinds: readonly Kind[],
  before: readonly string[],
  after: readonly string[],
): readonly DiffLine[] {
  let [x, y] = [0, 0];
  return kinds.map((kind) => {
    const text = (kind === 'added' ? after[y] : before[x]) ?? '';
    if (kind !== 'added') x += 1;
    if (kind !== 'removed') y += 1;
    return { kind, text, before: kind === 'added' ? null : x, after: kind === 'removed' ? null : y };
  });
}

/** Null where it takes more steps than may be. */
function shortestEdit(
  before: readonly string[],
  after: readonly string[],
  mostEdits: number,
): readonly Kind[] | null {
  const most = Math.min(before.length + after.length, mostEdits);
  // How far down each diagonal one gets, for the diagonals from -(most + 1).
  const reach = new Int32Array(2 * most + 3);
  const middle = most + 1;
  const trace: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits += 1) {
    trace.push(reach.slice(middle - edits - 1, middle + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal;
      let x = isDown(reach, at, diagonal, edits) ? (reach[at + 1] ?? 0) : (reach[at - 1] ?? 0) + 1;
      x = alongSame(before, after, x, diagonal);
      reach[at] = x;
      if (x >= before.length && x - diagonal >= after.length) return wayBack(trace, before, after);
    }
  }
  return null;
}

/** How far down one gets on a diagonal over lines that are the same. */
function alongSame(
  before: readonly string[],
  after: readonly string[],
  from: number,
  diagonal: number,
): number {
  let x = from;
  while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1;
  return x;
}

/** Whether the way to a diagonal adds a line; else it removes one. */
function isDown(reach: Int32Array, at: number, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true;
  return diagonal !== edits && (reach[at - 1] ?? 0) < (reach[at + 1] ?? 0);
}

function wayBack(
  trace: readonly Int32Array[],
  before: readonly string[],
  after: readonly string[],
): readonly Kind[] {
  const kinds: Kind[] = [];
  let [x, y] = [before.length, after.length];
  for (let edits = trace.length - 1; edits > 0; edits -= 1) {
    const reach = trace[edits] ?? new Int32Array();
    const diagonal = x - y;
    const at = diagonal + edits + 1;
    const isAdded = isDown(reach, at, diagonal, edits);
    const fromX = reach[isAdded ? at + 1 : at - 1] ?? 0;
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1);
    for (; x > fromX && y > fromY; x -= 1, y -= 1) kinds.push('same');
    kinds.push(isAdded ? 'added' : 'removed');
    [x, y] = [fromX, fromY];
  }
  for (; x > 0; x -= 1) kinds.push('same');
  return kinds.reverse();
}

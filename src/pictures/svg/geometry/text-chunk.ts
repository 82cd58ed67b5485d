/** Where a chunk of a text reaches: the letters between two absolute positions, which are anchored together (SVG 2 §11.1). */
import type { Anchor } from '../style/text-style.ts';

/** From the smallest to the largest value. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export class TextChunk {
  /** The length of the letters, with what may stand between them. */
  length = 0;
  /** How far single letters may be moved to the left, and to the right, all added up. */
  left = 0;
  right = 0;
  readonly anchors = new Set<Anchor>();
  /** Where it begins. */
  readonly x: Range;
  /** Its lines: relative positions begin others. */
  lines: Range;

  constructor(x: Range, line: Range) {
    this.x = x;
    this.lines = line;
  }

  /** From its first to its last letter, whichever of its anchors counts. */
  get reach(): Range {
    const length = this.length + this.right;
    let [before, after] = [0, 0];
    if (this.anchors.has('start') || this.anchors.size === 0) after = length;
    if (this.anchors.has('middle')) [before, after] = [length / 2, Math.max(after, length / 2 + this.right)];
    if (this.anchors.has('end')) [before, after] = [length, Math.max(after, this.right)];
    return { from: this.x.from - before - this.left, to: this.x.to + after + this.left };
  }
}

/** Move a range by the steps of a list, of which any number may be taken. */
export function moved({ from, to }: Range, steps: readonly number[]): Range {
  let [low, high, sum] = [0, 0, 0];
  for (const step of steps) {
    sum += step;
    low = Math.min(low, sum);
    high = Math.max(high, sum);
  }
  return { from: from + low, to: to + high };
}

/** The range of both. */
export function joinRanges(a: Range, b: Range): Range {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) };
}

/** The range of some numbers. */
export function rangeOf(numbers: readonly number[]): Range {
  let [from, to] = [Infinity, -Infinity];
  for (const number of numbers) {
    from = Math.min(from, number);
    to = Math.max(to, number);
  }
  return { from, to };
}

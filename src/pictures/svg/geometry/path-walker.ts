/** Reads path data segment by segment. */
import { ellipseBox } from '../values/arc.ts';
import { type Box, Hull } from '../values/box.ts';
import { readPathNumbers } from './path-numbers.ts';

export interface PathSize {
  readonly box: Box;
  /** Length of the outline upwards and downwards, which is the work of a scan-line rasterizer. */
  readonly outlineHeight: number;
  /** Length of the outline along the axes, which is never less than its true length. */
  readonly length: number;
  /** Number of segments, for markers; an arc counts as the curves that it is drawn with. */
  readonly points: number;
  /** Number of straight lines; a curve counts as its control polygon. */
  readonly edges: number;
  /** Number of turns from left to right or back: between two turns the outline cannot cross itself. */
  readonly turns: number;
}

/** How many numbers each path command takes. */
const ARGUMENTS: Readonly<Record<string, number>> = {
  m: 2,
  l: 2,
  h: 1,
  v: 1,
  c: 6,
  s: 4,
  q: 4,
  t: 2,
  a: 7,
  z: 0,
};
/** Smooth curves, and the kind of curve that they continue. */
const SMOOTH: Readonly<Record<string, 'c' | 'q'>> = { s: 'c', t: 'q' };
/** Curves that an arc is drawn as. */
const MAX_ARC_CURVES = 5;
const COMMAND = /([a-z])([^a-df-z]*)/gi;

/** Is called for each line. */
type OnEdge = (fromX: number, fromY: number, toX: number, toY: number) => void;

interface SegmentObserver {
  /** Is called for the ellipse of each arc. */
  readonly onEllipse: (box: Box) => void;
  /** Is called at the end of each segment. */
  readonly onEnd: () => void;
}

/** The arguments of one segment: a part of all numbers behind a command. */
interface Arguments {
  readonly numbers: readonly number[];
  readonly at: number;
  readonly end: number;
}

/** Walks along path data, and measures them on the way. */
export class PathWalker {
  readonly #hull = new Hull();
  #x = 0;
  #y = 0;
  /** The start of the current subpath. */
  #startX = 0;
  #startY = 0;
  #outlineHeight = 0;
  #length = 0;
  #points = 0;
  #edges = 0;
  #turns = 0;
  #isRight = true;
  /** The last control point of the previous curve, which a smooth curve reflects; and the kind of that curve. */
  #controlX = 0;
  #controlY = 0;
  #curve: 'c' | 'q' | null = null;
  readonly #onEdge: OnEdge | null;
  readonly #segments: SegmentObserver | null;

  /** @param onEdge  with it alone, the ellipses of arcs are left out: the size is known already, and they take time */
  constructor(onEdge: OnEdge | null = null, segments: SegmentObserver | null = null) {
    this.#onEdge = onEdge;
    this.#segments = segments;
  }

  get size(): PathSize | null {
    if (this.#points === 0) return null;
    return {
      box: this.#hull.box,
      outlineHeight: this.#outlineHeight,
      length: this.#length,
      points: this.#points,
      edges: this.#edges,
      turns: this.#turns,
    };
  }

  /** Walk along path data: one command letter, then its numbers; an error ends the path, as in resvg. */
  walk(d: string): void {
    for (const [, command = '', numbers = ''] of d.matchAll(COMMAND)) {
      if (!this.#take(command, readPathNumbers(command, numbers))) break;
    }
  }

  #take(command: string, numbers: readonly number[]): boolean {
    const kind = command.toLowerCase();
    const count = ARGUMENTS[kind];
    if (count === undefined) return false;
    if (kind === 'z') {
      this.#points += 1;
      this.#curve = null;
      this.#to(this.#startX, this.#startY);
      this.#segments?.onEnd();
    }
    const relative = command === kind;
    for (let at = 0; count > 0 && at + count <= numbers.length; at += count) {
      if (kind === 'm' && at === 0) this.#begin(relative, numbers);
      else this.#segment(kind, relative, { numbers, at, end: at + count });
      this.#segments?.onEnd();
    }
    return true;
  }

  /** Begin a subpath. The one before is closed, as filling does. */
  #begin(relative: boolean, [x = 0, y = 0]: readonly number[]): void {
    const fromX = this.#x;
    const fromY = this.#y;
    if (this.#points > 0) this.#to(this.#startX, this.#startY);
    this.#points += 1;
    this.#curve = null;
    this.#x = relative ? fromX + x : x;
    this.#y = relative ? fromY + y : y;
    this.#startX = this.#x;
    this.#startY = this.#y;
    this.#hull.add(this.#x, this.#y);
  }

  #segment(kind: string, relative: boolean, args: Arguments): void {
    const baseX = relative ? this.#x : 0;
    const baseY = relative ? this.#y : 0;
    this.#points += 1;
    const smooth = SMOOTH[kind];
    if (smooth !== undefined) this.#toReflected(smooth);
    else if (kind !== 'c' && kind !== 'q') this.#curve = null;
    const first = args.numbers[args.at] ?? 0;
    if (kind === 'h') this.#to(baseX + first, this.#y);
    else if (kind === 'v') this.#to(this.#x, baseY + first);
    else if (kind === 'a') this.#arc(args, baseX, baseY);
    else this.#lines(kind, args, baseX, baseY);
  }

  /** A line, or the control polygon of a curve. */
  #lines(kind: string, { numbers, at, end }: Arguments, baseX: number, baseY: number): void {
    for (let i = at; i + 1 < end; i += 2) {
      const x = baseX + (numbers[i] ?? 0);
      const y = baseY + (numbers[i + 1] ?? 0);
      if (i + 4 === end) this.#control(kind, x, y);
      this.#to(x, y);
    }
  }

  #arc(args: Arguments, baseX: number, baseY: number): void {
    const { numbers, at } = args;
    const [rx, ry] = [numbers[at] ?? 0, numbers[at + 1] ?? 0];
    const [toX, toY] = [baseX + (numbers[at + 5] ?? 0), baseY + (numbers[at + 6] ?? 0)];
    this.#points += MAX_ARC_CURVES - 1;
    if (this.#onEdge === null || this.#segments !== null) this.#addEllipse(args, toX, toY);
    this.#outlineHeight += 4 * Math.abs(ry);
    this.#length += 4 * (Math.abs(rx) + Math.abs(ry));
    this.#to(toX, toY);
  }

  /** The control point before the end of a curve. */
  #control(kind: string, x: number, y: number): void {
    this.#curve = kind === 'q' ? 'q' : 'c';
    this.#controlX = x;
    this.#controlY = y;
  }

  /** A smooth curve continues in the direction of a preceding curve of its own kind (SVG 1.1 §8.3.6, §8.3.7). */
  #toReflected(curve: 'c' | 'q'): void {
    const reflects = this.#curve === curve;
    const x = reflects ? 2 * this.#x - this.#controlX : this.#x;
    const y = reflects ? 2 * this.#y - this.#controlY : this.#y;
    this.#curve = curve;
    this.#controlX = x;
    this.#controlY = y;
    this.#to(x, y);
  }

  #addEllipse({ numbers, at }: Arguments, toX: number, toY: number): void {
    const box = ellipseBox({
      fromX: this.#x,
      fromY: this.#y,
      rx: numbers[at] ?? 0,
      ry: numbers[at + 1] ?? 0,
      rotation: numbers[at + 2] ?? 0,
      large: numbers[at + 3] !== 0,
      sweep: numbers[at + 4] !== 0,
      toX,
      toY,
    });
    if (box === null) return;
    this.#hull.add(box.left, box.top);
    this.#hull.add(box.right, box.bottom);
    this.#segments?.onEllipse(box);
  }

  #to(x: number, y: number): void {
    this.#edges += 1;
    if (x !== this.#x && x > this.#x !== this.#isRight) {
      this.#turns += 1;
      this.#isRight = !this.#isRight;
    }
    this.#onEdge?.(this.#x, this.#y, x, y);
    this.#outlineHeight += Math.abs(y - this.#y);
    this.#length += Math.abs(x - this.#x) + Math.abs(y - this.#y);
    this.#x = x;
    this.#y = y;
    this.#hull.add(x, y);
  }
}

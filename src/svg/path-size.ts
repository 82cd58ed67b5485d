/** Reads path data as far as its size goes. */
import { ellipseBox } from './arc.ts';
import { type Box, Hull } from './box.ts';

export interface PathSize {
  readonly box: Box;
  /** Length of the outline upwards and downwards: what a scan-line rasterizer has to walk. */
  readonly climb: number;
  /** Length of the outline, along the axes: never less than it is. */
  readonly length: number;
  /** Segments, for markers. */
  readonly points: number;
}

/** Numbers that one turn of each path command takes. */
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
const COMMAND = /([a-z])([^a-df-z]*)/gi;
/** A number, or as fourth and fifth of an arc a flag, with what separates it from the one before. */
const NEXT_NUMBER = /[\s,]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)/iy;
const NEXT_FLAG = /[\s,]*([01])/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/gi;

/**
 * The hull of a path's points (curves lie within their control points; for arcs the whole ellipse is taken), or null for
 * a path without any.
 */
export function pathSize(d: string): PathSize | null {
  const walker = new PathWalker();
  // One command letter, then its numbers; a fault ends the path, as in the rasterizer.
  for (const [, command = '', numbers = ''] of d.matchAll(COMMAND)) {
    if (!walker.take(command, readNumbers(command, numbers))) break;
  }
  return walker.size;
}

function readNumbers(command: string, text: string): readonly number[] {
  return command === 'a' || command === 'A' ? readArcs(text) : (text.match(NUMBER) ?? []).map(Number);
}

/** Flags need no space behind them: `5 5 0 013 4` is `5 5 0 0 1 3 4`. */
function readArcs(text: string): readonly number[] {
  const numbers: number[] = [];
  let at = 0;
  for (;;) {
    const place = numbers.length % 7;
    const next = place === 3 || place === 4 ? NEXT_FLAG : NEXT_NUMBER;
    next.lastIndex = at;
    const match = next.exec(text);
    if (match === null) return numbers;
    numbers.push(Number(match[1]));
    at = next.lastIndex;
  }
}

class PathWalker {
  readonly #hull = new Hull();
  #x = 0;
  #y = 0;
  #climb = 0;
  #length = 0;
  #points = 0;

  get size(): PathSize | null {
    if (this.#points === 0) return null;
    return { box: this.#hull.box, climb: this.#climb, length: this.#length, points: this.#points };
  }

  take(command: string, numbers: readonly number[]): boolean {
    const kind = command.toLowerCase();
    const count = ARGUMENTS[kind];
    if (count === undefined) return false;
    for (let i = 0; count > 0 && i + count <= numbers.length; i += count) {
      this.#segment(kind, command === kind, numbers.slice(i, i + count));
    }
    return true;
  }

  #segment(kind: string, relative: boolean, args: readonly number[]): void {
    const [first = 0, second = 0] = args;
    const baseX = relative ? this.#x : 0;
    const baseY = relative ? this.#y : 0;
    this.#points += 1;
    if (kind === 'h') this.#to(baseX + first, this.#y);
    else if (kind === 'v') this.#to(this.#x, baseY + first);
    else if (kind === 'a') {
      this.#addEllipse(args, baseX + (args[5] ?? 0), baseY + (args[6] ?? 0));
      this.#climb += 4 * Math.abs(second);
      this.#length += 4 * (Math.abs(first) + Math.abs(second));
      this.#to(baseX + (args[5] ?? 0), baseY + (args[6] ?? 0));
    } else {
      for (let i = 0; i + 1 < args.length; i += 2) {
        this.#to(baseX + (args[i] ?? 0), baseY + (args[i + 1] ?? 0));
      }
    }
  }

  #addEllipse(args: readonly number[], toX: number, toY: number): void {
    const [rx = 0, ry = 0, rotation = 0, large = 0, sweep = 0] = args;
    const ends = { fromX: this.#x, fromY: this.#y, toX, toY };
    const box = ellipseBox({ ...ends, rx, ry, rotation, large: large !== 0, sweep: sweep !== 0 });
    if (box === null) return;
    this.#hull.add(box.left, box.top);
    this.#hull.add(box.right, box.bottom);
  }

  #to(x: number, y: number): void {
    this.#climb += Math.abs(y - this.#y);
    this.#length += Math.abs(x - this.#x) + Math.abs(y - this.#y);
    this.#x = x;
    this.#y = y;
    this.#hull.add(x, y);
  }
}

/** Rough sizes of shapes in their own user space: enough to tell a drawing from a bomb. */
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { multiply, parseTransform, scaleOf } from './matrix.ts';
import type { SvgElement } from './tree.ts';

export interface ShapeSize {
  readonly width: number;
  readonly height: number;
  /** Length of the outline upwards and downwards: what a scan-line rasterizer has to walk. */
  readonly climb: number;
  /** Corner points, for markers. */
  readonly points: number;
}

const NOTHING: ShapeSize = { width: 0, height: 0, climb: 0, points: 0 };

/**
 * The size of a basic shape.
 * @param percentOf  what percentages mean, in user units
 */
export function shapeSize(
  element: SvgElement,
  percentOf: { readonly width: number; readonly height: number },
): ShapeSize {
  const { attributes } = element;
  const length = (name: string, of: number): number => Math.abs(readLength(attributes[name], of) ?? 0);
  switch (element.name) {
    case 'rect':
    case 'image':
      return box(length('width', percentOf.width), length('height', percentOf.height));
    case 'circle':
      return box(2 * length('r', percentOf.width), 2 * length('r', percentOf.width));
    case 'ellipse':
      return box(2 * length('rx', percentOf.width), 2 * length('ry', percentOf.height));
    case 'line':
      return box(
        Math.abs(length('x1', percentOf.width) - length('x2', percentOf.width)),
        Math.abs(length('y1', percentOf.height) - length('y2', percentOf.height)),
      );
    case 'polyline':
    case 'polygon':
      return pathSize(`M${attributes['points'] ?? ''}`);
    case 'path':
      return pathSize(attributes['d'] ?? '');
    default:
      return NOTHING;
  }
}

function box(width: number, height: number): ShapeSize {
  return { width, height, climb: 2 * height, points: 2 };
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

/** The hull of a path's points; curves lie within their control points but for arcs, whose radii are added. */
function pathSize(d: string): ShapeSize {
  const walker = new PathWalker();
  // One command letter, then its numbers; a fault ends the path, as in the rasterizer.
  for (const [, command = '', numbers = ''] of d.matchAll(/([a-z])([^a-df-z]*)/gi)) {
    if (!walker.take(command, numbers.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? [])) break;
  }
  return walker.size;
}

class PathWalker {
  #x = 0;
  #y = 0;
  #left = Number.POSITIVE_INFINITY;
  #right = Number.NEGATIVE_INFINITY;
  #top = Number.POSITIVE_INFINITY;
  #bottom = Number.NEGATIVE_INFINITY;
  #climb = 0;
  #points = 0;

  get size(): ShapeSize {
    if (this.#points === 0) return NOTHING;
    return {
      width: this.#right - this.#left,
      height: this.#bottom - this.#top,
      climb: this.#climb,
      points: this.#points,
    };
  }

  take(command: string, numbers: readonly string[]): boolean {
    const kind = command.toLowerCase();
    const count = ARGUMENTS[kind];
    if (count === undefined) return false;
    const relative = command === kind;
    for (let i = 0; count > 0 && i + count <= numbers.length; i += count) {
      this.#segment(kind, relative, numbers.slice(i, i + count).map(Number));
    }
    return true;
  }

  #segment(kind: string, relative: boolean, args: readonly number[]): void {
    const [first = 0, second = 0] = args;
    const baseX = relative ? this.#x : 0;
    const baseY = relative ? this.#y : 0;
    if (kind === 'h') this.#to(baseX + first, this.#y);
    else if (kind === 'v') this.#to(this.#x, baseY + first);
    else if (kind === 'a') {
      this.#grow(this.#x - 2 * Math.abs(first), this.#y - 2 * Math.abs(second));
      this.#grow(this.#x + 2 * Math.abs(first), this.#y + 2 * Math.abs(second));
      this.#climb += 4 * Math.abs(second);
      this.#to(baseX + (args[5] ?? 0), baseY + (args[6] ?? 0));
    } else {
      for (let i = 0; i + 1 < args.length; i += 2)
        this.#to(baseX + (args[i] ?? 0), baseY + (args[i + 1] ?? 0));
    }
    this.#points += 1;
  }

  #to(x: number, y: number): void {
    this.#climb += Math.abs(y - this.#y);
    this.#x = x;
    this.#y = y;
    this.#grow(x, y);
  }

  #grow(x: number, y: number): void {
    this.#left = Math.min(this.#left, x);
    this.#right = Math.max(this.#right, x);
    this.#top = Math.min(this.#top, y);
    this.#bottom = Math.max(this.#bottom, y);
  }
}

/** Device pixels of one tile of a pattern: it is drawn into a picture of its own, as large as the pattern says. */
export function tilePixels(
  { attributes }: SvgElement,
  matrix: Matrix,
  user: { readonly width: number; readonly height: number },
): number {
  const scale = scaleOf(multiply(matrix, parseTransform(attributes['patternTransform'])));
  const inUser = attributes['patternUnits'] === 'userSpaceOnUse';
  const edge = (name: 'width' | 'height'): number =>
    inUser
      ? (readLength(attributes[name], user[name]) ?? 0)
      : (readLength(attributes[name], 1) ?? 0) * user[name];
  const pixels = edge('width') * scale.x * edge('height') * scale.y;
  return Number.isNaN(pixels) ? Number.POSITIVE_INFINITY : pixels;
}

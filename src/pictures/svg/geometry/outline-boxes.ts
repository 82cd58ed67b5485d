/** The parts of a shape's outline as boxes: what a stroke without a fill paints. */
import type { SvgElement } from '../document/tree.ts';
import { type Box, Hull } from '../values/box.ts';
import { drawnLength } from '../values/length.ts';
import { PathWalker } from './path-walker.ts';
import type { Units } from './place.ts';

/** A part of a path between two of its points. */
interface Segment {
  /** Around its control points, or the whole ellipse of an arc. */
  readonly box: Box;
  /** Null for a curve. */
  readonly line: { readonly from: readonly [number, number]; readonly to: readonly [number, number] } | null;
}

/** The segments of a path; null when there are more than `most`. */
function pathSegments(d: string, most: number): readonly Segment[] | null {
  const segments: Segment[] = [];
  let hull = new Hull();
  let line: Segment['line'] = null;
  let edges = 0;
  const walker = new PathWalker(
    (fromX, fromY, toX, toY) => {
      hull.add(fromX, fromY);
      hull.add(toX, toY);
      line = { from: [fromX, fromY], to: [toX, toY] };
      edges += 1;
    },
    {
      onEllipse: ({ left, top, right, bottom }) => {
        hull.add(left, top);
        hull.add(right, bottom);
        edges += 1;
      },
      onEnd: () => {
        if (edges > 0 && segments.length <= most)
          segments.push({ box: hull.box, line: edges === 1 ? line : null });
        hull = new Hull();
        edges = 0;
      },
    },
  );
  walker.walk(d);
  return segments.length > most ? null : segments;
}

/** Boxes of one outline: with more, comparing them takes longer than it saves. */
const MAX_BOXES = 256;
/** Parts of a line that is neither upright nor level, and of a whole ellipse. */
const LINE_PARTS = 16;
const ELLIPSE_PARTS = 32;

/**
 * The boxes of an outline in user units; null where the box of the whole shape is all that is known.
 * @param whole  the box of the shape
 */
export function outlineBoxes(element: SvgElement, user: Units, whole: Box): readonly Box[] | null {
  const { name, attributes } = element;
  switch (name) {
    case 'rect':
      return frameBoxes(whole, cornerOf(element, user));
    case 'circle':
    case 'ellipse':
      return ellipseBoxes(whole);
    case 'line':
      return lineBoxes(element, user);
    case 'path':
      return straightened(attributes['d'] ?? '');
    case 'polyline':
      return straightened(`M${attributes['points'] ?? ''}`);
    case 'polygon':
      return straightened(`M${attributes['points'] ?? ''}`, true);
    default:
      return null;
  }
}

/** The sides of a rectangle, as thick as its corners are round. */
function frameBoxes(whole: Box, corner: number): readonly Box[] {
  const { left, top, right, bottom } = whole;
  return [
    { ...whole, bottom: top + corner },
    { ...whole, top: bottom - corner },
    { ...whole, right: left + corner },
    { ...whole, left: right - corner },
  ];
}

function cornerOf({ attributes }: SvgElement, user: Units): number {
  const rx = drawnLength(attributes['rx'], user.width, user.em) ?? 0;
  const ry = drawnLength(attributes['ry'], user.height, user.em) ?? 0;
  return Math.max(rx, ry, 0);
}

/** Between two neighbouring points an ellipse leads in one direction only, as its quarters are cut evenly. */
function ellipseBoxes({ left, top, right, bottom }: Box): readonly Box[] {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const [rx, ry] = [(right - left) / 2, (bottom - top) / 2];
  const points = Array.from({ length: ELLIPSE_PARTS + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / ELLIPSE_PARTS;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)] as const;
  });
  return points.slice(1).map((point, i) => boxBetween(points[i] ?? point, point));
}

function lineBoxes({ attributes }: SvgElement, user: Units): readonly Box[] {
  const x = (name: string): number => drawnLength(attributes[name], user.width, user.em) ?? 0;
  const y = (name: string): number => drawnLength(attributes[name], user.height, user.em) ?? 0;
  return cutLine([x('x1'), y('y1')], [x('x2'), y('y2')]);
}

type Point = readonly [x: number, y: number];

function cutLine([fromX, fromY]: Point, [toX, toY]: Point): readonly Box[] {
  const at = (i: number): Point => [
    fromX + ((toX - fromX) * i) / LINE_PARTS,
    fromY + ((toY - fromY) * i) / LINE_PARTS,
  ];
  return Array.from({ length: LINE_PARTS }, (_, i) => boxBetween(at(i), at(i + 1)));
}

function boxBetween([x1, y1]: Point, [x2, y2]: Point): Box {
  return {
    left: Math.min(x1, x2),
    top: Math.min(y1, y2),
    right: Math.max(x1, x2),
    bottom: Math.max(y1, y2),
  };
}

/**
 * The segments of a path. With few of them, each straight one that is not along an axis is cut into parts.
 * @param closes  whether a line leads back to the first point, whatever ends the list of points
 */
function straightened(d: string, closes = false): readonly Box[] | null {
  const segments = pathSegments(d, MAX_BOXES);
  if (segments === null) return null;
  const [first, last] = [segments[0]?.line, segments.at(-1)?.line];
  const end = closes && first != null && last != null ? cutLine(last.to, first.from) : [];
  if (segments.length * LINE_PARTS > MAX_BOXES) return [...segments.map(({ box }) => box), ...end];
  return [
    ...segments.flatMap(({ box, line }) => (line === null ? [box] : cutLine(line.from, line.to))),
    ...end,
  ];
}

/** Cuts path data into segments. */
import { type Box, Hull } from '../values/box.ts';
import { PathWalker } from './path-walker.ts';

/** A part of a path between two of its points. */
export interface Segment {
  /** Around its control points, or the whole ellipse of an arc. */
  readonly box: Box;
  /** Null for a curve. */
  readonly line: { readonly from: readonly [number, number]; readonly to: readonly [number, number] } | null;
}

/** The segments of a path; null when there are more than `most`. */
export function pathSegments(d: string, most: number): readonly Segment[] | null {
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

/** Lines, areas and columns over the width of a chart. */
import { type Markup, markup } from '../markup.ts';
import { type Plot, percent } from './frame.ts';

/** A point of a line: place of x from 0 to 1, and y in pixels; null where the line has a gap. */
export type LinePoint = { readonly x: number; readonly y: number } | null;

/** How wide the drawing of a path is in its own units; it is stretched to the width of the chart. */
const UNITS = 1000;

const coordinates = ({ x, y }: { readonly x: number; readonly y: number }): string =>
  `${(x * UNITS).toFixed(1)} ${y.toFixed(1)}`;

/** The points between gaps. */
function pieces(
  points: readonly LinePoint[],
): readonly (readonly { readonly x: number; readonly y: number }[])[] {
  const found: { readonly x: number; readonly y: number }[][] = [[]];
  for (const point of points) {
    if (point === null) found.push([]);
    else found.at(-1)?.push(point);
  }
  return found.filter((piece) => piece.length > 0);
}

/** Paths that are stretched along x, while their strokes stay as wide as they are. */
export function stretched(plot: Plot, paths: readonly Markup[]): Markup {
  return markup`<svg class="stretched" width="100%" height="${plot.bottom}" viewBox="0 0 ${UNITS} ${plot.bottom}" preserveAspectRatio="none">${paths}</svg>`;
}

/** A line through the points. One point between two gaps is a dot. */
export function linePath(kind: string, points: readonly LinePoint[]): Markup {
  const d = pieces(points)
    .map((piece) => `M${(piece.length === 1 ? [...piece, ...piece] : piece).map(coordinates).join('L')}`)
    .join('');
  return markup`<path class="line ${kind}" d="${d}"/>`;
}

/** The area between an upper and a lower line, which have their gaps at the same points. */
export function areaPath(kind: string, upper: readonly LinePoint[], lower: readonly LinePoint[]): Markup {
  const below = pieces(lower);
  const d = pieces(upper)
    .map((piece, at) => `M${[...piece, ...(below[at] ?? []).toReversed()].map(coordinates).join('L')}Z`)
    .join('');
  return markup`<path class="area ${kind}" d="${d}"/>`;
}

/** A column that shows nothing but its figures, when it is pointed at. */
export function hotColumn(plot: Plot, from: number, to: number, text: string): Markup {
  return markup`<rect class="hot" x="${percent(from)}" width="${percent(to - from)}" y="${plot.top}" height="${plot.bottom - plot.top}"><title>${text}</title></rect>`;
}

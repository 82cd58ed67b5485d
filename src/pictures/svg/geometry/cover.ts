/** What an element may paint over: a box, and the parts of it that are really painted. */
import type { Box } from '../values/box.ts';
import { Hull, meets } from '../values/box.ts';

/** An area in device pixels. */
export interface CoveredArea {
  readonly box: Box;
  /** The boxes that the area consists of; null for the whole box. */
  readonly parts: readonly Box[] | null;
}

/** The area of some boxes; null for none. */
export function areaOfBoxes(boxes: readonly Box[]): CoveredArea | null {
  const [first, ...more] = boxes;
  if (first === undefined) return null;
  if (more.length === 0) return { box: first, parts: null };
  const hull = new Hull();
  for (const { left, top, right, bottom } of boxes) {
    hull.add(left, top);
    hull.add(right, bottom);
  }
  return { box: hull.box, parts: boxes };
}

/** True when the area overlaps a box. */
export function overlapsBox({ box, parts }: CoveredArea, other: Box): boolean {
  return meets(box, other) && (parts === null || parts.some((part) => meets(part, other)));
}

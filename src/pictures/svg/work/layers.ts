/** Which elements have layers. */
import type { SvgElement } from '../document/tree.ts';
import { readOpacity } from '../values/opacity.ts';

/** True for an element that is first drawn into a picture of its own. */
export function hasLayer({ attributes, styleOnly }: SvgElement): boolean {
  return (
    readOpacity(attributes['opacity']) < 1 ||
    attributes['mask'] !== undefined ||
    attributes['clip-path'] !== undefined ||
    attributes['filter'] !== undefined ||
    styleOnly?.['isolation'] === 'isolate' ||
    (styleOnly?.['mix-blend-mode'] ?? 'normal') !== 'normal'
  );
}

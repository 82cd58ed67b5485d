/** How far markers extend from the points of a line. */
import type { SvgElement } from '../document/tree.ts';
import type { References } from '../graph/references.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { type Box, intersect } from '../values/box.ts';
import { drawnLength } from '../values/length.ts';
import { IDENTITY, readViewBox } from '../values/matrix.ts';
import { viewBoxMatrix } from '../values/view-box.ts';
import { type ElementPlace, type Outer, unitsOf } from './place.ts';
import { clipsViewport } from './use-target.ts';

/** The default of `markerWidth` and `markerHeight`. */
const DEFAULT_SIZE = 3;

/** Finds the boxes of an element's children; null for an unknown place. */
type ContentOf = (element: SvgElement, outer: Outer) => readonly Box[] | null;

export class MarkerReach {
  readonly #references: References;
  readonly #styles: ComputedStyles;
  readonly #contentOf: ContentOf;

  constructor(references: References, styles: ComputedStyles, contentOf: ContentOf) {
    this.#references = references;
    this.#styles = styles;
    this.#contentOf = contentOf;
  }

  /** How far the markers of an element extend from its points, in its user units; null when it is not known. */
  of(place: ElementPlace): number | null {
    let reach = 0;
    for (const reference of new Set(place.style.markers)) {
      const marker = this.#references.find(reference);
      if (marker === undefined || marker.name !== 'marker') continue;
      const own = this.#one(marker, place);
      if (own === null) return null;
      reach = Math.max(reach, own);
    }
    return reach;
  }

  /** A marker may be turned in any direction about its reference point. */
  #one(marker: SvgElement, { user, style }: ElementPlace): number | null {
    const { attributes } = marker;
    const own = this.#styles.of(marker, user);
    const units = unitsOf(user, own.fontSize);
    const boxes = this.#contentOf(marker, { matrix: IDENTITY, user: units, sure: true, style: own });
    if (boxes === null) return null;
    const length = (name: string, otherwise: number, percentOf: number): number =>
      drawnLength(attributes[name], percentOf, units.em) ?? otherwise;
    const unit = attributes['markerUnits'] === 'userSpaceOnUse' ? 1 : style.stroke.width;
    const width = length('markerWidth', DEFAULT_SIZE, user.width);
    const height = length('markerHeight', DEFAULT_SIZE, user.height);
    const view = readViewBox(attributes['viewBox']);
    const [scaleX, , , scaleY] =
      view === null
        ? [unit, 0, 0, unit]
        : viewBoxMatrix(view, attributes['preserveAspectRatio'], {
            width: width * unit,
            height: height * unit,
          });
    const [left, top, right, bottom] =
      view === null ? [0, 0, width, height] : [view[0], view[1], view[0] + view[2], view[1] + view[3]];
    const clip = clipsViewport(marker) ? { left, top, right, bottom } : null;
    const x = length('refX', 0, user.width);
    const y = length('refY', 0, user.height);
    let reach = 0;
    for (const box of boxes) {
      const shown = clip === null ? box : intersect(box, clip);
      const across = Math.max(Math.abs(shown.left - x), Math.abs(shown.right - x)) * Math.abs(scaleX);
      const down = Math.max(Math.abs(shown.top - y), Math.abs(shown.bottom - y)) * Math.abs(scaleY);
      reach = Math.max(reach, Math.hypot(across, down));
    }
    return reach;
  }
}

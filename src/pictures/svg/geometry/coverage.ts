/**
 * Finds out where an element paints, whatever it is: shapes, texts, what a `<use>` shows, nested viewports, markers and
 * filters. The areas are never too small, and null where even that is not known.
 */
import { BY_REFERENCE } from '../document/by-reference.ts';
import type { SvgElement } from '../document/tree.ts';
import { filtersOf } from '../graph/edges.ts';
import { References } from '../graph/references.ts';
import { Servers } from '../graph/servers.ts';
import { type ComputedStyle, mayHaveMarkers } from '../style/computed-style.ts';
import { type Box, grow, intersect, isEmpty, transformBox, unite } from '../values/box.ts';
import { IDENTITY, type Matrix, multiply } from '../values/matrix.ts';
import { filterRegion, functionRegion } from './filter-region.ts';
import { MarkerReach } from './marker-reach.ts';
import { outlineBoxes } from './outline-boxes.ts';
import type { PaintedElement } from './painted-elements.ts';
import { type ElementPlace, elementPlace, type Outer, unitsOf } from './place.ts';
import type { Scene } from './scene.ts';
import { isStroked, strokeReach } from './stroke.ts';
import { textReach } from './text-reach.ts';
import { clipOf, useTarget } from './use-target.ts';

const WITH_MARKERS: ReadonlySet<string> = new Set(['path', 'line', 'polyline', 'polygon']);

interface ShapeBoxOptions {
  /** True for the box of the whole shape, even where nothing is painted in it. */
  readonly isWhole: boolean;
  /** How far the markers of the shape extend from its points, in its user units; null when it is not known. */
  readonly markerReach: () => number | null;
}

/** The boxes that a shape or an image paints in; none for any other element, null for an unknown place. */
function shapeBoxes(
  element: SvgElement,
  { matrix, user, style }: ElementPlace,
  scene: Scene,
  { isWhole, markerReach }: ShapeBoxOptions,
): readonly Box[] | null {
  if (element.name === 'image') return imageBoxes(element, matrix, scene, user);
  const size = scene.shapes.of(element, user);
  if (size === null) return [];
  const hasMarkers = WITH_MARKERS.has(element.name) && mayHaveMarkers(style);
  const markers = hasMarkers ? markerReach() : 0;
  if (markers === null) return null;
  const filled = isWhole || isFilled(element, style);
  if (!filled && !isStroked(style) && markers === 0) return [];
  const boxes = (filled ? null : outlineBoxes(element, user, size.box)) ?? [size.box];
  const reach = Math.max(markers, strokeReach(element, style));
  return boxes.map((box) => transformBox(matrix, grow(box, reach, reach)));
}

/** An image without a size has got that of its file when pictures are loaded; before, its place is unknown. */
function imageBoxes(
  element: SvgElement,
  matrix: ElementPlace['matrix'],
  scene: Scene,
  user: ElementPlace['user'],
): readonly Box[] | null {
  const { width, height } = element.attributes;
  const size = width === undefined || height === undefined ? null : scene.shapes.of(element, user);
  return size === null ? null : [transformBox(matrix, size.box)];
}

/** True for a shape whose inside is painted. */
function isFilled({ name }: SvgElement, { fill }: ComputedStyle): boolean {
  return name !== 'line' && fill.opacity > 0 && fill.paint !== 'none' && fill.paint !== 'transparent';
}

/** Elements that are looked at for one picture, those that are shown several times counted each time. */
const MAX_VISITS = 20_000;
/** Boxes of one element. Where it has more, it counts as all of the box around them: comparing more takes longer than it saves. */
const MAX_PARTS = 4_096;
/** Strokes are at least as wide as a pixel, and antialiasing paints a part of the next one. */
const EDGE_PX = 2;

/** The same at the edges of clips, in any unit: there is no place for device pixels in what is turned later. */
const CLIP_EDGE = 1;

/** Boxes in the units that the matrix of a place leads to; null for an unknown place. */
export type Boxes = readonly Box[] | null;

export class Coverage {
  readonly #scene: Scene;
  readonly #references: References;
  readonly #servers: Servers;
  readonly #markers: MarkerReach;
  #visits = 0;
  #isFiltered = false;

  constructor(scene: Scene) {
    this.#scene = scene;
    this.#references = new References(scene.document);
    this.#servers = new Servers(this.#references);
    this.#markers = new MarkerReach(this.#references, scene.styles, (element, outer) =>
      this.#children(element, outer),
    );
  }

  /** The boxes in device pixels that an element paints in. */
  of({ element, place }: Pick<PaintedElement, 'element' | 'place'>): Boxes {
    const boxes = this.#element(element, place);
    if (boxes === null) return null;
    const grown = boxes.map((box) => grow(box, EDGE_PX, EDGE_PX));
    return grown.some(isUnknown) ? null : grown;
  }

  #element(element: SvgElement, place: ElementPlace): Boxes {
    this.#visits += 1;
    if (this.#visits > MAX_VISITS || !place.sure) return null;
    if (element.attributes['display']?.trim() === 'none') return NOTHING;
    const { filter } = element.attributes;
    if (filter !== undefined) return this.#filtered(element, filter, place);
    return this.#isFiltered ? this.#measured(element, place) : this.#content(element, place);
  }

  #children({ children }: SvgElement, outer: Outer): Boxes {
    let all: Box[] = [];
    for (const child of children) {
      if (child.kind !== 'element' || BY_REFERENCE.has(child.name)) continue;
      const boxes = this.#element(child, elementPlace(child, outer, this.#scene.styles));
      if (boxes === null) return null;
      for (const box of boxes) all.push(box);
      const whole = all.length > MAX_PARTS ? all.reduce<Box | null>(unite, null) : null;
      if (whole !== null) all = [whole];
    }
    return all;
  }

  #content(element: SvgElement, place: ElementPlace): Boxes {
    switch (element.name) {
      case 'g':
      case 'a':
      case 'switch':
        return this.#children(element, place);
      case 'svg':
        return cut(this.#children(element, place), clipOf(element, place), place.placed);
      case 'use':
        return this.#use(element, place);
      case 'text':
        return textReach(element, place, this.#scene, this.#references);
      default:
        return shapeBoxes(element, place, this.#scene, {
          isWhole: this.#isFiltered,
          markerReach: () => this.#markers.of(place),
        });
    }
  }

  #use(element: SvgElement, place: ElementPlace): Boxes {
    const used = useTarget(element, place, this.#references);
    if (used === null) return NOTHING;
    if (used === 'unknown') return null;
    const { target, outer, clip, content } = used;
    const inner = elementPlace(target, outer, this.#scene.styles);
    if (target.name !== 'symbol') return this.#element(target, inner);
    return cut(
      this.#children(target, { ...inner, matrix: multiply(outer.matrix, content) }),
      clip,
      place.matrix,
    );
  }

  /** A filter shows nothing outside of its region, but may fill all of that. */
  #filtered(element: SvgElement, filter: string, place: ElementPlace): Boxes {
    const local = { ...place, matrix: place.inner, placed: IDENTITY };
    const content = this.#contentToFilter(element, local);
    if (content === null) return null;
    const box = content.reduce<Box | null>(unite, null);
    const { filters, functions } = filtersOf(filter, this.#references);
    let region = box;
    if (functions.length > 0 && box !== null) region = unite(region, functionRegion(functions, box));
    for (const one of filters) {
      for (const own of this.#regions(one, element, local, box)) region = unite(region, own);
    }
    return region === null ? NOTHING : [transformBox(place.placed, region)];
  }

  /** An element inside of a filter, as one box: the box of what is turned in it is turned once more. */
  #measured(element: SvgElement, place: ElementPlace): Boxes {
    const content = this.#content(element, { ...place, matrix: place.inner, placed: IDENTITY });
    const box = content?.reduce<Box | null>(unite, null);
    if (box === undefined) return null;
    return box === null ? NOTHING : [transformBox(place.placed, box)];
  }

  /** The content of a filter. Regions are measured by the boxes of whole shapes, filled or not. */
  #contentToFilter(element: SvgElement, place: ElementPlace): Boxes {
    const before = this.#isFiltered;
    this.#isFiltered = true;
    const content = this.#content(element, place);
    this.#isFiltered = before;
    return content;
  }

  /** The boxes in which the region of a filter may lie, in the units of the element's effects. */
  #regions(filter: SvgElement, element: SvgElement, local: ElementPlace, box: Box | null): readonly Box[] {
    const { attributes } = this.#servers.of(filter).element;
    const units = unitsOf(local.placedUser, this.#scene.styles.of(filter, local.placedUser).fontSize);
    if (attributes['filterUnits'] !== 'userSpaceOnUse') {
      // A part of a smaller box inside this one lies in this one or in the same part of it. An unreadable region is the
      // default one.
      return box === null ? NOTHING : [filterRegion(attributes, units, box), filterRegion({}, units, box)];
    }
    const region = filterRegion(attributes, units, NO_BOX);
    // The renderer counts the place that a `<use>` or a viewport gives its content as the element's own.
    const used = element.name === 'use' ? useTarget(element, local, this.#references) : null;
    const moved =
      used === null || used === 'unknown'
        ? [local.inner]
        : [used.outer.matrix, multiply(used.outer.matrix, used.content)];
    return [region, ...moved.map((matrix) => transformBox(matrix, region))];
  }
}

/** The parts of boxes within a clip that is upright in the units of a matrix. An unknown place is the clip itself. */
function cut(boxes: Boxes, clip: Box | null, matrix: Matrix): Boxes {
  if (clip === null) return boxes;
  const shown = transformBox(matrix, clip);
  if (boxes === null) return [shown];
  // What ends just before the edge of a clip may still paint its outermost pixels.
  return boxes.map((box) => intersect(grow(box, CLIP_EDGE, CLIP_EDGE), shown)).filter((box) => !isEmpty(box));
}

function isUnknown({ left, top, right, bottom }: Box): boolean {
  return !Number.isFinite(left + top + right + bottom);
}

const NOTHING: readonly Box[] = [];
const NO_BOX: Box = { left: 0, top: 0, right: 0, bottom: 0 };

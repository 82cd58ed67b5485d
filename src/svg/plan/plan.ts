/** Tells what of a picture must be drawn, and what is plain rectangles in solid inks. */
import type { SvgElement } from '../document/tree.ts';
import { type Extent, type Placement, placementBox } from '../document/viewport.ts';
import { type Painted, paintedBox } from '../geometry/paint-order.ts';
import type { Scene } from '../geometry/scene.ts';
import { textSize } from '../geometry/text-size.ts';
import type { Box } from '../values/box.ts';
import { intersect, isEmpty, meets, unite } from '../values/box.ts';
import { flatRect } from './flat-rect.ts';
import type { Reach } from './lifted-text.ts';
import type { Flat, PanelInks } from './panel-inks.ts';
import { reasonAgainst } from './plain-drawing.ts';
import { areaOf, coverWithRegions, REGION_COST_PX } from './regions.ts';

/** A rectangle of the picture that has to be drawn. */
export interface PartPlan {
  readonly place: Placement;
  /** Everything painted that shows in it: elements, or groups of them that are drawn whole. */
  readonly shown: ReadonlySet<SvgElement>;
}

export interface PicturePlan {
  /** What lies around and beneath the parts, lowest first; the first is the paper. */
  readonly flats: readonly Flat[];
  /** They do not overlap. */
  readonly parts: readonly PartPlan[];
}

export interface PlanPlace {
  /** Where the document lies on the picture. */
  readonly placement: Placement;
  /** Size of the picture. */
  readonly frame: Extent;
  /** Everything that is painted, lowest first. */
  readonly painted: readonly Painted[];
  /** What the texts in the document may paint, as far as that is known. */
  readonly texts: ReadonlyMap<SvgElement, Reach>;
}

/** Something that is drawn as one. */
interface Item {
  /** The element, or the outermost group that binds it to others: by an opacity, a mask or a clip. */
  readonly top: SvgElement;
  /** Everything that it may paint. */
  readonly box: Box;
  /** What of it has to be drawn; nothing for a flat. */
  readonly drawn: readonly Box[];
  readonly flat: Flat | null;
}

/** Elements beyond which looking at each takes longer than it can save. */
const MAX_ITEMS = 2000;
/** Share of the picture from which on it is cheaper drawn in one. */
const MAX_DRAWN = 0.7;
const WHITE = 0xffffff;

/**
 * Plan a picture.
 * @returns null for a picture that is better, or can only be, drawn as a whole
 */
export function planParts(scene: Scene, place: PlanPlace, inks: PanelInks): PicturePlan | null {
  const { width, height } = place.frame;
  const paper = inks.solid(WHITE);
  if (paper === null || !isPlainRoot(scene.document.root)) return null;
  const items = itemsOf(scene, place, inks);
  if (items === null) return null;
  const regions = coverWithRegions(
    items.flatMap(({ drawn }) => drawn),
    placementBox(place.placement),
  );
  const cost = regions.reduce((sum, region) => sum + areaOf(region) + REGION_COST_PX, 0);
  if (cost > MAX_DRAWN * width * height) return null;
  const flats = items.flatMap(({ flat }) => flat ?? []);
  return {
    flats: [{ x: 0, y: 0, width, height, index: paper }, ...flats],
    parts: regions.map((region) => partOf(region, items)),
  };
}

/** A transform of the root means something else once the root is no longer one. */
function isPlainRoot(root: SvgElement): boolean {
  return reasonAgainst(root) === null && root.attributes['transform'] === undefined;
}

/** What is painted, lowest first; null when it cannot be told where something is. */
function itemsOf(scene: Scene, place: PlanPlace, inks: PanelInks): readonly Item[] | null {
  const { painted } = place;
  if (painted.length > MAX_ITEMS) return null;
  const groups = new BindingGroups(scene.document.root);
  const items: Item[] = [];
  for (const found of painted) {
    const box = reachOf(found, place, scene);
    if (box === undefined) continue;
    if (box === null) return null;
    const one = { ...found, box };
    const group = groups.around(one.element);
    const last = items.at(-1);
    if (group === null) items.push(itemOf(one, box, place, { scene, inks }));
    else if (last?.top === group) items.splice(-1, 1, wholeItem(group, unite(last.box, box) ?? box));
    else items.push(wholeItem(group, box));
  }
  return items;
}

function reachOf({ element, box, place }: Painted, { texts }: PlanPlace, scene: Scene): Reach {
  // An image without a size has got that of its file by now.
  if (element.name === 'image') return box ?? paintedBox(element, place, scene);
  if (element.name !== 'text') return box;
  if (texts.has(element)) return texts.get(element);
  return textSize(element, place, scene.styles) === null ? undefined : null;
}

interface ItemTools {
  readonly scene: Scene;
  readonly inks: PanelInks;
}

function wholeItem(top: SvgElement, box: Box): Item {
  return { top, box, drawn: [box], flat: null };
}

function itemOf(painted: Painted, box: Box, { placement }: PlanPlace, { scene, inks }: ItemTools): Item {
  const { element } = painted;
  const rect = flatRect(painted, scene);
  if (rect === null) return wholeItem(element, box);
  if (rect.fill === null) return { top: element, box, drawn: rect.edges, flat: null };
  const index = inks.solid(rect.fill);
  if (index === null) return wholeItem(element, box);
  const inside = intersect(rect.inside, placementBox(placement));
  const flat = isEmpty(inside) ? null : { ...placementOf(inside), index };
  return { top: element, box, drawn: rect.edges, flat };
}

function partOf(region: Box, items: readonly Item[]): PartPlan {
  const shown = items.filter(({ box }) => meets(box, region)).map(({ top }) => top);
  return { place: placementOf(region), shown: new Set(shown) };
}

/** Finds the groups whose elements cannot be drawn one by one. */
class BindingGroups {
  readonly #known = new Map<SvgElement, SvgElement | null>();

  constructor(root: SvgElement) {
    this.#known.set(root, null);
  }

  /** The outermost such group around an element; null for none. */
  around({ parent }: SvgElement): SvgElement | null {
    return parent === null ? null : this.#of(parent);
  }

  #of(group: SvgElement): SvgElement | null {
    const known = this.#known.get(group);
    if (known !== undefined) return known;
    const found = this.around(group) ?? (reasonAgainst(group) === null ? null : group);
    this.#known.set(group, found);
    return found;
  }
}

function placementOf({ left, top, right, bottom }: Box): Placement {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

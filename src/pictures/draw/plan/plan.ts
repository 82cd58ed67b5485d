/** Decides which tiles of a picture must be drawn, and which rectangles are simply filled with an ink. */
import type { SvgElement } from '../../svg/document/tree.ts';
import { type Extent, type Placement, placementBox } from '../../svg/document/viewport.ts';
import { type PaintedElement, paintedBox } from '../../svg/geometry/painted-elements.ts';
import type { Scene } from '../../svg/geometry/scene.ts';
import { textSize } from '../../svg/geometry/text-size.ts';
import { reasonAgainst } from '../../svg/style/plain-drawing.ts';
import { type Box, intersect, isEmpty, meets, unite } from '../../svg/values/box.ts';
import type { TextReach } from '../../text/extraction.ts';
import type { PanelInks } from '../panel-inks.ts';
import { splitRect } from './split-rect.ts';

/** The fixed cost of a tile, as the number of pixels that are drawn in the same time (measured: 0.04 ms). */
const TILE_COST_PX = 12_000;

/** From this many tiles on, each further box is joined to the tile that grows least. */
const MAX_TILES = 32;

/**
 * Cover boxes with tiles.
 * @param boxes  device pixels; fractions are rounded outwards
 * @param clip   nothing beyond it is covered
 */
export function coverWithTiles(boxes: Iterable<Box>, clip: Box): readonly Box[] {
  const tiles: Box[] = [];
  for (const box of boxes) {
    const part = intersect(roundOut(box), clip);
    if (!isEmpty(part)) insert(tiles, part);
  }
  return tiles;
}

function roundOut({ left, top, right, bottom }: Box): Box {
  return { left: Math.floor(left), top: Math.floor(top), right: Math.ceil(right), bottom: Math.ceil(bottom) };
}

/** Add a box, joined with every tile that it should be drawn together with. */
function insert(tiles: Box[], added: Box): void {
  let box = added;
  for (let at = partnerOf(box, tiles); at !== -1; at = partnerOf(box, tiles)) {
    const [partner] = tiles.splice(at, 1);
    box = unite(box, partner ?? null) ?? box;
  }
  tiles.push(box);
}

/** The index of a tile that a box must or should be joined to; -1 for none. */
function partnerOf(box: Box, tiles: readonly Box[]): number {
  let best = -1;
  let least = tiles.length >= MAX_TILES ? Number.POSITIVE_INFINITY : TILE_COST_PX;
  for (const [at, tile] of tiles.entries()) {
    if (meets(tile, box)) return at;
    const waste = areaOf(unite(tile, box) ?? box) - areaOf(tile) - areaOf(box);
    if (waste >= least) continue;
    least = waste;
    best = at;
  }
  return best;
}

function areaOf({ left, top, right, bottom }: Box): number {
  return (right - left) * (bottom - top);
}

/** A rectangle of whole device pixels in one ink. */
export interface SolidRect extends Placement {
  /** Index in the palette. */
  readonly index: number;
}

/** A rectangle of the picture that must be drawn. */
interface TilePlan {
  readonly place: Placement;
  /** Everything painted that shows in it: elements, or groups that are drawn as one. */
  readonly shown: ReadonlySet<SvgElement>;
}

export interface PicturePlan {
  /** What lies around and beneath the tiles, lowest first; the first is the paper. */
  readonly solids: readonly SolidRect[];
  /** They do not overlap. */
  readonly tiles: readonly TilePlan[];
}

interface PlanPlace {
  /** Where the document lies on the picture. */
  readonly placement: Placement;
  /** Size of the picture. */
  readonly frame: Extent;
  /** Everything that is painted, lowest first. */
  readonly painted: readonly PaintedElement[];
  /** The area that each text in the document may paint, as far as it is known. */
  readonly texts: ReadonlyMap<SvgElement, TextReach>;
}

/** Something that is drawn as one. */
interface Item {
  /** The element, or the outermost group that is drawn as one: with an opacity, a mask or a clip. */
  readonly top: SvgElement;
  /** The area that it may paint. */
  readonly box: Box;
  /** The parts of it that must be drawn. */
  readonly drawn: readonly Box[];
  /** The part of it that is simply filled. */
  readonly solid: SolidRect | null;
}

/** With more elements, examining each takes longer than the plan can save. */
const MAX_ITEMS = 2000;
/** Beyond this share of its area, a picture is cheaper to draw as a whole. */
const MAX_DRAWN = 0.7;
const WHITE = 0xffffff;

/**
 * Plan a picture.
 * @returns null for a picture that is better, or can only be, drawn as a whole
 */
export function planTiles(scene: Scene, place: PlanPlace, inks: PanelInks): PicturePlan | null {
  const { width, height } = place.frame;
  const paper = inks.solid(WHITE);
  if (paper === null || !isPlainRoot(scene.document.root)) return null;
  const items = itemsOf(scene, place, inks);
  if (items === null) return null;
  const tiles = coverWithTiles(
    items.flatMap(({ drawn }) => drawn),
    placementBox(place.placement),
  );
  const cost = tiles.reduce((sum, tile) => sum + areaOf(tile) + TILE_COST_PX, 0);
  if (cost > MAX_DRAWN * width * height) return null;
  const solids = items.flatMap(({ solid }) => solid ?? []);
  return {
    solids: [{ x: 0, y: 0, width, height, index: paper }, ...solids],
    tiles: tiles.map((tile) => tilePlan(tile, items)),
  };
}

/** In a tile, the root is written as a nested element, on which a transform has another meaning. */
function isPlainRoot(root: SvgElement): boolean {
  return reasonAgainst(root) === null && root.attributes['transform'] === undefined;
}

/** Everything that is painted, lowest first; null when the place of something is unknown. */
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
    const group = groups.of(one.element);
    const last = items.at(-1);
    if (group === null) items.push(itemOf(one, box, place, { scene, inks }));
    else if (last?.top === group) items.splice(-1, 1, wholeItem(group, unite(last.box, box) ?? box));
    else items.push(wholeItem(group, box));
  }
  return items;
}

function reachOf({ element, box, place }: PaintedElement, { texts }: PlanPlace, scene: Scene): TextReach {
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
  return { top, box, drawn: [box], solid: null };
}

function itemOf(
  painted: PaintedElement,
  box: Box,
  { placement }: PlanPlace,
  { scene, inks }: ItemTools,
): Item {
  const { element } = painted;
  const rect = splitRect(painted, scene);
  if (rect === null) return wholeItem(element, box);
  if (rect.fill === null) return { top: element, box, drawn: rect.edges, solid: null };
  const index = inks.solid(rect.fill);
  if (index === null) return wholeItem(element, box);
  const inside = intersect(rect.inside, placementBox(placement));
  const solid = isEmpty(inside) ? null : { ...placementOf(inside), index };
  return { top: element, box, drawn: rect.edges, solid };
}

function tilePlan(tile: Box, items: readonly Item[]): TilePlan {
  const shown = items.filter(({ box }) => meets(box, tile)).map(({ top }) => top);
  return { place: placementOf(tile), shown: new Set(shown) };
}

/** Finds the groups whose elements cannot be drawn separately. */
class BindingGroups {
  readonly #known = new Map<SvgElement, SvgElement | null>();

  constructor(root: SvgElement) {
    this.#known.set(root, null);
  }

  /** The outermost such group that contains an element; null for none. */
  of({ parent }: SvgElement): SvgElement | null {
    return parent === null ? null : this.#outermost(parent);
  }

  #outermost(group: SvgElement): SvgElement | null {
    const known = this.#known.get(group);
    if (known !== undefined) return known;
    const found = this.of(group) ?? (reasonAgainst(group) === null ? null : group);
    this.#known.set(group, found);
    return found;
  }
}

function placementOf({ left, top, right, bottom }: Box): Placement {
  return { x: left, y: top, width: right - left, height: bottom - top };
}

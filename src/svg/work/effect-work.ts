/** What is put around an element as a whole: its layer, filters, clips and masks. */
import type { SvgElement } from '../document/tree.ts';
import { filtersOf } from '../graph/edges.ts';
import { type Box, transformBox, unite } from '../values/box.ts';
import { scaleOf } from '../values/matrix.ts';
import type { Drawing } from './drawing.ts';
import { type FilterWork, filterRegion, filterWork, functionRegion, functionWork } from './filter-work.ts';
import { BYTES, MS } from './prices.ts';
import type { Surroundings } from './surroundings.ts';

/** The region of a filter is a picture of its own, and not cut off at the picture. */
const MAX_REGION_CANVASES = 18;

/** An element with effects. */
export interface Layered {
  readonly element: SvgElement;
  readonly around: Surroundings;
  /** What is drawn in it, in its user units; null for nothing. */
  readonly box: Box | null;
  /** Whether it cuts off what lies outside its viewport. */
  readonly clipsViewport: boolean;
}

/**
 * Count the layers of an element whose content has been counted.
 * @param outside  what `begin` of the ledger gave before
 * @returns        the box that it covers now, in its user units; null for nothing
 */
export function effectWork(drawing: Drawing, layered: Layered, outside: number): Box | null {
  const { canvas, ledger } = drawing;
  const { element, around } = layered;
  const region = filtered(drawing, layered);
  const box = region ?? layered.box;
  if (box === null) {
    ledger.close(outside, 0, 0, around);
    return null;
  }
  const pixels = around.clipped ?? canvas.layer(transformBox(around.placed, box), around.sure);
  ledger.spend(pixels * MS.layerPixel, around);
  ledger.keep(BYTES.layer, around);
  // Effects lie outside the viewport that the element may open.
  const within: Surroundings = { ...around, matrix: around.placed, user: around.placedUser };
  if (layered.clipsViewport) {
    ledger.spend(pixels * MS.clipPixel, around);
    ledger.hold(pixels, around, BYTES.pixel + BYTES.maskPixel);
  }
  for (const kind of ['clip-path', 'mask'] as const) {
    const target = drawing.graph.references.find(element.attributes[kind]);
    if (target !== undefined) coverWork(drawing, kind, target, within, { box, pixels });
  }
  ledger.close(outside, pixels, BYTES.pixel, around);
  return box;
}

/** A clip or mask, and those that it is clipped or masked with itself: all are held at the same time. */
function coverWork(
  drawing: Drawing,
  kind: 'clip-path' | 'mask',
  target: SvgElement,
  around: Surroundings,
  layer: { readonly box: Box; readonly pixels: number },
): void {
  const { ledger, graph } = drawing;
  const isClip = kind === 'clip-path';
  if (target.name !== (isClip ? 'clipPath' : 'mask') || (!isClip && around.clipped !== null)) return;
  ledger.spend(layer.pixels * (isClip ? MS.clipPixel : MS.maskPixel), around);
  const outside = ledger.begin();
  drawing.follow(target, isClip ? { ...around, clipped: layer.pixels } : around, { box: layer.box });
  const next = graph.references.find(target.attributes[kind]);
  if (next !== undefined) {
    const deeper = { ...around, depth: around.depth + 1, trail: [...around.trail, target] };
    coverWork(drawing, kind, next, deeper, layer);
  }
  ledger.close(outside, layer.pixels, BYTES.pixel + BYTES.maskPixel, around);
}

/** @returns the region that the filters of an element work on, in its user units; null when it has none */
function filtered(drawing: Drawing, { element, around, box }: Layered): Box | null {
  const value = element.attributes['filter'];
  if (value === undefined || around.clipped !== null) return null;
  const { filters, functions } = filtersOf(value, drawing.graph.references);
  const used = filters.filter(({ name }) => name === 'filter').map((filter) => drawing.servers.of(filter));
  const content = box ?? NO_BOX;
  for (const { length } of used) drawing.ledger.checkChain(length, around);
  let region: Box | null = functions.length > 0 && box !== null ? functionRegion(functions, content) : null;
  for (const { element: filter } of used) {
    region = unite(region, filterRegion(filter.attributes, around.placedUser, content));
  }
  if (region === null) return null;
  const scale = scaleOf(around.placed);
  const place = {
    scale: Math.max(scale.x, scale.y),
    edge: Math.max(content.right - content.left, content.bottom - content.top),
  };
  const works = used.map(({ element: filter }) => filterWork(drawing.scene.document, filter, place));
  if (functions.length > 0) works.push(functionWork(functions));
  countFilters(drawing, works, region, around);
  for (const { element: filter } of used) showImages(drawing, filter, around, region);
  return region;
}

function countFilters(
  { canvas, ledger }: Drawing,
  works: readonly FilterWork[],
  region: Box,
  around: Surroundings,
): void {
  const { left, top, right, bottom } = transformBox(around.placed, region);
  const pixels = Math.max(0, (right - left) * (bottom - top));
  if (!(pixels <= MAX_REGION_CANVASES * canvas.pixels)) {
    throw ledger.limit(around, 'the region of a filter is far too large');
  }
  for (const { pixelMs, pictures, characters } of works) {
    ledger.spend(pixels * pixelMs + characters * MS.filterCharacter, around);
    ledger.keep(characters * BYTES.filterCharacter, around);
    ledger.hold(pixels * pictures, around);
  }
}

/** A filter may show a part of the document, or an image. */
function showImages(drawing: Drawing, filter: SvgElement, around: Surroundings, box: Box): void {
  for (const step of filter.children) {
    if (step.kind !== 'element' || step.name !== 'feImage') continue;
    const target = drawing.graph.references.find(step.attributes['href']);
    const within = { ...around, matrix: around.placed, user: around.placedUser };
    if (target === undefined) drawing.showImage(step, around);
    else drawing.follow(target, within, { box });
  }
}

const NO_BOX = { left: 0, top: 0, right: 0, bottom: 0 };

/** Estimates the effects on an element as a whole: its layer, filters, clips and masks. */
import type { SvgElement } from '../document/tree.ts';
import { filterRegion, functionRegion } from '../geometry/filter-region.ts';
import { filtersOf } from '../graph/edges.ts';
import { type Box, transformBox, unite } from '../values/box.ts';
import { axisScales } from '../values/matrix.ts';
import { type FilterWork, filterWork, functionWork } from './filter-work.ts';
import type { InheritedState } from './inherited-state.ts';
import { BYTES, MS } from './prices.ts';
import type { WorkContext } from './work-context.ts';

/**
 * The part of the rough box of a text that its letters take, and with it the region of a filter: the box holds the widest
 * font in use, and marks above capitals. Only time is counted by it; memory must suffice for the whole box.
 */
const LETTERS_SHARE = 0.5;
/** The region of a filter, in areas of the picture. It is not clipped at the picture. */
const MAX_REGION_CANVASES = 18;

/** An element with effects. */
interface Layered {
  readonly element: SvgElement;
  readonly state: InheritedState;
  /** The box of its content, in its user units; null for no content. */
  readonly box: Box | null;
  /** Whether it clips its content at its viewport. */
  readonly clipsViewport: boolean;
}

/**
 * Count the layers of an element whose content has been counted.
 * @param outside  the result of the ledger's `begin`, called before the content
 * @returns        the box that it covers with its effects, in its user units; null for nothing
 */
export function effectWork(context: WorkContext, layered: Layered, outside: number): Box | null {
  const { canvas, ledger } = context;
  const { element, state } = layered;
  const region = filtered(context, layered);
  const box = region ?? layered.box;
  if (box === null) {
    ledger.close(outside, 0, 0, state);
    return null;
  }
  const pixels = state.clipped ?? canvas.layer(transformBox(state.placed, box), state.sure);
  ledger.spend(pixels * MS.layerPixel, state);
  ledger.keep(BYTES.layer, state);
  // Effects lie outside of the viewport that the element may open.
  const within: InheritedState = { ...state, matrix: state.placed, user: state.placedUser };
  if (layered.clipsViewport) {
    ledger.spend(pixels * MS.clipPixel, state);
    ledger.hold(pixels, state, BYTES.pixel + BYTES.maskPixel);
  }
  for (const kind of ['clip-path', 'mask'] as const) {
    const target = context.graph.references.find(element.attributes[kind]);
    if (target !== undefined) coverWork(context, kind, target, within, { box, pixels });
  }
  ledger.close(outside, pixels, BYTES.pixel, state);
  return box;
}

/** Count a clip or mask, and those applied to itself: all are held in memory at the same time. */
function coverWork(
  context: WorkContext,
  kind: 'clip-path' | 'mask',
  target: SvgElement,
  state: InheritedState,
  layer: { readonly box: Box; readonly pixels: number },
): void {
  const { ledger, graph } = context;
  const isClip = kind === 'clip-path';
  if (target.name !== (isClip ? 'clipPath' : 'mask') || (!isClip && state.clipped !== null)) return;
  ledger.spend(layer.pixels * (isClip ? MS.clipPixel : MS.maskPixel), state);
  const outside = ledger.begin();
  context.follow(target, isClip ? { ...state, clipped: layer.pixels } : state, { box: layer.box });
  const next = graph.references.find(target.attributes[kind]);
  if (next !== undefined) {
    const deeper = { ...state, depth: state.depth + 1, trail: [...state.trail, target] };
    coverWork(context, kind, next, deeper, layer);
  }
  ledger.close(outside, layer.pixels, BYTES.pixel + BYTES.maskPixel, state);
}

/** Count the filters of an element. @returns their region, in user units; null when it has none */
function filtered(context: WorkContext, { element, state, box }: Layered): Box | null {
  const value = element.attributes['filter'];
  if (value === undefined || state.clipped !== null) return null;
  const { filters, functions } = filtersOf(value, context.graph.references);
  const used = filters.filter(({ name }) => name === 'filter').map((filter) => context.servers.of(filter));
  const content = box ?? NO_BOX;
  for (const { length } of used) context.ledger.checkChain(length, state);
  let region: Box | null = functions.length > 0 && box !== null ? functionRegion(functions, content) : null;
  for (const { element: filter } of used) {
    region = unite(region, filterRegion(filter.attributes, state.placedUser, content));
  }
  if (region === null) return null;
  const scale = axisScales(state.placed);
  const place = {
    scale: Math.max(scale.x, scale.y),
    edge: Math.max(content.right - content.left, content.bottom - content.top),
  };
  const works = used.map(({ element: filter }) => filterWork(context.scene.document, filter, place));
  if (functions.length > 0) works.push(functionWork(functions));
  countFilters(context, works, region, { state, share: isSizedByLetters(element, used) ? LETTERS_SHARE : 1 });
  for (const { element: filter } of used) showImages(context, filter, state, region);
  return region;
}

/** True where the region is a share of the rough box of a text, and not a place of its own. */
function isSizedByLetters(
  { name }: SvgElement,
  filters: readonly { readonly element: SvgElement }[],
): boolean {
  return (
    name === 'text' && filters.every(({ element }) => element.attributes['filterUnits'] !== 'userSpaceOnUse')
  );
}

function countFilters(
  { canvas, ledger }: WorkContext,
  works: readonly FilterWork[],
  region: Box,
  { state, share }: { readonly state: InheritedState; readonly share: number },
): void {
  const { left, top, right, bottom } = transformBox(state.placed, region);
  const pixels = Math.max(0, (right - left) * (bottom - top));
  if (!(pixels <= MAX_REGION_CANVASES * canvas.pixels)) {
    throw ledger.limit(state, 'the region of a filter is far too large');
  }
  for (const { pixelMs, pictures, characters } of works) {
    ledger.spend(share * pixels * pixelMs + characters * MS.filterCharacter, state);
    ledger.keep(characters * BYTES.filterCharacter, state);
    ledger.hold(pixels * pictures, state);
  }
}

/** Count what a filter shows: a part of the document, or an image. */
function showImages(context: WorkContext, filter: SvgElement, state: InheritedState, box: Box): void {
  for (const step of filter.children) {
    if (step.kind !== 'element' || step.name !== 'feImage') continue;
    const target = context.graph.references.find(step.attributes['href']);
    const within = { ...state, matrix: state.placed, user: state.placedUser };
    if (target === undefined) context.showImage(step, state);
    else context.follow(target, within, { box });
  }
}

const NO_BOX = { left: 0, top: 0, right: 0, bottom: 0 };

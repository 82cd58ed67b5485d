/** Draws the tone mask: which pixels of a picture show something that is marked as continuous. */
import { SvgSignal } from '../../svg/document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../../svg/document/tree.ts';
import { isNested, type Placement, pageMatrix, userBox } from '../../svg/document/viewport.ts';
import { paintOrder } from '../../svg/geometry/paint-order.ts';
import { rootPlace } from '../../svg/geometry/place.ts';
import { Scene } from '../../svg/geometry/scene.ts';
import { checkDrawing } from '../../svg/work/limits.ts';
import type { TextReach } from '../../text/extraction.ts';
import type { DrawTools, PageLayout } from '../draw-tiles.ts';
import type { PanelInks } from '../panel-inks.ts';
import { type PicturePlan, planTiles, type SolidRect } from '../plan/plan.ts';
import { drawWithResvg } from '../resvg/resvg.ts';
import { writeSvg, writeTile } from '../resvg/write.ts';
import { fillMaskImages } from './mask-images.ts';
import { buildMaskTree } from './mask-tree.ts';

const BLACK = 0x000000;
const WHITE = 0xffffff;

/**
 * Draw the mask of a document that is ready to be drawn. The document is not changed.
 * @returns  one byte a pixel of the placement, row-major: 1 where at least half of the pixel shows continuous
 *           tone, else 0
 * @throws {SvgSignal} as drawing the document itself
 */
export async function drawToneMask(scene: Scene, layout: PageLayout, tools: DrawTools): Promise<Uint8Array> {
  const { viewport, placement } = layout;
  const { fontFiles, store, clock } = tools;
  clock.begin('tone');
  const tree = buildMaskTree(scene, userBox(viewport));
  // It contains copies of what is used in several tones, besides the document itself.
  checkDrawing(new Scene(tree.document), viewport, placement);
  const silhouettes = await fillMaskImages(tree.images, tools.images, store);
  const images = new Map([...tools.images, ...silhouettes]);
  const mask = new Uint8Array(placement.width * placement.height);
  const draw = (svg: string, place: Placement): void => {
    const drawn = drawWithResvg(svg, { name: scene.document.name, fontFiles, images, placement: place });
    if (!drawn.ok) throw new SvgSignal(drawn.error);
    setTones(mask, placement, place, drawn.value);
  };
  const plan = planMask(tree.document, layout);
  if (plan === null) draw(writeSvg(tree.document, viewport, placement), placement);
  else {
    for (const solid of plan.solids) fillTone(mask, placement, solid);
    for (const tile of plan.tiles) draw(writeTile(tree.document, viewport, placement, tile), tile.place);
  }
  return mask;
}

/** The tones as inks: their values in the mask. */
const TONE_INKS: PanelInks = {
  sent: new Set([WHITE, BLACK]),
  solid: (rgb) => (rgb === WHITE ? 1 : rgb === BLACK ? 0 : null),
};

/** Most masks are a few boxes, which need no drawing. Null for one that is drawn as a whole. */
function planMask(document: SvgDocument, { viewport, placement, frame }: PageLayout): PicturePlan | null {
  // The content of a nested viewport has no known place.
  if (isNested(viewport)) return null;
  // Its images have become boxes since its work was estimated.
  const scene = new Scene(document);
  const root = rootPlace(document.root, pageMatrix(viewport, placement), userBox(viewport), scene.styles);
  const place = { placement, frame, painted: paintOrder(scene, root), texts: NO_TEXTS };
  const plan = planTiles(scene, place, TONE_INKS);
  // Where nothing is painted, nothing is continuous: the first solid is white paper.
  return plan === null ? null : { ...plan, solids: plan.solids.slice(1) };
}

const NO_TEXTS: ReadonlyMap<SvgElement, TextReach> = new Map();

function fillTone(mask: Uint8Array, page: Placement, { index, ...place }: SolidRect): void {
  for (const [at, length] of rowsOf(page, place)) mask.fill(index, at, at + length);
}

/** White on nothing or black: the red channel, premultiplied, is the share of the pixel. */
function setTones(mask: Uint8Array, page: Placement, place: Placement, pixels: Uint8Array): void {
  let from = 0;
  for (const [at, length] of rowsOf(page, place)) {
    for (let to = at; to < at + length; to += 1, from += 4) mask[to] = (pixels[from] ?? 0) >> 7;
  }
}

/** Start and length of the rows of a part of a page. */
function* rowsOf(page: Placement, { x, y, width, height }: Placement): Generator<readonly [number, number]> {
  const start = (y - page.y) * page.width + x - page.x;
  for (let row = 0; row < height; row += 1) yield [start + row * page.width, width];
}

/** Draws the tone mask: which pixels of a picture show something that is marked as continuous. */
import { SvgSignal } from '../../svg/document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../../svg/document/tree.ts';
import { type Extent, isNested, type Placement, pageMatrix, userBox } from '../../svg/document/viewport.ts';
import { paintOrder } from '../../svg/geometry/painted-elements.ts';
import { rootPlace } from '../../svg/geometry/place.ts';
import { Scene } from '../../svg/geometry/scene.ts';
import { readImageHeader } from '../../svg/images/image-header.ts';
import type { ImageStore } from '../../svg/images/image-store.ts';
import type { ResolvedImages } from '../../svg/images/load-images.ts';
import { checkDrawing } from '../../svg/work/check-work.ts';
import type { TextReach } from '../../text/extraction.ts';
import type { DrawTools, PageLayout } from '../draw-tiles.ts';
import type { PanelInks } from '../panel-inks.ts';
import { type PicturePlan, planTiles, type SolidRect } from '../plan/plan.ts';
import { drawWithResvg } from '../resvg/resvg.ts';
import { writeSvg, writeTile } from '../resvg/write.ts';
import { buildMaskTree, type MaskImage } from './mask-tree.ts';
import { MASK_COLOUR } from './paint.ts';

/** Attributes that place the picture inside the element. */
const PLACING = ['x', 'y', 'width', 'height', 'preserveAspectRatio'] as const;

/**
 * Replace opaque images by boxes, others by their silhouettes.
 * @param images  what the picture shows, by address
 * @returns       the silhouettes, by address
 */
async function fillMaskImages(
  maskImages: readonly MaskImage[],
  images: ResolvedImages,
  store: ImageStore,
): Promise<ResolvedImages> {
  const silhouettes = new Map<string, Buffer>();
  const addresses = new Map<Buffer, string>();
  for (const { element, tone } of maskImages) {
    const address = element.attributes['href'] ?? '';
    const bytes = images.get(address);
    const header = bytes === undefined ? null : readImageHeader(bytes);
    if (header?.format === 'jpeg') {
      showBox(element, header, MASK_COLOUR[tone]);
      continue;
    }
    const silhouette = bytes === undefined ? null : await store.silhouette(bytes, tone === 'continuous');
    if (silhouette === null) element.name = 'g';
    else {
      // resvg does not ask for images inside a pattern.
      const inline = address.startsWith('data:');
      const own =
        addresses.get(silhouette) ??
        (inline
          ? `data:image/png;base64,${silhouette.toString('base64')}`
          : `http://asset.invalid/tone/${silhouettes.size}`);
      addresses.set(silhouette, own);
      silhouettes.set(own, silhouette);
      element.attributes['href'] = own;
    }
  }
  return silhouettes;
}

/** Turn an `<image>` into a box as large as the image with this many pixels would be. */
function showBox(image: SvgElement, pixels: Extent, fill: string): void {
  const { start, end, attributes } = image;
  if (fillsItsBox(attributes, pixels)) {
    image.name = 'rect';
    attributes['fill'] = fill;
    delete attributes['preserveAspectRatio'];
    delete attributes['href'];
    return;
  }
  const placed: Record<string, string> = { viewBox: `0 0 ${pixels.width} ${pixels.height}` };
  for (const name of PLACING) {
    const value = image.attributes[name];
    if (value !== undefined) placed[name] = value;
    delete image.attributes[name];
  }
  delete image.attributes['href'];
  const element = { kind: 'element', parent: null, start, end, styleOnly: null } as const;
  const box = { ...element, name: 'rect', attributes: { width: '100%', height: '100%', fill }, children: [] };
  image.name = 'g';
  image.children = [{ ...element, name: 'svg', attributes: placed, children: [box] }];
}

/** True for an image that its box, which lies on whole units, neither cuts off nor surrounds with empty space. */
function fillsItsBox(attributes: SvgElement['attributes'], pixels: Extent): boolean {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) => Number(attributes[name] || '0'));
  if (![x, y, width, height].every(Number.isInteger)) return false;
  return (width ?? 0) * pixels.height === (height ?? 0) * pixels.width;
}

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

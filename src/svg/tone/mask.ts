/** Draws the mask of tones: which pixels of a picture show something that is marked as continuous. */
import { SvgSignal } from '../document/svg-failure.ts';
import { type Placement, userBox, type Viewport } from '../document/viewport.ts';
import { Scene } from '../geometry/scene.ts';
import type { ImageStore } from '../images/image-store.ts';
import type { ResolvedImages } from '../images/load-images.ts';
import { drawWithResvg } from '../resvg/resvg.ts';
import { writeSvg } from '../resvg/write.ts';
import { checkDrawing } from '../work/limits.ts';
import { fillMaskImages } from './mask-images.ts';
import { buildMaskTree } from './mask-tree.ts';

export interface MaskRequest {
  readonly viewport: Viewport;
  readonly placement: Placement;
  /** The fonts and images of the picture. */
  readonly fontFiles: readonly string[];
  readonly images: ResolvedImages;
  readonly store: ImageStore;
}

/**
 * Draw the mask of a document that is ready to be drawn. The document is not changed.
 * @returns  one byte a pixel of the placement, row-major: 1 where at least half of the pixel shows continuous
 *           tone, else 0
 * @throws {SvgSignal} as drawing the document itself
 */
export async function drawToneMask(scene: Scene, request: MaskRequest): Promise<Uint8Array> {
  const { viewport, placement, fontFiles, store } = request;
  const tree = buildMaskTree(scene, userBox(viewport));
  // It holds copies of what is used in several tones, and the document besides.
  checkDrawing(new Scene(tree.document), viewport, placement);
  const silhouettes = await fillMaskImages(tree.images, request.images, store);
  const images = new Map([...request.images, ...silhouettes]);
  const svg = writeSvg(tree.document, viewport, placement);
  const drawn = drawWithResvg(svg, { name: scene.document.name, fontFiles, images, placement });
  if (!drawn.ok) throw new SvgSignal(drawn.error);
  return threshold(drawn.value.pixels);
}

/** White on nothing or black: the red channel, premultiplied, is the share of the pixel. */
function threshold(pixels: Uint8Array): Uint8Array {
  const mask = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (pixels[at * 4] ?? 0) >> 7;
  return mask;
}

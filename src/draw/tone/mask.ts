/** Draws the tone mask: which pixels of a picture show something that is marked as continuous. */
import { SvgSignal } from '../../svg/document/svg-failure.ts';
import { userBox } from '../../svg/document/viewport.ts';
import { Scene } from '../../svg/geometry/scene.ts';
import { checkDrawing } from '../../svg/work/limits.ts';
import type { DrawTools, PageLayout } from '../draw-tiles.ts';
import { drawWithResvg } from '../resvg/resvg.ts';
import { writeSvg } from '../resvg/write.ts';
import { fillMaskImages } from './mask-images.ts';
import { buildMaskTree } from './mask-tree.ts';

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
  const svg = writeSvg(tree.document, viewport, placement);
  const drawn = drawWithResvg(svg, { name: scene.document.name, fontFiles, images, placement });
  if (!drawn.ok) throw new SvgSignal(drawn.error);
  return threshold(drawn.value);
}

/** White on nothing or black: the red channel, premultiplied, is the share of the pixel. */
function threshold(pixels: Uint8Array): Uint8Array {
  const mask = new Uint8Array(pixels.length / 4);
  for (let at = 0; at < mask.length; at += 1) mask[at] = (pixels[at * 4] ?? 0) >> 7;
  return mask;
}

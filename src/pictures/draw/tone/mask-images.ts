/** Replaces the images of the tone mask by the area that each covers, in the colour of its tone. */
import type { SvgElement } from '../../svg/document/tree.ts';
import type { Extent } from '../../svg/document/viewport.ts';
import { readImageHeader } from '../../svg/images/image-header.ts';
import type { ImageStore } from '../../svg/images/image-store.ts';
import type { ResolvedImages } from '../../svg/images/load-images.ts';
import type { MaskImage } from './mask-tree.ts';
import { MASK_COLOUR } from './paint.ts';

/** Attributes that place the picture inside the element. */
const PLACING = ['x', 'y', 'width', 'height', 'preserveAspectRatio'] as const;

/**
 * Replace opaque images by boxes, others by their silhouettes.
 * @param images  what the picture shows, by address
 * @returns       the silhouettes, by address
 */
export async function fillMaskImages(
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

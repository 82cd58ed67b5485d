/** Loads the pixel images of an SVG, and gives its elements addresses that only resvg's caller can resolve. */
import { failAt } from '../document/svg-failure.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { type ElementPlace, elementPlace } from '../geometry/place.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { drawnLength } from '../values/length.ts';
import { axisScales } from '../values/matrix.ts';
import type { LimitsReport } from '../work/check-work.ts';
import { type AssetFolder, readAsset } from './asset-files.ts';
import { decodeDataUri } from './href.ts';
import { type ImageHeader, readImageHeader } from './image-header.ts';
import type { ImageStore, ReadyImage } from './image-store.ts';
import { IMAGE_PIXELS } from './image-store.ts';
import { type ImageUse, imageName, refusedImage } from './images.ts';

/** The page that contains the images. */
interface ImagePage {
  /** The place of the root. */
  readonly place: ElementPlace;
  readonly styles: ComputedStyles;
}

/** Elements that do nothing to their content beyond moving and scaling it. */
const TRANSPARENT = new Set(['g', 'a', 'switch']);

/**
 * The size in device pixels at which an image of `pixels` is drawn; its ratio is kept unless `preserveAspectRatio` says
 * otherwise. Null when the size depends on more than the ancestors' transforms: in patterns, symbols, masks and nested
 * viewports.
 */
export function drawnSize(element: SvgElement, pixels: Extent, page: ImagePage): Extent | null {
  const place = placeOf(element, page);
  if (place === null) return null;
  const { matrix, user } = place;
  const scale = axisScales(matrix);
  const width = drawnLength(element.attributes['width'], user.width, user.em);
  const height = drawnLength(element.attributes['height'], user.height, user.em);
  if (width === null || height === null) return null;
  const x = (width * scale.x) / pixels.width;
  const y = (height * scale.y) / pixels.height;
  const ratio = element.attributes['preserveAspectRatio']?.trim() ?? '';
  if (ratio.startsWith('none')) return extent(pixels, x, y);
  const both = /\bslice\b/.test(ratio) ? Math.max(x, y) : Math.min(x, y);
  return extent(pixels, both, both);
}

function placeOf(element: SvgElement, page: ImagePage): ElementPlace | null {
  const { parent } = element;
  if (parent === null) return page.place;
  if (parent.parent !== null && !TRANSPARENT.has(parent.name)) return null;
  const outer = placeOf(parent, page);
  return outer === null ? null : elementPlace(element, outer, page.styles);
}

function extent(pixels: Extent, x: number, y: number): Extent | null {
  const width = Math.round(pixels.width * x);
  const height = Math.round(pixels.height * y);
  return Number.isFinite(width + height) ? { width: Math.max(1, width), height: Math.max(1, height) } : null;
}

/** Pictures by the address with which resvg asks for them. */
export type ResolvedImages = ReadonlyMap<string, Buffer>;

interface ImageTools {
  readonly store: ImageStore;
  readonly assets: AssetFolder;
  readonly page: ImagePage;
  /** How often each image is decoded, and how much memory is left for images. */
  readonly limits: Pick<LimitsReport, 'imageUses' | 'imageBytes'>;
}

/**
 * Load all images. Elements without a size get that of their image.
 * @throws {SvgSignal} a file is missing, refused, damaged or no image, or the images take too much memory
 */
export async function loadImages(
  document: SvgDocument,
  uses: readonly ImageUse[],
  tools: ImageTools,
): Promise<ResolvedImages> {
  const images = new Map<string, Buffer>();
  if (uses.length === 0) return images;
  const inline = needsInlineImages(document);
  let bytes = 0;
  const addresses = new Map<ReadyImage, string>();
  for (const use of uses) {
    const image = await loadImage(document, use, tools);
    bytes += bytesOf(image, tools.limits.imageUses.get(use.element) ?? 1, inline);
    if (bytes > tools.limits.imageBytes) {
      const message = `the images take too much memory to draw: unpacked they need more than ${Math.floor(tools.limits.imageBytes / MIB)} MiB`;
      throw failAt(document, use.element.start, 'svg_limit', message);
    }
    let address = addresses.get(image);
    if (address === undefined) {
      address = inline
        ? `data:${image.mime};base64,${image.bytes.toString('base64')}`
        : `http://asset.invalid/${images.size}`;
      addresses.set(image, address);
      images.set(address, image.bytes);
    }
    use.element.attributes['href'] = address;
  }
  return images;
}

const MIB = 1024 * 1024;
/** Bytes of a decoded pixel. resvg decodes an image for each element that shows it; a JPEG takes another copy. */
const PIXEL_BYTES = 4;
const JPEG_PIXEL_BYTES = 7;
/** Copies of the encoded bytes of an inline image: the written SVG, twice as text, and the bytes themselves. */
const INLINE_COPIES = 5;

/** Bytes of memory that an image takes while the picture is drawn. */
function bytesOf({ bytes, mime }: ReadyImage, times: number, inline: boolean): number {
  const header = readImageHeader(bytes);
  const pixels = header === null ? 0 : header.width * header.height;
  const unpacked = pixels * (mime === 'image/jpeg' ? JPEG_PIXEL_BYTES : PIXEL_BYTES);
  return times * unpacked + bytes.length * (inline ? INLINE_COPIES : 2);
}

const HIDING = new Set(['pattern', 'mask', 'clipPath', 'filter']);

/** resvg does not ask for images inside a pattern, mask or filter: there they must be written into the SVG itself. */
function needsInlineImages(document: SvgDocument): boolean {
  let found = false;
  walk(document.root, (element) => {
    if (element.name !== 'image' && element.name !== 'feImage' && element.name !== 'use') return;
    for (let at = element.parent; at !== null; at = at.parent) found ||= HIDING.has(at.name);
  });
  return found;
}

async function loadImage(document: SvgDocument, use: ImageUse, tools: ImageTools): Promise<ReadyImage> {
  const { element } = use;
  const name = imageName(use.href);
  const { bytes, header } = readImage(document, use, tools.assets);
  const size = await tools.store.sizeOf(bytes, header);
  if (size === null || size.width === 0 || size.height === 0) {
    throw failAt(document, element.start, 'svg_invalid', `image "${name}" is damaged`);
  }
  if (size.width * size.height > IMAGE_PIXELS) {
    const message = `image "${name}" of ${size.width} x ${size.height} pixels is too large`;
    throw failAt(document, element.start, 'svg_limit', message);
  }
  if (element.name === 'image') setNaturalSize(element, size);
  const ready = await tools.store.prepare(bytes, header, size, drawnSize(element, size, tools.page));
  if (ready === null) throw failAt(document, element.start, 'svg_invalid', `image "${name}" is damaged`);
  return ready;
}

/** The content of an image and its header. */
export function readImage(
  document: SvgDocument,
  { element, href }: ImageUse,
  assets: AssetFolder,
): { readonly bytes: Buffer; readonly header: ImageHeader } {
  const bytes =
    href.kind === 'data' ? decodeDataUri(href.uri) : readImageFile(document, element, href.path, assets);
  const header = bytes === null ? null : readImageHeader(bytes);
  if (bytes === null || header === null) {
    const message = `image "${imageName({ ...href })}" is ${describeUnknown(bytes)}`;
    throw failAt(document, element.start, 'svg_invalid', message);
  }
  return { bytes, header };
}

function describeUnknown(bytes: Buffer | null): string {
  // RFC 1952 §2.3.1.
  const isGzip = bytes?.[0] === 0x1f && bytes[1] === 0x8b;
  return isGzip ? 'compressed with gzip (svgz?): unpack it first' : 'not a PNG, JPEG, GIF, WebP, AVIF or SVG';
}

function readImageFile(
  document: SvgDocument,
  element: SvgElement,
  path: string,
  assets: AssetFolder,
): Buffer {
  const read = readAsset(assets, path);
  switch (read.kind) {
    case 'bytes':
      return read.bytes;
    case 'missing': {
      const message = `image "${path}": there is no such file in the folder of the screen`;
      throw failAt(document, element.start, 'asset_missing', message);
    }
    case 'refused':
      throw refusedImage(document, element, path, read.reason);
  }
}

/** An image with one edge gets the other by its ratio; an image without edges gets a unit for each pixel. */
function setNaturalSize({ attributes }: SvgElement, size: Extent): void {
  const { width, height } = attributes;
  const isAuto = (value: string | undefined): boolean => value === undefined || value.trim() === 'auto';
  if (isAuto(width) && isAuto(height)) {
    attributes['width'] = String(size.width);
    attributes['height'] = String(size.height);
  } else if (isAuto(width)) {
    const edge = Number.parseFloat(height ?? '');
    if (!height?.includes('%')) attributes['width'] = String((edge * size.width) / size.height);
  } else if (isAuto(height)) {
    const edge = Number.parseFloat(width ?? '');
    if (!width?.includes('%')) attributes['height'] = String((edge * size.height) / size.width);
  }
}

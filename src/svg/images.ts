/** Loads the images of an SVG, makes them something that resvg can draw, and rewrites their references. */
import type { Failure } from '../base/failure.ts';
import { LIMITS } from '../base/limits.ts';
import type { AssetPlace } from './asset-files.ts';
import { readAsset } from './asset-files.ts';
import type { ImageHref } from './href.ts';
import { classifyHref, decodeDataUri } from './href.ts';
import { convertImage } from './image-convert.ts';
import { readImageHeader } from './image-header.ts';
import { failAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';

/** Elements whose `href` is a picture. All others may only point into the document. */
const IMAGE_ELEMENTS: ReadonlySet<string> = new Set(['image', 'feImage']);

/** An element and the picture that it asks for. */
export interface ImageUse {
  readonly element: SvgElement;
  readonly href: ImageHref;
}

/**
 * The images of a document. References of other elements that leave the document are removed on the way.
 * @throws {SvgSignal} `asset_refused` for an address that must not be read
 */
export function collectImages(document: SvgDocument): readonly ImageUse[] {
  const uses: ImageUse[] = [];
  walk(document.root, (element) => {
    const { href } = element.attributes;
    if (href === undefined) return;
    if (!IMAGE_ELEMENTS.has(element.name)) {
      if (!href.trim().startsWith('#')) delete element.attributes['href'];
      return;
    }
    const classified = classifyHref(href);
    if (classified.kind === 'refused') throw refusal(document, element, href, classified.reason);
    uses.push({ element, href: classified });
  });
  return uses;
}

/** Paths of the files that the images name, each once. */
export function filesOf(uses: readonly ImageUse[]): readonly string[] {
  return [...new Set(uses.flatMap(({ href }) => (href.kind === 'file' ? [href.path] : [])))];
}

/** Pictures by the address under which resvg asks for them. */
export type ResolvedImages = ReadonlyMap<string, Buffer>;

/**
 * Load every image and point its element to an address that only `ResolvedImages` knows.
 * @throws {SvgSignal} a file that is missing, refused, or no image
 */
export async function loadImages(
  document: SvgDocument,
  uses: readonly ImageUse[],
  place: AssetPlace,
): Promise<ResolvedImages> {
  const images = new Map<string, Buffer>();
  const inline = needsInlineImages(document);
  for (const { element, href } of uses) {
    if (href.kind === 'none' || href.kind === 'refused') {
      delete element.attributes['href'];
      continue;
    }
    const bytes = await loadImage(document, element, href, place);
    if (inline) {
      element.attributes['href'] = `data:image/png;base64,${bytes.toString('base64')}`;
    } else {
      const address = `http://asset.invalid/${images.size}`;
      images.set(address, bytes);
      element.attributes['href'] = address;
    }
  }
  return images;
}

/** resvg asks for no image that lies in a pattern, a mask or a filter: there it must be in the SVG itself. */
function needsInlineImages(document: SvgDocument): boolean {
  const HIDING = new Set(['pattern', 'mask', 'clipPath', 'filter']);
  let found = false;
  walk(document.root, (element) => {
    if (!['image', 'feImage', 'use'].includes(element.name)) return;
    for (let at = element.parent; at !== null; at = at.parent) found ||= HIDING.has(at.name);
  });
  return found;
}

async function loadImage(
  document: SvgDocument,
  element: SvgElement,
  href: ImageHref & { kind: 'data' | 'file' },
  place: AssetPlace,
): Promise<Buffer> {
  const shown = href.kind === 'data' ? `${href.uri.slice(0, 40)}…` : href.path;
  const bytes =
    href.kind === 'data' ? decodeDataUri(href.uri) : readFile(document, element, href.path, place);
  const header = bytes === null ? null : readImageHeader(bytes);
  if (bytes === null || header === null) {
    throw failAt(
      document,
      element.start,
      'svg_invalid',
      `image "${shown}" is not a PNG, JPEG, GIF, WebP or AVIF`,
    );
  }
  if (header.width * header.height > LIMITS.imagePixels) {
    const size = `${header.width} x ${header.height}`;
    throw failAt(
      document,
      element.start,
      'svg_limit',
      `image "${shown}" has ${size} pixels, which is too many`,
    );
  }
  const converted = await convertImage(bytes, header);
  if (converted === null) {
    throw failAt(document, element.start, 'svg_invalid', `image "${shown}" is damaged`);
  }
  return converted;
}

function readFile(document: SvgDocument, element: SvgElement, path: string, place: AssetPlace): Buffer {
  const read = readAsset(place, path);
  switch (read.kind) {
    case 'bytes':
      return read.bytes;
    case 'missing':
      throw failAt(document, element.start, 'asset_missing', missingMessage(path));
    case 'refused':
      throw refusal(document, element, path, read.reason);
  }
}

function missingMessage(path: string): string {
  return `image "${path}": there is no such file in the folder of the screen`;
}

function refusal(
  document: SvgDocument,
  element: SvgElement,
  href: string,
  reason: string,
): Error & {
  readonly failure: Failure;
} {
  return failAt(document, element.start, 'asset_refused', `image "${href.slice(0, 80)}": ${reason}`);
}

/** Replaces SVG images by their content. */
import type { Problem } from '../../../platform/base/failure.ts';
import { failAt, problemAt, SvgSignal } from '../document/svg-failure.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { readViewport, userBox, type Viewport } from '../document/viewport.ts';
import { REFERENCE_ATTRIBUTES } from '../graph/edges.ts';
import { RESERVED, settleReferences } from '../graph/settle.ts';
import { parseSvg, SVG_ELEMENTS } from '../parse/parse.ts';
import { applyStyles } from '../style/cascade.ts';
import { applyTransformOrigins } from '../style/transform-origin.ts';
import { type AssetFolder, NO_ASSETS } from './asset-files.ts';
import { collectImages, type ImageUse, imageName, refusedImage } from './images.ts';
import { readImage } from './load-images.ts';

/** Nobody needs an image in an image in an image in an image. */
const MAX_DEPTH = 3;
/** The size that browsers use for a picture without one (CSS Images 3 §5.3). */
const DEFAULT_FRAME = { width: 300, height: 150 };

/** Initial values of all inherited properties: an image inherits nothing from the document. */
const INITIAL: Readonly<Record<string, string>> = {
  color: '#000',
  'clip-rule': 'nonzero',
  direction: 'ltr',
  'dominant-baseline': 'auto',
  fill: '#000',
  'fill-opacity': '1',
  'fill-rule': 'nonzero',
  'font-family': 'sans-serif',
  'font-size': '16',
  'font-stretch': 'normal',
  'font-style': 'normal',
  'font-variant': 'normal',
  'font-variation-settings': 'normal',
  'font-weight': '400',
  'image-rendering': 'auto',
  'letter-spacing': 'normal',
  'marker-end': 'none',
  'marker-mid': 'none',
  'marker-start': 'none',
  'paint-order': 'normal',
  'shape-rendering': 'auto',
  stroke: 'none',
  'stroke-dasharray': 'none',
  'stroke-dashoffset': '0',
  'stroke-linecap': 'butt',
  'stroke-linejoin': 'miter',
  'stroke-miterlimit': '4',
  'stroke-opacity': '1',
  'stroke-width': '1',
  'text-anchor': 'start',
  'text-rendering': 'auto',
  'word-spacing': 'normal',
  'writing-mode': 'horizontal-tb',
};

/** Attributes of `<image>` that place it; all others go to a group around the drawing. */
const PLACING = ['x', 'y', 'width', 'height', 'preserveAspectRatio'] as const;

interface Inlined {
  /** The remaining images, including those in the replaced SVGs. */
  readonly uses: readonly ImageUse[];
  /** About the styles of the replaced SVGs. */
  readonly warnings: readonly Problem[];
  /** Whether any was replaced. */
  readonly isChanged: boolean;
}

/**
 * Replace every image that is an SVG by its content, with ids that cannot clash.
 * @param assets  where files are; null leaves images in files alone, as nothing is known of them yet
 */
export function inlineSvgImages(
  document: SvgDocument,
  uses: readonly ImageUse[],
  assets: AssetFolder | null,
): Inlined {
  const inliner = new Inliner(document, assets);
  for (const use of uses) inliner.take(use, 1);
  return { uses: inliner.left, warnings: inliner.warnings, isChanged: inliner.isChanged };
}

class Inliner {
  readonly left: ImageUse[] = [];
  readonly warnings: Problem[] = [];
  readonly #document: SvgDocument;
  readonly #assets: AssetFolder | null;
  #count = 0;
  #elements: number;

  constructor(document: SvgDocument, assets: AssetFolder | null) {
    this.#document = document;
    this.#assets = assets;
    this.#elements = document.elementCount;
  }

  take(use: ImageUse, depth: number): void {
    const text = this.#svgText(use);
    if (text === null) {
      this.left.push(use);
      return;
    }
    const { element } = use;
    if (element.name === 'feImage') {
      throw refusedImage(this.#document, element, imageName(use.href), 'a filter cannot show an SVG');
    }
    if (depth > MAX_DEPTH) {
      const message = `SVG images lie more than ${MAX_DEPTH} deep in each other`;
      throw failAt(this.#document, element.start, 'svg_limit', message);
    }
    const inner = this.#parse(use, text);
    this.#countElements(inner, element);
    const viewport = readViewport(inner, DEFAULT_FRAME);
    const found = [...applyStyles(inner), ...applyTransformOrigins(inner, userBox(viewport))];
    this.warnings.push(...found.map(({ message }) => this.#aboutImage(use, message)));
    settleReferences(inner);
    this.#count += 1;
    prefixIds(inner.root, `${RESERVED}image${this.#count}-`);
    const nested = collectImages(inner).filter(({ element: image, href }) => {
      // Browsers do the same: a picture loads nothing else.
      if (href.kind === 'file') delete image.attributes['href'];
      return href.kind === 'data';
    });
    replaceImage(element, inner.root, viewport);
    for (const next of nested) this.take(next, depth + 1);
  }

  /** All SVG images count towards the element limit of the document. */
  #countElements({ elementCount }: SvgDocument, image: SvgElement): void {
    this.#elements += elementCount;
    if (this.#elements <= SVG_ELEMENTS) return;
    const message = `there are more than ${SVG_ELEMENTS} elements, those of SVG images counted`;
    throw failAt(this.#document, image.start, 'svg_limit', message);
  }

  get isChanged(): boolean {
    return this.#count > 0;
  }

  /** The source of an SVG image; null for other images. */
  #svgText(use: ImageUse): string | null {
    const { href } = use;
    if (href.kind === 'data' && !mayBeSvg(href.uri)) return null;
    if (href.kind === 'file' && (this.#assets === null || !/\.svg$/i.test(href.path))) return null;
    const { bytes, header } = readImage(this.#document, use, this.#assets ?? NO_ASSETS);
    return header.format === 'svg' ? bytes.toString('utf8') : null;
  }

  #parse(use: ImageUse, text: string): SvgDocument {
    try {
      return parseSvg(text, this.#document.name);
    } catch (error) {
      if (!(error instanceof SvgSignal)) throw error;
      throw new SvgSignal({ code: error.failure.code, ...this.#aboutImage(use, error.failure.message) });
    }
  }

  /** A problem with the position of the `<image>`: positions inside the image mean nothing in the document. */
  #aboutImage(use: ImageUse, message: string): Problem {
    return problemAt(this.#document, use.element.start, `image "${imageName(use.href)}": ${message}`);
  }
}

function mayBeSvg(uri: string): boolean {
  const mime = uri.slice(5, 64).toLowerCase();
  return !/^image\/(?:png|jpe?g|gif|webp|avif)[;,]/.test(mime);
}

/** Turn the `<image>` into a group with the SVG in it. */
function replaceImage(image: SvgElement, root: SvgElement, viewport: Viewport): void {
  const { width, height } = viewport;
  const box = userBox(viewport);
  const placed: Record<string, string> = { width: String(width), height: String(height) };
  for (const name of PLACING) {
    const value = image.attributes[name];
    if (value !== undefined && value.trim() !== 'auto') placed[name] = value;
    delete image.attributes[name];
  }
  delete image.attributes['href'];
  const own = Object.entries(root.attributes).filter(
    ([name]) => !Object.hasOwn(placed, name) && name !== 'viewBox',
  );
  const viewBox = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const svg: SvgElement = {
    ...root,
    name: 'svg',
    parent: image,
    attributes: { ...INITIAL, ...Object.fromEntries(own), ...placed, viewBox },
  };
  for (const child of svg.children) {
    if (child.kind === 'element') child.parent = svg;
  }
  walk(svg, (element) => {
    element.start = image.start;
    element.end = image.end;
  });
  image.name = 'g';
  image.children = [svg];
}

/** Add a prefix to all ids of a subtree with settled references, and to the references. */
function prefixIds(root: SvgElement, prefix: string): void {
  walk(root, ({ attributes }) => {
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      if (name === 'id') attributes[name] = prefix + value;
      else if (REFERENCE_ATTRIBUTES.has(name)) attributes[name] = prefixed(name, value, prefix);
    }
  });
}

function prefixed(name: string, value: string, prefix: string): string {
  if (name === 'href') return value.replace(/^#/, `#${prefix}`);
  return value.replaceAll('url(#', `url(#${prefix}`);
}

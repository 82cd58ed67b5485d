/** Finds the images of an SVG and classifies their addresses. */
import { failAt, type SvgSignal } from '../document/svg-failure.ts';
import { lineAndColumn, type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { classifyHref, type ImageHref } from './href.ts';
import { ShownElements } from './shown-elements.ts';

/** Elements whose `href` may be a picture. Others may only refer to elements of the document. */
const IMAGE_ELEMENTS: ReadonlySet<string> = new Set(['image', 'feImage']);

/** An element and the picture that it shows. */
export interface ImageUse {
  readonly element: SvgElement;
  readonly href: ImageHref & { readonly kind: 'data' | 'file' };
}

/**
 * The images of a document that something shows. Addresses outside of the document are removed from all other elements.
 * To be called once the references are settled.
 * @throws {SvgSignal} `asset_refused` for an address that must not be read
 */
export function collectImages(document: SvgDocument): readonly ImageUse[] {
  const uses: ImageUse[] = [];
  const shown = new ShownElements(document);
  walk(document.root, (element) => {
    const { href } = element.attributes;
    if (href === undefined) return;
    if (!IMAGE_ELEMENTS.has(element.name)) {
      if (!isReference(href)) delete element.attributes['href'];
      return;
    }
    if (isReference(href) || shown.has(element)) uses.push(...usesOf(document, element, href));
    else delete element.attributes['href'];
  });
  return uses;
}

function usesOf(document: SvgDocument, element: SvgElement, href: string): readonly ImageUse[] {
  const classified = classifyHref(href);
  if (classified.kind === 'refused') throw refusedImage(document, element, href, classified.reason);
  if (classified.kind !== 'none') return [{ element, href: classified }];
  // Only a filter may show a part of the document.
  if (element.name === 'image') delete element.attributes['href'];
  return [];
}

function isReference(href: string): boolean {
  return href.trim().startsWith('#');
}

/** A file that a document shows, and the first element that names it. */
export interface ShownFile {
  /** Relative to the screen's folder, decoded. */
  readonly path: string;
  /** 1-based, in the source. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

/** The files that the images of a document name, each once. */
export function filesOf({ source }: SvgDocument, uses: readonly ImageUse[]): readonly ShownFile[] {
  const files = new Map<string, ShownFile>();
  for (const { element, href } of uses) {
    if (href.kind === 'file' && !files.has(href.path))
      files.set(href.path, { path: href.path, ...lineAndColumn(source, element.start) });
  }
  return [...files.values()];
}

/** The name of an image in messages. */
export function imageName(href: ImageUse['href']): string {
  return href.kind === 'file' ? href.path : `${href.uri.slice(0, 32)}…`;
}

/** The signal for an address that must not be read. */
export function refusedImage(
  document: SvgDocument,
  element: SvgElement,
  href: string,
  reason: string,
): SvgSignal {
  return failAt(document, element.start, 'asset_refused', `image "${href.slice(0, 80)}": ${reason}`);
}

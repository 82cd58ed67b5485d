/** Finds the images of an SVG and classifies their addresses. */
import { BY_REFERENCE } from '../document/by-reference.ts';
import { failAt, type SvgSignal } from '../document/svg-failure.ts';
import { lineAndColumn, type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import { ownEdges } from '../graph/edges.ts';
import { References } from '../graph/references.ts';
import { classifyHref, type ImageHref } from './href.ts';

/** Answers for the elements of a document with settled references. Whatever may be drawn counts as shown. */
class ShownElements {
  readonly #document: Pick<SvgDocument, 'root'>;
  #known: ReadonlySet<SvgElement> | null = null;

  constructor(document: Pick<SvgDocument, 'root'>) {
    this.#document = document;
  }

  /** True for an element that is part of the page, or of something that a part of the page refers to. */
  has(element: SvgElement): boolean {
    if (!isSetAside(element)) return true;
    this.#known ??= reachedFrom(this.#document);
    return this.#known.has(element);
  }
}

/** True within a definition, and within what is not displayed. */
function isSetAside(element: SvgElement): boolean {
  for (let at: SvgElement | null = element; at !== null; at = at.parent) {
    if (isDefinition(at)) return true;
  }
  return false;
}

function isDefinition({ name, attributes }: SvgElement): boolean {
  return BY_REFERENCE.has(name) || attributes['display'] === 'none';
}

/** Examines each element once. */
function reachedFrom({ root }: Pick<SvgDocument, 'root'>): ReadonlySet<SvgElement> {
  const references = new References({ root });
  const reached = new Set<SvgElement>([root]);
  const referring = new Set<SvgElement>();
  /** Elements whose references are followed, for the properties that content inherits from them. */
  const waiting: SvgElement[] = [];
  const lookAt = (element: SvgElement): void => {
    for (let at: SvgElement | null = element; at !== null && !referring.has(at); at = at.parent) {
      referring.add(at);
      waiting.push(at);
    }
  };
  // The set grows while it is walked.
  for (const element of reached) {
    lookAt(element);
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const { target } of ownEdges(at, references)) reached.add(target);
    }
    for (const child of element.children) {
      if (child.kind === 'element' && !isDefinition(child)) reached.add(child);
    }
  }
  return reached;
}

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

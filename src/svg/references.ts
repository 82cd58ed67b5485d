/** Finds what `url(#id)` and `#id` name in a document. */
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';

const REFERENCE = /^(?:url\(\s*["']?)?\s*#([^"')]+?)\s*["']?\s*(?:\)|$)/;

export class References {
  readonly #ids = new Map<string, SvgElement>();

  constructor(document: SvgDocument) {
    walk(document.root, (element) => {
      const { id } = element.attributes;
      // The first of several elements with one id counts.
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
    });
  }

  /** The element that a reference names; undefined for a colour, a keyword or an unknown name. */
  find(reference: string | undefined): SvgElement | undefined {
    if (reference === undefined || !reference.includes('#')) return undefined;
    const id = REFERENCE.exec(reference.trim())?.[1];
    return id === undefined ? undefined : this.#ids.get(id);
  }

  /** Stops of a gradient: its own, or those of the gradient that it takes them from. */
  countStops(gradient: SvgElement): number {
    const own = gradient.children.length;
    return own > 0 ? own : (this.find(gradient.attributes['href'])?.children.length ?? 0);
  }
}

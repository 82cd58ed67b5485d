/** Finds what `url(#id)` and `#id` name in a document. */
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';

const QUOTES = /^["']|["']$/g;

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
    const address = addressOf(reference.trim());
    return address.startsWith('#') ? this.#ids.get(address.slice(1).trim()) : undefined;
  }

  /** Stops of a gradient: its own, or those of the gradient that it takes them from. */
  countStops(gradient: SvgElement): number {
    const own = gradient.children.length;
    return own > 0 ? own : (this.find(gradient.attributes['href'])?.children.length ?? 0);
  }
}

/** What stands in `url(…)`, with or without quotes; a text without `url` is an address by itself. */
function addressOf(reference: string): string {
  if (!reference.startsWith('url(')) return reference;
  const end = reference.indexOf(')');
  const inner = reference.slice(4, end === -1 ? undefined : end).trim();
  return inner.replace(QUOTES, '').trim();
}

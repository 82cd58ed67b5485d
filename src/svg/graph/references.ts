/** Finds what references name in a document. */
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { walk } from '../document/tree.ts';
import { readHref, readUrl } from './spelling.ts';

/** Gradients, patterns and filters that take what they lack from each other: nobody needs more in a row. */
export const MAX_CHAIN = 60;

/** What every element with an id is called. The first of several with one id counts, as in browsers. */
export class References {
  readonly #document: Pick<SvgDocument, 'root'>;
  #known: ReadonlyMap<string, SvgElement> | null;

  /** @param ids  when they are known already; else they are collected when the first is asked for */
  constructor(document: Pick<SvgDocument, 'root'>, ids: ReadonlyMap<string, SvgElement> | null = null) {
    this.#document = document;
    this.#known = ids;
  }

  get #ids(): ReadonlyMap<string, SvgElement> {
    this.#known ??= collectIds(this.#document.root);
    return this.#known;
  }

  /** The element with this id. Addresses may be written with percent signs. */
  byId(id: string): SvgElement | undefined {
    return this.#ids.get(id) ?? (id.includes('%') ? this.#ids.get(decoded(id)) : undefined);
  }

  /** The element that a `#id` or `url(#id)` names; undefined for a colour, a keyword or an unknown name. */
  find(reference: string | undefined): SvgElement | undefined {
    if (reference === undefined || !reference.includes('#')) return undefined;
    const id = readHref(reference) ?? readUrl(reference)?.id;
    return id === undefined ? undefined : this.byId(id);
  }

  /**
   * An element and those that it refers to by `href`, one after the other: a gradient, pattern or filter takes from
   * them what it does not say itself. Ends where it comes back to one of them, and after 60.
   */
  chain(element: SvgElement): readonly SvgElement[] {
    const found = [element];
    for (let next = this.find(element.attributes['href']); next !== undefined; ) {
      if (found.includes(next) || found.length > MAX_CHAIN) return found;
      found.push(next);
      next = this.find(next.attributes['href']);
    }
    return found;
  }
}

function collectIds(root: SvgElement): ReadonlyMap<string, SvgElement> {
  const ids = new Map<string, SvgElement>();
  walk(root, (element) => {
    const { id } = element.attributes;
    if (id !== undefined && !ids.has(id)) ids.set(id, element);
  });
  return ids;
}

function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

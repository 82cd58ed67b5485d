/** Finds the elements that references name. */
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { walk } from '../document/tree.ts';
import { readHref, readUrl } from './spelling.ts';

/** The longest chain of gradients, patterns or filters that inherit from each other. Nobody needs a longer one. */
export const MAX_CHAIN = 60;

/** The elements of a document by id. Of several with the same id the first counts, as in browsers. */
export class References {
  readonly #document: Pick<SvgDocument, 'root'>;
  #known: ReadonlyMap<string, SvgElement> | null;

  /** @param ids  the ids, if they are known already; otherwise they are collected at the first lookup */
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
   * An element and the chain of elements that it refers to by `href`, from which a gradient, pattern or filter inherits.
   * The chain ends at an element that is already in it, and after 60.
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

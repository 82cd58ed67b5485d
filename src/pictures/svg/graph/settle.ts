/**
 * Rewrites ids and references so that all renderers read them alike. Otherwise they differ: of several elements with the
 * same id, resvg takes the first for a `use` and the last for everything else; it does not know the quotes in
 * `url("#a")`; and an id with a bracket or a space ends early.
 */
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { walk } from '../document/tree.ts';
import { INHERITED, mayBeReference, REFERENCE_ATTRIBUTES } from './edges.ts';
import { References } from './references.ts';
import { mayRefer, readFilterList, readHref, readUrl } from './spelling.ts';

/** The prefix of generated ids. An author's id with this prefix is renamed. */
export const RESERVED = 'stipple-';
const NAMES = [...REFERENCE_ATTRIBUTES];
/** Ids that all renderers read alike. */
const PLAIN = /^[\p{L}\p{N}_.:-]+$/u;

/** The ids and references of a document after they have been settled. */
export interface Links {
  readonly ids: ReadonlyMap<string, SvgElement>;
  /** All elements with a reference, in the order of the document. */
  readonly referring: readonly SvgElement[];
}

const NO_LINKS: Links = { ids: new Map(), referring: [] };

/**
 * Give each element with an id a unique id of plain characters, and write each reference in its shortest form. `inherit`
 * is resolved. References to missing elements stay, unless a renderer could find something by them.
 */
export function settleReferences(document: SvgDocument): Links {
  if (!mayRefer(document.source)) return NO_LINKS;
  const found = new Map<string, SvgElement>();
  const referring: SvgElement[] = [];
  walk(document.root, (element) => {
    const { attributes } = element;
    const { id } = attributes;
    if (id !== undefined) {
      if (found.has(id)) delete attributes['id'];
      else found.set(id, element);
    }
    if (isReferring(attributes)) referring.push(element);
  });
  const names = oddNames(found);
  const settler = new Settler(new References(document, found), names);
  for (const element of referring) settler.settle(element);
  for (const [element, name] of names) element.attributes['id'] = name;
  if (names.size === 0) return { ids: found, referring };
  return { ids: new Map([...found].map(([id, element]) => [names.get(element) ?? id, element])), referring };
}

/** New names for the elements whose ids renderers read differently. */
function oddNames(ids: ReadonlyMap<string, SvgElement>): ReadonlyMap<SvgElement, string> {
  const names = new Map<SvgElement, string>();
  for (const [id, element] of ids) {
    if (!PLAIN.test(id) || id.startsWith(RESERVED)) names.set(element, `${RESERVED}id-${names.size}`);
  }
  return names;
}

function isReferring(attributes: Readonly<Record<string, string>>): boolean {
  for (const name of NAMES) {
    const value = attributes[name];
    if (value !== undefined && (mayBeReference(value, name) || value.includes('inherit'))) return true;
  }
  return false;
}

class Settler {
  readonly #references: References;
  readonly #names: ReadonlyMap<SvgElement, string>;

  constructor(references: References, names: ReadonlyMap<SvgElement, string>) {
    this.#references = references;
    this.#names = names;
  }

  settle(element: SvgElement): void {
    const { attributes } = element;
    for (const name in attributes) {
      if (!REFERENCE_ATTRIBUTES.has(name)) continue;
      const value = attributes[name] ?? '';
      if (value.trim() === 'inherit') this.#inherit(element, name);
      else if (mayBeReference(value, name)) attributes[name] = this.#written(name, value);
    }
  }

  /** An inherited property needs no `inherit`; the others take the value of the parent, which has been settled before. */
  #inherit({ attributes, parent }: SvgElement, name: string): void {
    const inherited = (INHERITED as readonly string[]).includes(name) ? undefined : parent?.attributes[name];
    if (inherited === undefined || name === 'href') delete attributes[name];
    else attributes[name] = inherited;
  }

  #written(name: string, value: string): string {
    if (name === 'href') {
      const id = readHref(value);
      return id === null ? value : `#${this.#nameOf(id)}`;
    }
    if (name === 'filter') return this.#filterList(value);
    const url = readUrl(value);
    if (url === null) return value;
    return `url(#${this.#nameOf(url.id)})${url.rest === '' ? '' : ` ${url.rest}`}`;
  }

  #filterList(value: string): string {
    const entries = readFilterList(value);
    if (entries.length === 0) return value;
    return entries.map(({ id, text }) => (id === null ? text : `url(#${this.#nameOf(id)})`)).join(' ');
  }

  /** The current id of the element with this id; for an id that no element has, one that no element can have. */
  #nameOf(id: string): string {
    const target = this.#references.byId(id);
    if (target !== undefined) return this.#names.get(target) ?? target.attributes['id'] ?? id;
    return PLAIN.test(id) && !id.startsWith(RESERVED) ? id : `${RESERVED}none`;
  }
}

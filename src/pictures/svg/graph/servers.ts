/** Gradients, patterns and filters with the attributes and children that they inherit by `href`. */
import type { SvgElement } from '../document/tree.ts';
import type { References } from './references.ts';

/** A server as it is drawn. */
export interface Server {
  /** The element with the attributes of the whole chain, and the children of the first that has any. */
  readonly element: SvgElement;
  /** Where the children are written. */
  readonly content: SvgElement;
  /** Number of elements among the children. */
  readonly children: number;
  /** Number of elements in the chain. */
  readonly length: number;
}

export class Servers {
  readonly #references: References;
  readonly #known = new Map<SvgElement, Server>();

  constructor(references: References) {
    this.#references = references;
  }

  of(element: SvgElement): Server {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const whole = this.#references.chain(element);
    const chain = whole.filter(({ name }) => isAlike(name, element.name));
    const content = chain.find((link) => childCount(link) > 0) ?? element;
    const attributes = Object.assign({}, ...chain.toReversed().map((link) => link.attributes));
    const merged = { ...element, attributes, children: content.children };
    const server = { element: merged, content, children: childCount(content), length: whole.length };
    this.#known.set(element, server);
    return server;
  }
}

/** True for elements of one kind. Gradients also inherit from gradients of the other kind. */
function isAlike(name: string, other: string): boolean {
  return name === other || (name.endsWith('Gradient') && other.endsWith('Gradient'));
}

function childCount({ children }: SvgElement): number {
  return children.reduce((count, child) => count + (child.kind === 'element' ? 1 : 0), 0);
}

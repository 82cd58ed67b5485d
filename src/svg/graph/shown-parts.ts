/** Which elements show something: in themselves, in what is in them, or by a reference. */
import type { SvgElement } from '../document/tree.ts';

export interface ShownPartsOptions {
  /** What an element shows by reference. */
  readonly targetsOf: (element: SvgElement) => readonly SvgElement[];
  readonly matches: (element: SvgElement) => boolean;
}

/** Looks at each element once. */
export class ShownParts {
  readonly #options: ShownPartsOptions;
  readonly #known = new Map<SvgElement, boolean>();

  constructor(options: ShownPartsOptions) {
    this.#options = options;
  }

  /** True when the element, or anything that is drawn with it, matches. */
  has(element: SvgElement): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    // A reference that leads back here finds nothing new.
    this.#known.set(element, false);
    const { matches, targetsOf } = this.#options;
    const found =
      matches(element) ||
      element.children.some((child) => child.kind === 'element' && this.has(child)) ||
      targetsOf(element).some((target) => this.has(target));
    this.#known.set(element, found);
    return found;
  }
}

/** Which elements show something: in themselves, in what is in them, or by a `<use>`. */
import type { SvgElement } from '../tree.ts';

export interface ShownPartsOptions {
  /** What a `<use>` shows; undefined for nothing. */
  readonly targetOf: (use: SvgElement) => SvgElement | undefined;
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
    const { matches, targetOf } = this.#options;
    const target = element.name === 'use' ? targetOf(element) : undefined;
    const found =
      matches(element) ||
      element.children.some((child) => child.kind === 'element' && this.has(child)) ||
      (target !== undefined && this.has(target));
    this.#known.set(element, found);
    return found;
  }
}

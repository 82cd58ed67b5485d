/** Finds the elements that show something: themselves, by their content, or by a reference. */
import type { SvgElement } from '../document/tree.ts';

interface ShownPartsOptions {
  /** The elements that an element shows by reference. */
  readonly targetsOf: (element: SvgElement) => readonly SvgElement[];
  readonly matches: (element: SvgElement) => boolean;
}

/** Examines each element once. */
export class ShownParts {
  readonly #options: ShownPartsOptions;
  readonly #known = new Map<SvgElement, boolean>();

  constructor(options: ShownPartsOptions) {
    this.#options = options;
  }

  /** True when the element matches, or anything that is drawn with it. */
  has(element: SvgElement): boolean {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    // A circular reference adds nothing.
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

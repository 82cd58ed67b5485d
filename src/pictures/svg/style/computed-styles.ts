/** The computed styles of a document: each is computed once, when it is first asked for. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { type ComputedStyle, computeStyle, INITIAL_STYLE } from './computed-style.ts';

interface Known {
  readonly inherited: ComputedStyle;
  readonly percentOf: Extent;
  readonly style: ComputedStyle;
}

export class ComputedStyles {
  /** The last computed style of each element: one that is shown in several places may inherit another style in each. */
  readonly #known = new Map<SvgElement, Known>();

  /** The style of an element inside another one, or of what a `<use>` shows. The parameters are those of `computeStyle`. */
  enter(element: SvgElement, inherited: ComputedStyle, percentOf: Extent): ComputedStyle {
    const known = this.#known.get(element);
    if (known !== undefined && known.inherited === inherited && isSame(known.percentOf, percentOf)) {
      return known.style;
    }
    const style = computeStyle(element, inherited, percentOf);
    if (style !== inherited) this.#known.set(element, { inherited, percentOf, style });
    return style;
  }

  /** The style of an element where it is written. */
  of(element: SvgElement, percentOf: Extent): ComputedStyle {
    const { parent } = element;
    const inherited = parent === null ? INITIAL_STYLE : this.of(parent, percentOf);
    return this.enter(element, inherited, percentOf);
  }

  /** Forget all styles, after attributes with properties have changed. */
  clear(): void {
    this.#known.clear();
  }
}

function isSame(a: Extent, b: Extent): boolean {
  return a === b || (a.width === b.width && a.height === b.height);
}

/**
 * Texts that a `<use>` shows in another style than that in which they are written: definitions are copied for each style
 * (`copyUsedTexts`), up to a limit, and lengths in percent mean another thing at each place.
 */
import { type SvgElement, walk } from '../svg/document/tree.ts';
import type { Extent } from '../svg/document/viewport.ts';
import { lettersOf } from '../svg/fonts/used-texts.ts';
import type { Scene } from '../svg/geometry/scene.ts';

export class RestyledTexts {
  /** The elements of such definitions, and of what these show. */
  readonly #restyled = new Set<SvgElement>();
  readonly #ids = new Map<string, SvgElement>();

  /** @param user  what percentages mean, in user units */
  constructor({ document, styles }: Scene, user: Extent) {
    const uses: SvgElement[] = [];
    walk(document.root, (element) => {
      const { id } = element.attributes;
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, element);
      if (element.name === 'use') uses.push(element);
    });
    const styleOf = (element: SvgElement): string => {
      const { fontSize, lettering } = styles.of(element, user);
      return JSON.stringify([lettersOf(fontSize, lettering.text), lettering.text.isVertical]);
    };
    for (const use of uses) {
      const target = this.#targetOf(use);
      if (target?.parent == null || styleOf(use) === styleOf(target.parent)) continue;
      this.#mark(target);
    }
  }

  has(text: SvgElement): boolean {
    return this.#restyled.has(text);
  }

  /** References are settled: they are all in `href`. */
  #targetOf({ name, attributes }: SvgElement): SvgElement | undefined {
    return name === 'use' ? this.#ids.get(attributes['href']?.slice(1) ?? '') : undefined;
  }

  /** Looks at each element once. */
  #mark(target: SvgElement): void {
    const waiting = [target];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.#restyled.has(at)) continue;
      this.#restyled.add(at);
      for (const child of at.children) if (child.kind === 'element') waiting.push(child);
      const shown = this.#targetOf(at);
      if (shown !== undefined) waiting.push(shown);
    }
  }
}

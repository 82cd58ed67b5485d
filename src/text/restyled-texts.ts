/**
 * Texts that a `<use>` shows in another style than that in which they are written. Their fonts are settled by copies
 * (`copyUsedTexts`); sizes, anchors and spacing are those of each use.
 */
import { type SvgElement, walk } from '../svg/document/tree.ts';
import type { Extent } from '../svg/document/viewport.ts';
import type { Scene } from '../svg/geometry/scene.ts';

export class RestyledTexts {
  readonly #targets = new Set<SvgElement>();

  /** @param user  what percentages mean, in user units */
  constructor({ document, styles }: Scene, user: Extent) {
    const ids = new Map<string, SvgElement>();
    const uses: SvgElement[] = [];
    walk(document.root, (element) => {
      const { id } = element.attributes;
      if (id !== undefined && !ids.has(id)) ids.set(id, element);
      if (element.name === 'use') uses.push(element);
    });
    const styleOf = (element: SvgElement): string => {
      const { fontSize, lettering } = styles.of(element, user);
      return JSON.stringify([fontSize, lettering.text]);
    };
    const shown = new Set(uses.flatMap((use) => ids.get(targetId(use)) ?? []));
    for (const use of uses) {
      const target = ids.get(targetId(use));
      if (target === undefined) continue;
      // What is shown within something that is shown may have any style.
      const isNested = isWithin(use, shown);
      if (isNested || target.parent === null || styleOf(use) !== styleOf(target.parent))
        this.#targets.add(target);
    }
  }

  has(text: SvgElement): boolean {
    return isWithin(text, this.#targets);
  }
}

/** References are settled: they are all in `href`. */
function targetId({ attributes }: SvgElement): string {
  return attributes['href']?.slice(1) ?? '';
}

function isWithin(element: SvgElement, set: ReadonlySet<SvgElement>): boolean {
  if (set.size === 0) return false;
  for (let at: SvgElement | null = element; at !== null; at = at.parent) {
    if (set.has(at)) return true;
  }
  return false;
}

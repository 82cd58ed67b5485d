/**
 * Gives a text that a `<use>` shows the font of the use. Fonts are given out element by element, where they are written;
 * so a definition that is shown in another font than its own becomes a definition of its own for that font.
 */
import type { SvgElement, SvgNode } from '../document/tree.ts';
import { makeElement, walk } from '../document/tree.ts';
import type { Scene } from '../geometry/scene.ts';
import { type Links, RESERVED } from '../graph/settle.ts';
import { ShownParts } from '../graph/shown-parts.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { type ComputedFont, fontAttributes, INITIAL_FONT } from '../style/font-style.ts';

/** Elements that all copies together may have; beyond it texts keep the font of their definition. */
const MAX_COPIED = 20_000;

/**
 * Copy the definitions of a document whose references are settled, as far as that is needed.
 * @returns whether anything was copied
 */
export function copyUsedTexts({ document, styles }: Scene, { ids, referring }: Links): boolean {
  const copier = new TextCopier(ids, styles);
  for (const element of referring) copier.lookAt(element);
  copier.finish(document.root);
  return copier.count > 0;
}

class TextCopier {
  count = 0;
  readonly #ids: ReadonlyMap<string, SvgElement>;
  readonly #styles: ComputedStyles;
  readonly #texts = new ShownParts({
    targetsOf: (element) => {
      const target = this.#targetOf(element);
      return target === undefined ? [] : [target];
    },
    matches: (element) => element.name === 'text',
  });
  /** What each definition is called in each font. */
  readonly #known = new Map<SvgElement, Map<ComputedFont, string>>();
  /** What each copy is a copy of, by its id. */
  readonly #originals = new Map<string, SvgElement>();
  readonly #copies: SvgElement[] = [];
  #copied = 0;

  constructor(ids: ReadonlyMap<string, SvgElement>, styles: ComputedStyles) {
    this.#ids = ids;
    this.#styles = styles;
  }

  /** Have a use show its definition in the font that it should have there. */
  lookAt(use: SvgElement): void {
    const target = this.#targetOf(use);
    if (target === undefined || !this.#texts.has(target)) return;
    const font = this.#fontOf(use);
    const own = target.parent === null ? INITIAL_FONT : this.#fontOf(target.parent);
    use.attributes['href'] = `#${font === own ? target.attributes['id'] : this.#inFont(target, font)}`;
  }

  /** Look at the uses in copies, too, and write the copies into the document. */
  finish(root: SvgElement): void {
    // Copies of copies come behind the others.
    for (let at = 0; at < this.#copies.length; at += 1) {
      walk(this.#copies[at] as SvgElement, (element) => this.lookAt(element));
    }
    if (this.#copies.length === 0) return;
    const definitions = makeElement('defs', {}, root);
    definitions.children = this.#copies;
    for (const copy of this.#copies) copy.parent = definitions;
    definitions.parent = root;
    root.children.push(definitions);
  }

  /** The font that an element hands down to what is in it, or to what it shows. */
  #fontOf(element: SvgElement): ComputedFont {
    return this.#styles.of(element, NO_EXTENT).lettering.font;
  }

  /** What a use shows as it is written, also in a copy of a use that shows a copy already; undefined for others. */
  #targetOf({ name, attributes }: SvgElement): SvgElement | undefined {
    if (name !== 'use') return undefined;
    const id = attributes['href']?.slice(1) ?? '';
    return this.#originals.get(id) ?? this.#ids.get(id);
  }

  /** The id of a definition that inherits this font. */
  #inFont(target: SvgElement, font: ComputedFont): string {
    const own = target.attributes['id'] ?? '';
    const known = this.#known.get(target) ?? new Map<ComputedFont, string>();
    this.#known.set(target, known);
    const name = known.get(font);
    if (name !== undefined) return name;
    const size = countElements(target);
    if (this.#copied + size > MAX_COPIED) return own;
    this.#copied += size;
    this.count += 1;
    const id = `${RESERVED}text-${this.count}`;
    known.set(font, id);
    this.#originals.set(id, target);
    // The font of the use lies around the copy; all else it inherits from the use itself.
    const around = makeElement('g', fontAttributes(font), target);
    const copy = copyOf(target, around);
    copy.attributes['id'] = id;
    around.children.push(copy);
    this.#copies.push(around);
    return id;
  }
}

/** No font depends on what percentages of lengths mean. */
const NO_EXTENT = { width: 0, height: 0 };

/** Ids inside stay: of several elements with one id the first counts, and copies stand last. */
function copyOf(original: SvgElement, parent: SvgElement | null): SvgElement {
  const { attributes, styleOnly } = original;
  const copy: SvgElement = {
    ...original,
    attributes: { ...attributes },
    styleOnly: styleOnly === null ? null : { ...styleOnly },
    parent,
    children: [],
  };
  copy.children = original.children.map(
    (child): SvgNode => (child.kind === 'element' ? copyOf(child, copy) : { ...child }),
  );
  return copy;
}

function countElements(element: SvgElement): number {
  let count = 0;
  walk(element, () => {
    count += 1;
  });
  return count;
}

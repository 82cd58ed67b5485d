/**
 * Gives a text that a `<use>` shows the font of the use. Fonts are assigned to elements where they are written; so a
 * definition that is shown in another font is copied for that font. Texts of scripts that the renderer cannot set alone are
 * cut for one size, anchor and spacing (`PlainTexts`): what has such a text is copied for these, too.
 */
import { makeElement, type SvgElement, type SvgNode, walk } from '../document/tree.ts';
import type { Scene } from '../geometry/scene.ts';
import { type Links, RESERVED } from '../graph/settle.ts';
import { ShownParts } from '../graph/shown-parts.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { type ComputedFont, fontAttributes, INITIAL_FONT } from '../style/font-style.ts';
import type { TextStyle } from '../style/text-style.ts';

/**
 * Characters that may become a cluster of several glyphs. In the scripts that are left out, each letter has a glyph of
 * its own; marks belong to no script.
 */
export const MAY_JOIN: RegExp =
  /[^\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{Emoji_Modifier}|\p{Regional_Indicator}/u;

/** Elements of all copies together. Beyond the limit, texts keep the font of their definition. */
const MAX_COPIED = 20_000;

/**
 * Copy those definitions of a document with settled references that are shown in another font.
 * @returns whether any was copied
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
  readonly #texts = this.#partsThat(({ name }) => name === 'text');
  readonly #joining = this.#partsThat(({ children }) =>
    children.some((child) => child.kind === 'text' && MAY_JOIN.test(child.text)),
  );
  /** The ids of the copies of each definition, by font and lettering. */
  readonly #known = new Map<SvgElement, Map<ComputedFont, Map<string, string>>>();
  /** The original of each copy, by the id of the copy. */
  readonly #originals = new Map<string, SvgElement>();
  readonly #copies: SvgElement[] = [];
  #copied = 0;

  constructor(ids: ReadonlyMap<string, SvgElement>, styles: ComputedStyles) {
    this.#ids = ids;
    this.#styles = styles;
  }

  /** Make a use show its definition in the font of the use. */
  lookAt(use: SvgElement): void {
    const target = this.#targetOf(use);
    if (target === undefined || !this.#texts.has(target)) return;
    const joins = this.#joining.has(target);
    const style = this.#styleOf(use, joins);
    const own = target.parent === null ? INITIAL : this.#styleOf(target.parent, joins);
    const isOwn = style.font === own.font && keyOf(style) === keyOf(own);
    use.attributes['href'] = `#${isOwn ? target.attributes['id'] : this.#inStyle(target, style)}`;
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

  /** Whether an element has, or shows, one of a kind. */
  #partsThat(matches: (element: SvgElement) => boolean): ShownParts {
    return new ShownParts({
      targetsOf: (element) => {
        const target = this.#targetOf(element);
        return target === undefined ? [] : [target];
      },
      matches,
    });
  }

  /** What the content of an element, or what it shows, inherits. @param joins  whether more than the font counts */
  #styleOf(element: SvgElement, joins: boolean): InheritedStyle {
    const { fontSize, lettering } = this.#styles.of(element, NO_EXTENT);
    return { font: lettering.font, letters: joins ? lettersOf(fontSize, lettering.text) : NO_LETTERS };
  }

  /** The original definition that a use shows, even if the use shows a copy already; undefined for other elements. */
  #targetOf({ name, attributes }: SvgElement): SvgElement | undefined {
    if (name !== 'use') return undefined;
    const id = attributes['href']?.slice(1) ?? '';
    return this.#originals.get(id) ?? this.#ids.get(id);
  }

  /** The id of a definition that inherits this style. */
  #inStyle(target: SvgElement, style: InheritedStyle): string {
    const own = target.attributes['id'] ?? '';
    const fonts = this.#known.get(target) ?? new Map<ComputedFont, Map<string, string>>();
    this.#known.set(target, fonts);
    const known = fonts.get(style.font) ?? new Map<string, string>();
    fonts.set(style.font, known);
    const name = known.get(keyOf(style));
    if (name !== undefined) return name;
    const size = countElements(target);
    if (this.#copied + size > MAX_COPIED) return own;
    this.#copied += size;
    this.count += 1;
    const id = `${RESERVED}text-${this.count}`;
    known.set(keyOf(style), id);
    this.#originals.set(id, target);
    // A group sets what is settled here; everything else is inherited from the use itself.
    const around = makeElement('g', { ...fontAttributes(style.font), ...style.letters }, target);
    const copy = copyOf(target, around);
    copy.attributes['id'] = id;
    around.children.push(copy);
    this.#copies.push(around);
    return id;
  }
}

/** What decides how letters are set. */
interface InheritedStyle {
  readonly font: ComputedFont;
  /** Size, anchor and spacing, as attributes; none where only the font counts. */
  readonly letters: Readonly<Record<string, string>>;
}

const NO_LETTERS: InheritedStyle['letters'] = {};
const INITIAL: InheritedStyle = { font: INITIAL_FONT, letters: NO_LETTERS };

/** What else than its font decides where the letters of a text stand in a line, as attributes. */
export function lettersOf(fontSize: number, text: TextStyle): InheritedStyle['letters'] {
  return {
    'font-size': String(fontSize),
    'text-anchor': text.anchor,
    'letter-spacing': String(text.letterSpacing),
    'word-spacing': String(text.wordSpacing),
    'xml:space': text.preservesSpace ? 'preserve' : 'default',
  };
}

function keyOf({ letters }: InheritedStyle): string {
  return Object.values(letters).join(' ');
}

/** No font depends on the size that percentages of lengths refer to. */
const NO_EXTENT = { width: 0, height: 0 };

/** Copy an element. Ids in it are kept: of several elements with the same id the first counts, and copies come last. */
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

/**
 * Cuts texts that resvg cannot set into pieces that it can. resvg moves on by the widest glyph of a cluster, not by all
 * of them, so what follows a syllable of several glyphs is drawn over it; and fonts that share a text lose their
 * ligatures (`FontUse.mix`). Each piece has one font and a position of its own, computed by the shaper.
 */
import type { FontChoice, FontFinder } from '../fonts/font-finder.ts';
import type { TextShaper } from '../fonts/text-shaper.ts';
import { makeElement, type SvgElement, type SvgNode, type SvgText, walk } from '../svg/document/tree.ts';
import type { Extent } from '../svg/document/viewport.ts';
import type { DocumentText, DocumentTexts, TextSpan } from '../svg/fonts/document-texts.ts';
import { lettersOf, MAY_JOIN } from '../svg/fonts/used-texts.ts';
import type { Scene } from '../svg/geometry/scene.ts';
import type { ComputedStyles } from '../svg/style/computed-styles.ts';
import { type Character, readCharacters } from './characters.ts';
import { type Cluster, shapeChunk } from './clusters.ts';
import { ANCHOR_SHARE, cutIntoChunks } from './layout.ts';
import { applySpacing } from './spacing.ts';

/**
 * Texts that a `<use>` shows in another style than that in which they are written: definitions are copied for each style
 * (`copyUsedTexts`), up to a limit, and lengths in percent mean another thing at each place.
 */
class RestyledTexts {
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

/** Characters of one text node that stand together. */
interface Piece {
  /** The text as it is drawn, without white space that is left out. */
  text: string;
  /** User units. */
  readonly x: number;
  readonly choice: FontChoice;
}

/** The pieces of each text node that has any. */
type Cuts = ReadonlyMap<SvgText, readonly Piece[]>;

/** Elements whose content has a viewport, and so a meaning of percentages, of its own. */
const OWN_VIEWPORT: ReadonlySet<string> = new Set(['svg', 'symbol', 'pattern', 'marker', 'mask', 'clipPath']);
const SPANS: ReadonlySet<string> = new Set(['text', 'tspan', 'a']);
/** With one of these, letters do not stand side by side as the shaper sets them. */
const TURNING = ['writing-mode', 'glyph-orientation-vertical', 'direction', 'textLength'] as const;
const POSITIONS = ['x', 'dx'] as const;
/** Pieces of one picture: more than letters that can be read on any panel, each of which becomes an element. */
const MAX_PIECES = 20_000;
/** Digits of a position: far below what can be seen. */
const PRECISION = 1e4;

export class PlainTexts {
  readonly #finder: FontFinder;
  readonly #shaper: TextShaper;

  constructor(finder: FontFinder, shaper: TextShaper) {
    this.#finder = finder;
    this.#shaper = shaper;
  }

  /**
   * Cut those texts of a document that need it. All stay as they are when a font crashes the shaper.
   * @param user       what percentages mean, in user units
   * @param extracted  texts that are no longer in the document
   */
  cut(scene: Scene, user: Extent, texts: DocumentTexts, extracted: ReadonlySet<SvgElement>): DocumentTexts {
    const needing = texts.texts.filter(({ element }) => !extracted.has(element) && mayNeedPieces(element));
    if (needing.length === 0) return texts;
    const restyled = new RestyledTexts(scene, user);
    const plain = needing.filter(({ element }) => !restyled.has(element));
    const { styles } = scene;
    this.#shaper.nextPicture();
    // All are computed before the first is changed, since a crash leaves none of the fonts.
    const cuts = this.#shaper.use(
      () => new Map(plain.map((text) => [text, this.#cutsOf(text, user, styles)] as const)),
    );
    if (cuts === null) return texts;
    let left = MAX_PIECES;
    return {
      ...texts,
      texts: texts.texts.map((text) => {
        const own = cuts.get(text) ?? null;
        left -= own === null ? 0 : piecesIn(own);
        return own === null || left < 0 ? text : applyCuts(text, own);
      }),
    };
  }

  /** Null for a text that resvg sets well, or that cannot be shaped. */
  #cutsOf({ element, spans }: DocumentText, user: Extent, styles: ComputedStyles): Cuts | null {
    if (spans.some(({ font }) => font.smallCaps)) return null;
    const characters = readCharacters(element, styles.of(element, user), user, styles);
    if (characters.some(isUnspaced)) return null;
    const pen = new PiecePen();
    for (const chunk of cutIntoChunks(characters)) {
      const clusters = shapeChunk(chunk, { finder: this.#finder, shaper: this.#shaper });
      if ('reason' in clusters) return null;
      pen.draw(chunk, applySpacing(clusters, null));
    }
    return pen.finish(characters);
  }
}

/** Scripts whose letters resvg does not space, as CSS Text 3 §8.2.1 has it; the shaper does. */
const UNSPACED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Manichaean}\p{Script=Psalter_Pahlavi}\p{Script=Mandaic}\p{Script=Mongolian}\p{Script=Phags_Pa}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Modi}\p{Script=Sharada}\p{Script=Syloti_Nagri}\p{Script=Tirhuta}\p{Script=Ogham}]/u;

function isUnspaced({ text, style }: Character): boolean {
  return style.lettering.text.letterSpacing !== 0 && UNSPACED.test(text);
}

/** False for most texts, which need not be shaped to know it. */
function mayNeedPieces(text: SvgElement): boolean {
  let mayJoin = false;
  let isPlain = true;
  walk(text, ({ name, children, attributes }) => {
    isPlain &&= SPANS.has(name) && attributes['display'] !== 'none';
    isPlain &&= TURNING.every((attribute) => attributes[attribute] === undefined);
    mayJoin ||= children.some((child) => child.kind === 'text' && MAY_JOIN.test(child.text));
  });
  if (!mayJoin || !isPlain) return false;
  for (let at = text.parent; at !== null; at = at.parent) {
    if (TURNING.some((attribute) => at?.attributes[attribute] !== undefined)) return false;
    if (at.parent !== null && OWN_VIEWPORT.has(at.name) && hasPercentages(text)) return false;
  }
  return true;
}

function hasPercentages(text: SvgElement): boolean {
  let found = false;
  walk(text, ({ attributes }) => {
    found ||= POSITIONS.some((name) => attributes[name]?.includes('%'));
  });
  return found;
}

function piecesIn(cuts: Cuts): number {
  return [...cuts.values()].reduce((sum, pieces) => sum + pieces.length, 0);
}

/** True for a cluster behind which resvg goes on at the wrong place. */
function isSetShort({ glyphs }: Cluster): boolean {
  const advances = glyphs.map(({ advance }) => advance);
  return glyphs.length > 1 && Math.max(...advances) !== advances.reduce((sum, advance) => sum + advance, 0);
}

/** The current text position, and the pieces so far. */
class PiecePen {
  readonly #starts = new Map<Character, Piece>();
  readonly #fonts = new Set<FontChoice>();
  /** Complex scripts, or simple ones, or both. */
  readonly #kinds = new Set<boolean>();
  #x = 0;
  #joins = false;
  #overlaps = false;

  draw(chunk: readonly Character[], clusters: readonly Cluster[]): void {
    const [first] = chunk;
    if (first === undefined) return;
    const length = clusters.reduce((sum, { advance }) => sum + advance, 0);
    this.#x = (first.x ?? this.#x) - length * ANCHOR_SHARE[first.style.lettering.text.anchor];
    this.#joins ||= clusters.length < chunk.length;
    clusters.forEach((cluster, i) => {
      const before = clusters[i - 1];
      const { character, choice, isComplex } = cluster;
      const isNew = before === undefined || before.choice !== choice || isSetShort(before);
      if (isNew || before.isComplex !== isComplex || before.character.node !== character.node) {
        this.#starts.set(character, { text: '', x: this.#x, choice });
      }
      this.#fonts.add(choice);
      this.#kinds.add(isComplex);
      this.#joins ||= cluster.glyphs.length > 1;
      this.#overlaps ||= isSetShort(cluster);
      this.#x += character.dx + cluster.advance;
    });
  }

  /** Null when resvg sets the text well as it is, or a cluster has characters of two nodes. */
  finish(characters: readonly Character[]): Cuts | null {
    const isMixed = this.#fonts.size > 1 || this.#kinds.size > 1;
    if (!this.#overlaps && !(isMixed && this.#joins)) return null;
    const cuts = new Map<SvgText, Piece[]>();
    let last: { readonly node: SvgText; readonly piece: Piece } | null = null;
    for (const character of characters) {
      const { node, text } = character;
      const piece = this.#starts.get(character);
      if (piece !== undefined) {
        const pieces = cuts.get(node) ?? [];
        pieces.push(piece);
        cuts.set(node, pieces);
        last = { node, piece };
      }
      if (last?.node !== node) return null;
      last.piece.text += text;
    }
    return cuts;
  }
}

/** Put the pieces of a text into spans of their own, in which no white space is left to be judged. */
function applyCuts(text: DocumentText, cuts: Cuts): DocumentText {
  const spans = text.spans.flatMap((span) => [span, ...cutSpan(span, cuts)]);
  // Every piece begins at its position, whatever the anchor of its text was.
  for (const { element } of text.spans) delete element.attributes['text-anchor'];
  text.element.attributes['text-anchor'] = 'start';
  return { ...text, spans, isCut: true };
}

function cutSpan({ element, font }: TextSpan, cuts: Cuts): readonly TextSpan[] {
  const made: TextSpan[] = [];
  element.children = element.children.flatMap((child): readonly SvgNode[] => {
    if (child.kind === 'element') return [child];
    const pieces = cuts.get(child) ?? [];
    return pieces.map(({ text, x, choice }) => {
      const attributes = { x: `${Math.round(x * PRECISION) / PRECISION}`, 'xml:space': 'preserve' };
      const place = { start: child.start, end: child.start };
      const span = makeElement('tspan', attributes, place, [{ ...child, text }]);
      span.parent = element;
      made.push({ element: span, font, choice });
      return span;
    });
  });
  return made;
}

/** Rough sizes of texts, without their fonts, never too small. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import type { Anchor } from '../style/text-style.ts';
import { type Box, Hull } from '../values/box.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import type { ElementPlace } from './place.ts';

export interface TextSize {
  readonly box: Box;
  readonly characters: number;
  /** The largest font size in it. */
  readonly em: number;
  /** How far attributes move its characters, all added up. */
  readonly shift: number;
}

/** How far letters reach above and below their baseline, in em. Other scripts stack marks on them. */
const LATIN = { up: 1.25, down: 0.6 };
const OTHER = { up: 2, down: 2 };
/** Attributes that move characters. */
const SHIFTS = ['dx', 'dy', 'textLength', 'baseline-shift'] as const;

/**
 * The size of a `<text>` with all its spans; null for an empty one. Parts that lie on a path are not included.
 * @param place  of the text itself
 */
export function textSize(
  text: SvgElement,
  { style, user }: Pick<ElementPlace, 'style' | 'user'>,
  styles: ComputedStyles,
): TextSize | null {
  const measure = new TextMeasure(user, styles);
  measure.add(text, style);
  const { characters, em, shift } = measure;
  return characters === 0 ? null : { box: measure.box, characters, em, shift };
}

/** Widths of characters, in em: no less than in the widest of the usual fonts, printed bold. */
const WIDTHS: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[ .,:;'|!()[\]ijlI]/, 0.62],
  [/[a-lno-vx-z\d/\-"*?]/, 0.75],
  [/[A-LN-VX-Z_+<>=]/, 0.95],
];
const OTHER_WIDTH = 1.2;
const ASCII_WIDTHS: readonly number[] = Array.from(
  { length: 128 },
  (_, code) => WIDTHS.find(([characters]) => characters.test(String.fromCharCode(code)))?.[1] ?? OTHER_WIDTH,
);
/** From here on characters may be marks, which stand above or below others. */
const FIRST_MARK = 0x300;

/** Sums over the spans of a text. */
class TextMeasure {
  characters = 0;
  em = 0;
  #width = 0;
  shift = 0;
  #spacing = 0;
  #isLatin = true;
  #isVertical = false;
  #endsWithSpace = true;
  readonly #anchors = new Set<Anchor>();
  readonly #user: Extent;
  readonly #styles: ComputedStyles;
  readonly #hull = new Hull();
  #left: number | null = null;
  #top = 0;

  constructor(user: Extent, styles: ComputedStyles) {
    this.#user = user;
    this.#styles = styles;
  }

  get box(): Box {
    const { left, top, right, bottom } = this.#hull.box;
    const spacing = this.characters * this.#spacing;
    const length = this.#width + spacing + this.shift;
    const slack = this.em + this.shift + spacing;
    const before = this.#reach(length, 'end', slack);
    const after = this.#reach(length, 'start', slack);
    const rise = this.#isLatin ? LATIN : OTHER;
    const height = this.#isVertical ? length + slack : this.shift;
    return {
      left: left - before,
      top: top - height - rise.up * this.em,
      right: right + after,
      bottom: bottom + height + rise.down * this.em,
    };
  }

  /** How far the text reaches from its positions to one side: all of it where it is anchored at its other end. */
  #reach(length: number, anchor: Anchor, slack: number): number {
    if (this.#isVertical || this.#anchors.has(anchor)) return length + slack;
    return (this.#anchors.has('middle') ? length / 2 : 0) + slack;
  }

  /** Add a span with its content; the text itself comes first. */
  add({ attributes, children }: SvgElement, style: ComputedStyle): void {
    const {
      fontSize,
      lettering: { text },
    } = style;
    this.em = Math.max(this.em, fontSize);
    this.#spacing = Math.max(this.#spacing, Math.abs(text.letterSpacing) + Math.abs(text.wordSpacing));
    this.#anchors.add(text.anchor);
    this.#isVertical ||= text.isVertical;
    // Other baselines move the letters by up to their height.
    this.#isLatin &&=
      text.dominantBaseline === 'auto' &&
      text.baselineShifts.length === 0 &&
      attributes['alignment-baseline'] === undefined;
    this.#place(attributes['x'], attributes['y'], fontSize);
    for (const name of SHIFTS) this.shift += this.#sum(attributes[name], fontSize);
    for (const child of children) {
      if (child.kind === 'text') this.#addCharacters(child.text, style);
      else this.add(child, this.#styles.enter(child, style, this.#user));
    }
  }

  #addCharacters(characters: string, { fontSize, lettering }: ComputedStyle): void {
    const keepsSpace = lettering.text.preservesSpace;
    let width = 0;
    for (let at = 0; at < characters.length; at += 1) {
      const code = characters.charCodeAt(at);
      const isSpace = code <= 0x20;
      if (isSpace && this.#endsWithSpace && !keepsSpace) continue;
      this.#endsWithSpace = isSpace;
      this.characters += 1;
      if (code >= FIRST_MARK) this.#isLatin = false;
      width += ASCII_WIDTHS[isSpace ? 0x20 : code] ?? OTHER_WIDTH;
    }
    this.#width += width * fontSize;
  }

  #place(xList: string | undefined, yList: string | undefined, em: number): void {
    if (this.#left !== null && xList === undefined && yList === undefined) return;
    const xs = lengths(xList, this.#user.width, em);
    const ys = lengths(yList, this.#user.height, em);
    if (this.#left === null) {
      this.#left = xs[0] ?? 0;
      this.#top = ys[0] ?? 0;
      this.#hull.add(this.#left, this.#top);
    }
    for (const x of xs) this.#hull.add(x, this.#top);
    for (const y of ys) this.#hull.add(this.#left, y);
  }

  #sum(list: string | undefined, em: number): number {
    if (list === undefined) return 0;
    let sum = 0;
    for (const length of lengths(list, diagonalOf(this.#user), em)) sum += Math.abs(length);
    return sum;
  }
}

const NO_LENGTHS: readonly number[] = [];

function lengths(list: string | undefined, percentOf: number, em: number): readonly number[] {
  if (list === undefined) return NO_LENGTHS;
  const plain = Number(list);
  if (Number.isFinite(plain) && list !== '') return [plain];
  return list
    .trim()
    .split(/[\s,]+/)
    .map((length) => drawnLength(length, percentOf, em) ?? 0);
}

/** Rough sizes of texts, without their fonts, never too small. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import { type Box, grow, Hull } from '../values/box.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import type { ElementPlace } from './place.ts';

export interface TextSize {
  readonly box: Box;
  readonly characters: number;
  /** The largest font size in it. */
  readonly em: number;
}

/** The widest advance of a glyph that is expected, in em. */
const ADVANCE = 1.2;
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
  const { characters, em, shift, spacing } = measure;
  if (characters === 0) return null;
  const length = characters * (em * ADVANCE + spacing) + shift + em;
  const height = style.lettering.text.isVertical ? length : 2 * em + shift;
  return { box: grow(measure.box, length, height), characters, em };
}

/** Sums over the spans of a text. */
class TextMeasure {
  characters = 0;
  em = 0;
  shift = 0;
  spacing = 0;
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
    return this.#hull.box;
  }

  /** Add a span with its content; the text itself comes first. */
  add({ attributes, children }: SvgElement, style: ComputedStyle): void {
    const {
      fontSize,
      lettering: { text },
    } = style;
    this.em = Math.max(this.em, fontSize);
    this.spacing = Math.max(this.spacing, Math.abs(text.letterSpacing) + Math.abs(text.wordSpacing));
    this.#place(attributes['x'], attributes['y'], fontSize);
    for (const name of SHIFTS) this.shift += this.#sum(attributes[name], fontSize);
    for (const child of children) {
      if (child.kind === 'text') this.characters += child.text.length;
      else this.add(child, this.#styles.enter(child, style, this.#user));
    }
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

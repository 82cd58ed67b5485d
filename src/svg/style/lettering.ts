/**
 * The part of a computed style that only texts use, computed when it is first asked for: most elements that have one are
 * no texts, and most texts are only measured.
 */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import { type ComputedFont, computeFont, INITIAL_FONT } from './font-style.ts';
import { INITIAL_TEXT, type TextStyle, textStyle } from './text-style.ts';

export interface Lettering {
  /** Must be asked for before `assignFonts` takes the font properties out of the document. */
  readonly font: ComputedFont;
  readonly text: TextStyle;
}

/** What the root inherits. */
export const INITIAL_LETTERING: Lettering = { font: INITIAL_FONT, text: INITIAL_TEXT };

/** What of the style of an element its lettering depends on. */
interface OtherStyle {
  readonly fontSize: number;
  readonly fill: string;
  /** What percentages of lengths mean. */
  readonly percentOf: Extent;
}

/** The lettering of an element that says something about it. */
export class OwnLettering implements Lettering {
  readonly #element: SvgElement;
  readonly #inherited: Lettering;
  readonly #other: OtherStyle;
  #font: ComputedFont | null = null;
  #text: TextStyle | null = null;

  constructor(element: SvgElement, inherited: Lettering, other: OtherStyle) {
    this.#element = element;
    this.#inherited = inherited;
    this.#other = other;
  }

  get font(): ComputedFont {
    this.#font ??= computeFont(this.#element, this.#inherited.font);
    return this.#font;
  }

  get text(): TextStyle {
    if (this.#text === null) {
      const { fontSize, fill, percentOf } = this.#other;
      const lengthOf = (text: string | undefined): number | null =>
        drawnLength(text, diagonalOf(percentOf), fontSize);
      this.#text = textStyle(this.#element, this.#inherited.text, { fontSize, fill, lengthOf });
    }
    return this.#text;
  }
}

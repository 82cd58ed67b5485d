/** The part of a computed style that only texts use. It is computed when it is first needed, which is often never. */
import type { SvgElement } from '../document/tree.ts';
import { type ComputedFont, computeFont, INITIAL_FONT } from './font-style.ts';
import { INITIAL_TEXT, type OtherStyle, type TextStyle, textStyle } from './text-style.ts';

export interface Lettering {
  /** Must be read before `assignFonts` removes the font properties from the document. */
  readonly font: ComputedFont;
  readonly text: TextStyle;
}

/** What the root inherits. */
export const INITIAL_LETTERING: Lettering = { font: INITIAL_FONT, text: INITIAL_TEXT };

/** The lettering of an element with a property of fonts or texts. */
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
    this.#text ??= textStyle(this.#element, this.#inherited.text, this.#other);
    return this.#text;
  }
}

/** Reads a `<text>` as a list of characters, with white space resolved, each with its style and its given position. */
import type { SvgElement, SvgText } from '../svg/document/tree.ts';
import type { Extent } from '../svg/document/viewport.ts';
import type { ComputedStyle } from '../svg/style/computed-style.ts';
import type { ComputedStyles } from '../svg/style/computed-styles.ts';
import { textLengths } from './text-length.ts';

/** One character (code point). */
export interface Character {
  readonly text: string;
  readonly style: ComputedStyle;
  /** Where it is written. */
  readonly node: SvgText;
  /** Absolute position in user units; null when the character follows the one before. */
  x: number | null;
  y: number | null;
  dx: number;
  dy: number;
}

/** An element, whose attributes may list positions, and the range of its characters. */
interface Placed {
  readonly element: SvgElement;
  readonly em: number;
  readonly start: number;
  end: number;
}

/**
 * The characters of a text.
 * @param style  of the `<text>` itself
 * @param user   what percentages mean, in user units
 */
export function readCharacters(
  text: SvgElement,
  style: ComputedStyle,
  user: Extent,
  styles: ComputedStyles,
): readonly Character[] {
  const reader = new CharacterReader(styles, user);
  reader.visit(text, style);
  return reader.finish();
}

class CharacterReader {
  readonly #styles: ComputedStyles;
  readonly #user: Extent;
  readonly #characters: Character[] = [];
  readonly #placed: Placed[] = [];
  /** True at the start and behind a space, where another collapsible space is left out. */
  #afterSpace = true;

  constructor(styles: ComputedStyles, user: Extent) {
    this.#styles = styles;
    this.#user = user;
  }

  visit(element: SvgElement, style: ComputedStyle): void {
    const placed: Placed = { element, em: style.fontSize, start: this.#characters.length, end: 0 };
    this.#placed.push(placed);
    for (const child of element.children) {
      if (child.kind === 'text') this.#add(child, style);
      else this.visit(child, this.#styles.enter(child, style, this.#user));
    }
    placed.end = this.#characters.length;
  }

  finish(): readonly Character[] {
    const last = this.#characters.at(-1);
    if (last?.text === ' ' && !last.style.lettering.text.preservesSpace) this.#characters.pop();
    // Outer elements come first, so that the positions of inner ones override theirs.
    for (const placed of this.#placed) this.#place(placed);
    return this.#characters;
  }

  /** SVG 1.1 §10.15: line breaks and tabs are spaces; by default several become one, and none is left at the ends. */
  #add(node: SvgText, style: ComputedStyle): void {
    for (const raw of node.text) {
      const character = raw === '\n' || raw === '\t' || raw === '\r' ? ' ' : raw;
      if (character === ' ' && !style.lettering.text.preservesSpace) {
        if (this.#afterSpace) continue;
        this.#afterSpace = true;
      } else {
        this.#afterSpace = false;
      }
      this.#characters.push({ text: character, style, node, x: null, y: null, dx: 0, dy: 0 });
    }
  }

  #place({ element, em, start, end }: Placed): void {
    const user = this.#user;
    const { x, y, dx, dy } = element.attributes;
    const spread = (
      list: string | undefined,
      percentOf: number,
      set: (to: Character, value: number) => void,
    ): void => {
      textLengths(list, em, percentOf).forEach((value, i) => {
        const character = start + i < end ? this.#characters[start + i] : undefined;
        if (character !== undefined) set(character, value);
      });
    };
    spread(x, user.width, (to, value) => {
      to.x = value;
    });
    spread(y, user.height, (to, value) => {
      to.y = value;
    });
    spread(dx, user.width, (to, value) => {
      to.dx = value;
    });
    spread(dy, user.height, (to, value) => {
      to.dy = value;
    });
  }
}

/** Records which tags and sections are open, so that a missing end is reported where the section starts. */
import type { Position } from '../../../platform/base/position.ts';
import { positionOf } from '../template-error.ts';

interface Token {
  readonly type: string;
  readonly value: string;
  readonly lineno: number;
  readonly colno: number;
}

/** An open section: a section `name` is closed by the tag `endname`. */
export interface Section {
  readonly name: string;
  readonly place: Position;
}

/** Tags that open a section. `set` opens one only when it has no `=`. */
const SECTIONS = new Set(['if', 'for', 'block', 'macro', 'call', 'filter', 'switch', 'set', 'set_global']);

/** The open tag and the open sections after the tokens so far. */
export class OpenTags {
  readonly #sections: Section[] = [];
  #tag: Token | undefined;
  #name: string | undefined;
  #assigns = false;

  /** Start of the tag that is still open; undefined outside of tags. */
  get tag(): Position | undefined {
    return this.#tag === undefined ? undefined : positionOf(this.#tag);
  }

  /** Name of the last tag that was opened. */
  get lastName(): string | undefined {
    return this.#name;
  }

  /** The innermost open section. */
  get section(): Section | undefined {
    return this.#sections.at(-1);
  }

  /** Take the next token of the template into account. */
  see(token: Token): void {
    if (token.type === 'block-start' || token.type === 'variable-start') {
      this.#tag = token;
      this.#name = undefined;
      this.#assigns = false;
    } else if (token.type === 'variable-end') this.#tag = undefined;
    else if (token.type === 'block-end') this.#closeTag();
    else if (token.type === 'symbol' && this.#tag?.type === 'block-start') this.#name ??= token.value;
    else if (token.type === 'operator' && token.value === '=') this.#assigns = true;
  }

  #closeTag(): void {
    const name = this.#name;
    const tag = this.#tag;
    this.#tag = undefined;
    if (name === undefined || tag === undefined) return;
    if (name.startsWith('end')) this.#sections.pop();
    else if (SECTIONS.has(name) && !(name.startsWith('set') && this.#assigns)) {
      this.#sections.push({ name, place: positionOf(tag) });
    }
  }
}

/** Reads raw sections (`{% raw %}…{% endraw %}`) in place of the parser, whose own search takes quadratic time. */
import type lexer from 'nunjucks/src/lexer.js';
import type { Position } from '../../../platform/base/position.ts';
import { positionOf, syntaxError } from '../template-error.ts';

/** The text of a raw section, and where its tags ask to trim white space. */
export interface RawText {
  readonly text: string;
  /** 0-based line and column of its start, as in tokens. */
  readonly lineno: number;
  readonly colno: number;
  /** Trims the end of the text before the section. */
  readonly trimBefore: boolean;
  readonly trimStart: boolean;
  readonly trimEnd: boolean;
  /** Trims the start of the text behind the section. */
  readonly trimAfter: boolean;
}

const OPENING_REST = /\s*(raw|verbatim)\s*(-?)%\}/y;
const END = {
  raw: /\{%(-?)\s*endraw\s*(-?)%\}/g,
  verbatim: /\{%(-?)\s*endverbatim\s*(-?)%\}/g,
};

/**
 * Read a whole raw section if the lexer is in its opening tag.
 * @param start  the `{%` token that was just read
 * @returns      null for any other tag; the lexer has not moved then
 * @throws {TemplateFault} the section is not closed
 */
export function readRaw(source: lexer.Tokenizer, start: lexer.LexerToken): RawText | null {
  OPENING_REST.lastIndex = source.index;
  const opening = OPENING_REST.exec(source.str);
  if (opening === null) return null;
  const tag = opening[1] === 'verbatim' ? 'verbatim' : 'raw';
  const from = source.index + opening[0].length;
  const pattern = END[tag];
  pattern.lastIndex = from;
  const end = pattern.exec(source.str);
  if (end === null) {
    throw syntaxError(positionOf(start), `{% ${tag} %} is not closed: expected {% end${tag} %} after it`);
  }
  source.forwardN(opening[0].length);
  const { lineno, colno } = source;
  source.forwardN(end.index + end[0].length - source.index);
  source.in_code = false;
  return {
    text: source.str.slice(from, end.index),
    lineno,
    colno,
    trimBefore: start.value.endsWith('-'),
    trimStart: opening[2] === '-',
    trimEnd: end[1] === '-',
    trimAfter: end[2] === '-',
  };
}

interface Token {
  readonly type: string;
  readonly value: string;
  readonly lineno: number;
  readonly colno: number;
}

/** An open section: a section `name` is closed by the tag `endname`. */
interface Section {
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

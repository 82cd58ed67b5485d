/** Raw sections (`{% raw %}…{% endraw %}`), read without the parser, whose own search takes quadratic time. */
import type lexer from 'nunjucks/src/lexer.js';
import { positionOf, syntaxError } from '../template-error.ts';

/** The text of a raw section, and the white space that its tags ask to take away. */
export interface RawText {
  readonly text: string;
  /** Where it starts, counting from 0 like the tokens. */
  readonly lineno: number;
  readonly colno: number;
  readonly trimBefore: boolean;
  readonly trimStart: boolean;
  readonly trimEnd: boolean;
  readonly trimAfter: boolean;
}

const OPENING_REST = /\s*(raw|verbatim)\s*(-?)%\}/y;
const END = {
  raw: /\{%(-?)\s*endraw\s*(-?)%\}/g,
  verbatim: /\{%(-?)\s*endverbatim\s*(-?)%\}/g,
};

/**
 * If the lexer stands in the opening tag of a raw section, take the whole section from it.
 * @param start  the `{%` token that was just read
 * @returns      null when the tag is another one; the lexer has not moved then
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

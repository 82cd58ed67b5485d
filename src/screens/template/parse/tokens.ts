/**
 * Reads the tokens of a template for the parser. nunjucks' lexer accepts input that is not safe (quotes inside names,
 * regular expressions) and lacks syntax of Tera; both are corrected here.
 */
import lexer from 'nunjucks/src/lexer.js';
import type { Position } from '../../../platform/base/position.ts';
import { advance } from '../offsets.ts';
import { limitError, positionOf, syntaxError } from '../template-error.ts';
import { OpenTags, type RawText, readRaw } from './raw.ts';

/** Tokens of one template file, and nesting inside it: both far above any honest file. */
const TEMPLATE_TOKENS = 200_000;
export const TEMPLATE_NESTING = 100;

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))/gs;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
const LAST_CODE_POINT = 0x10ffff;

/** Replace `\n \t \r \xhh \uhhhh \Uhhhhhhhh` in the text between two quotes; before any other character `\` is dropped. */
function unescaped(written: string): string {
  return written.replace(
    ESCAPE,
    (_all, short?: string, long?: string, byte?: string, letter?: string) =>
      characterOf(short ?? long ?? byte) ?? LETTERS.get(letter ?? '') ?? letter ?? '',
  );
}

function characterOf(hex: string | undefined): string | undefined {
  if (hex === undefined) return undefined;
  const code = Number.parseInt(hex, 16);
  return code > LAST_CODE_POINT ? '\ufffd' : String.fromCodePoint(code);
}

type Token = lexer.LexerToken;

const NAME = /^[A-Za-z_]\w*$/;
const OPENING = new Set(['left-paren', 'left-bracket', 'left-curly']);
const CLOSING = new Set(['right-paren', 'right-bracket', 'right-curly']);

/** Types of tokens that may follow a dot besides names: `rows.0`, and keys of data such as `none` and `true`. */
const MEMBER_TYPES = new Set(['int', 'boolean', 'none']);

/** Constants as Python and Jinja spell them. */
const PYTHON_WORDS: ReadonlyMap<string, (token: Token) => Token> = new Map([
  ['True', (token) => ({ ...token, type: 'boolean', value: 'true' })],
  ['False', (token) => ({ ...token, type: 'boolean', value: 'false' })],
  ['None', (token) => ({ ...token, type: 'none', value: 'none' })],
]);

interface DataToken extends Token {
  /** The raw section that the token was made of. */
  readonly raw?: RawText;
}

/**
 * The tokens of a template, from nunjucks' lexer:
 * - Names with odd characters, regular expressions and unclosed strings are refused; sizes are limited.
 * - `list.0`, `file::macro` and `endmacro name` are translated into forms that the parser knows.
 * - Comments, raw sections and white space control are handled here in linear time (in the parser it is quadratic).
 */
export class TemplateTokens {
  readonly tags: Readonly<Record<string, string>>;
  readonly #lexer: lexer.Tokenizer;
  readonly #queue: Token[] = [];
  #previous: Token | null = null;
  #beforePrevious: Token | null = null;
  readonly #open = new OpenTags();
  #trimNext = false;
  #inLoopNames = false;
  #count = 0;
  #depth = 0;
  #last: Position = { line: 1, column: 1 };

  constructor(source: string) {
    this.#lexer = lexer.lex(source);
    this.tags = this.#lexer.tags;
  }

  /** Position of the token that was returned last. */
  get lastPosition(): Position {
    return this.#last;
  }

  /** True when the lexer has reached the end of the template. */
  get atEnd(): boolean {
    return this.#lexer.index >= this.#lexer.len;
  }

  /** Tags and sections that are open after the tokens so far. */
  get open(): OpenTags {
    return this.#open;
  }

  /** The next token other than comments; null at the end. */
  nextToken(): Token | null {
    for (;;) {
      const token = this.#queue.shift() ?? this.#read();
      if (token === null) return null;
      this.#last = positionOf(token);
      if (token.type === 'comment') this.#trimNext = token.value.endsWith('-#}');
      else if (token.type === 'data') return this.#trimmed(token);
      else return this.#withoutDash(token);
    }
  }

  /** Text without the white space that is trimmed by the tags around it, or by those of its raw section. */
  #trimmed(token: DataToken): Token {
    const ahead = this.#read();
    if (ahead !== null) this.#queue.unshift(ahead);
    const raw = token.raw;
    let text = token.value;
    let place = positionOf(raw ?? token);
    if (raw === undefined ? this.#trimNext : raw.trimStart) {
      text = text.trimStart();
      place = advance(place, token.value, 0, token.value.length - text.length);
    }
    if (raw === undefined ? opensTrimming(ahead) : raw.trimEnd) text = text.trimEnd();
    this.#trimNext = raw?.trimAfter ?? false;
    return { type: 'data', value: text, lineno: place.line - 1, colno: place.column - 1 };
  }

  /** The token without its `-`: the trimming is done here, and the parser must not do it again. */
  #withoutDash(token: Token): Token {
    if (token.type === 'block-start' || token.type === 'variable-start') {
      this.#trimNext = false;
      return { ...token, value: token.value.slice(0, 2) };
    }
    if (token.type === 'block-end' || token.type === 'variable-end') {
      this.#trimNext = token.value.startsWith('-');
      return { ...token, value: token.value.slice(-2) };
    }
    return token;
  }

  #read(): DataToken | null {
    const token = this.#checked();
    if (token?.type === 'block-start') {
      const raw = readRaw(this.#lexer, token);
      if (raw !== null) return { ...token, type: 'data', value: raw.text, raw };
    }
    this.#beforePrevious = this.#previous;
    this.#previous = token;
    if (token !== null) this.#open.see(token);
    return token;
  }

  /** The next token other than white space, checked and translated for the parser. */
  #checked(): Token | null {
    for (;;) {
      const start = this.#lexer.index;
      const token = this.#lexer.nextToken();
      if (token === null) return null;
      if (token.type === 'whitespace') continue;
      this.#bound(token);
      if (this.#isLoopParenthesis(token)) continue;
      if (token.type === 'string') return this.#stringFrom(start, token);
      checkAllowed(token);
      if (!this.#isMacroEndName(token)) return this.#translated(token);
    }
  }

  #bound(token: Token): void {
    this.#count += 1;
    if (this.#count > TEMPLATE_TOKENS) {
      throw limitError(positionOf(token), `the template has more than ${TEMPLATE_TOKENS} parts`);
    }
    if (OPENING.has(token.type)) this.#depth += 1;
    else if (CLOSING.has(token.type)) this.#depth -= 1;
    else if (token.type === 'block-start' || token.type === 'variable-start') this.#depth = 0;
    if (this.#depth > TEMPLATE_NESTING) {
      throw limitError(positionOf(token), `brackets are nested more than ${TEMPLATE_NESTING} deep`);
    }
  }

  /** The string with Jinja's escape sequences replaced; the lexer knows only some of them. */
  #stringFrom(start: number, token: Token): Token {
    // The lexer skips the closing quote without looking at it, so that without one its index is beyond the end.
    if (this.#lexer.index > this.#lexer.len) {
      throw syntaxError(positionOf(token), 'the text that starts here has no closing quote');
    }
    return { ...token, value: unescaped(this.#lexer.str.slice(start + 1, this.#lexer.index - 1)) };
  }

  /** True for the parentheses in `{% for (a, b) in list %}`, which mean nothing. */
  #isLoopParenthesis(token: Token): boolean {
    const opens =
      token.type === 'left-paren' &&
      this.#previous?.value === 'for' &&
      this.#beforePrevious?.type === 'block-start';
    const closes = token.type === 'right-paren' && this.#inLoopNames;
    if (this.#inLoopNames && token.type === 'block-end') {
      throw syntaxError(this.#last, "expected ')' behind the names of 'for': {% for (a, b) in list %}");
    }
    if (opens || closes) this.#inLoopNames = opens;
    return opens || closes;
  }

  /** True for the name in `{% endmacro name %}`, which means nothing. */
  #isMacroEndName(token: Token): boolean {
    const before = this.#previous;
    return (
      before?.type === 'symbol' &&
      before.value === 'endmacro' &&
      token.type === 'symbol' &&
      this.#beforePrevious?.type === 'block-start' &&
      token.lineno >= before.lineno
    );
  }

  /** The token as the parser knows it. */
  #translated(token: Token): Token {
    const afterDot = this.#previous?.type === 'operator' && this.#previous.value === '.';
    if (afterDot && MEMBER_TYPES.has(token.type)) return { ...token, type: 'symbol' };
    if (token.type === 'float' && afterDot) return this.#splitFloat(token);
    if (token.type === 'symbol' && !afterDot) return PYTHON_WORDS.get(token.value)?.(token) ?? token;
    if (token.type === 'colon' && this.#isPathSeparator()) {
      this.#lexer.nextToken();
      return { ...token, type: 'operator', value: '.' };
    }
    return token;
  }

  /** True between `file` and `:macro`; other colons belong to maps and slices. */
  #isPathSeparator(): boolean {
    const { str, index } = this.#lexer;
    return this.#previous?.type === 'symbol' && /^:[A-Za-z_]/.test(str.slice(index, index + 2));
  }

  /** In `rows.0.1` and `rows.0.name` the lexer reads the numbers `0.1` and `0.`, which are two members and a dot. */
  #splitFloat(token: Token): Token {
    const [first = '', second = ''] = token.value.split('.');
    const dotColumn = token.colno + first.length;
    this.#queue.push({ type: 'operator', value: '.', lineno: token.lineno, colno: dotColumn });
    if (second !== '') {
      this.#queue.push({ type: 'symbol', value: second, lineno: token.lineno, colno: dotColumn + 1 });
    }
    return { ...token, type: 'symbol', value: first };
  }
}

function opensTrimming(token: DataToken | null): boolean {
  if (token === null) return false;
  if (token.raw !== undefined) return token.raw.trimBefore;
  const isStart = token.type === 'block-start' || token.type === 'variable-start' || token.type === 'comment';
  return isStart && token.value.charAt(2) === '-';
}

function checkAllowed(token: Token): void {
  if (token.type === 'regex') {
    throw syntaxError(positionOf(token), 'regular expressions are not available in templates');
  }
  if (token.type !== 'symbol' || NAME.test(token.value)) return;
  throw syntaxError(positionOf(token), `'${shown(token.value)}' is not a name${hintFor(token.value)}`);
}

function hintFor(text: string): string {
  if (text.startsWith('&')) return ": did you mean 'and'?";
  if (text.startsWith('`')) return ': text stands between " or \'';
  if (/^\d/.test(text)) return ': names start with a letter, numbers are written like 1500 or 0.5';
  return ': names have letters A-Z, digits and _ only';
}

/** A piece of a template for a message: shortened, unprintable characters replaced. */
function shown(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, '?');
  return clean.length > 24 ? `${clean.slice(0, 24)}…` : clean;
}

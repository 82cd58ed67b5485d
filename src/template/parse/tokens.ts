/**
 * The tokens of a template as the parser may see them. nunjucks' lexer accepts more than is safe (quotes inside names,
 * regular expressions) and less than authors of Tera templates write; both are put right here.
 */
import lexer from 'nunjucks/src/lexer.js';
import { LIMITS } from '../../base/limits.ts';
import type { Position } from '../../base/position.ts';
import { advance } from '../run/marks.ts';
import { limitError, positionOf, syntaxError } from '../template-error.ts';
import { OpenTags } from './open-tags.ts';
import { type RawText, readRaw } from './raw.ts';
import { unescaped } from './strings.ts';

type Token = lexer.LexerToken;

const NAME = /^[A-Za-z_]\w*$/;
const OPENING = new Set(['left-paren', 'left-bracket', 'left-curly']);
const CLOSING = new Set(['right-paren', 'right-bracket', 'right-curly']);

/** What a member may be called besides a name: `rows.0`, and keys of data such as `none` and `true`. */
const MEMBER_TYPES = new Set(['int', 'boolean', 'none']);

/** Constants as Python, and so Jinja, spells them. */
const PYTHON_WORDS: ReadonlyMap<string, (token: Token) => Token> = new Map([
  ['True', (token) => ({ ...token, type: 'boolean', value: 'true' })],
  ['False', (token) => ({ ...token, type: 'boolean', value: 'false' })],
  ['None', (token) => ({ ...token, type: 'none', value: 'none' })],
]);

/** A text token may carry the trimming that its neighbours ask for. */
interface DataToken extends Token {
  readonly raw?: RawText;
}

/**
 * Wraps the lexer for the parser:
 * names must be plain, regular expressions and endless strings are refused, sizes are bounded;
 * `list.0`, `file::macro` and `endmacro name` are turned into forms that the parser knows;
 * comments, raw sections and white space control are dealt with here, in linear time (the parser's own way is quadratic).
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

  /** Where the token stands that was handed out last. */
  get lastPlace(): Position {
    return this.#last;
  }

  /** True when nothing is left to read. */
  get atEnd(): boolean {
    return this.#lexer.index >= this.#lexer.len;
  }

  /** What has been opened and not closed up to here, innermost last. */
  get open(): OpenTags {
    return this.#open;
  }

  /** The next token that means something to the parser; null at the end. */
  nextToken(): Token | null {
    for (;;) {
      const token = this.#queue.shift() ?? this.#read();
      if (token === null) return null;
      this.#last = positionOf(token);
      if (token.type === 'comment') this.#trimNext = token.value.endsWith('-#}');
      else if (token.type === 'data') return this.#trimmed(token);
      else return this.#unmarked(token);
    }
  }

  /** Text without the white space that the tags around it, or the tags of a raw section, take away. */
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

  /** The token without its `-`, which has been obeyed and which the parser would obey again. */
  #unmarked(token: Token): Token {
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

  /** The next token, white space left out, checked and in the parser's dialect. */
  #checked(): Token | null {
    for (;;) {
      const start = this.#lexer.index;
      const token = this.#lexer.nextToken();
      if (token === null) return null;
      if (token.type === 'whitespace') continue;
      this.#bound(token);
      if (this.#bracketsNames(token)) continue;
      if (token.type === 'string') return this.#stringFrom(start, token);
      checkAllowed(token);
      if (!this.#isMacroEndName(token)) return this.#translated(token);
    }
  }

  #bound(token: Token): void {
    this.#count += 1;
    if (this.#count > LIMITS.templateTokens) {
      throw limitError(positionOf(token), `the template has more than ${LIMITS.templateTokens} parts`);
    }
    if (OPENING.has(token.type)) this.#depth += 1;
    else if (CLOSING.has(token.type)) this.#depth -= 1;
    else if (token.type === 'block-start' || token.type === 'variable-start') this.#depth = 0;
    if (this.#depth > LIMITS.templateNesting) {
      throw limitError(positionOf(token), `brackets are nested more than ${LIMITS.templateNesting} deep`);
    }
  }

  /** The lexer knows fewer escapes than Jinja. */
  #stringFrom(start: number, token: Token): Token {
    // The lexer steps over the closing quote even when there is none, so it stands behind the end then.
    if (this.#lexer.index > this.#lexer.len) {
      throw syntaxError(positionOf(token), 'the text that starts here has no closing quote');
    }
    return { ...token, value: unescaped(this.#lexer.str.slice(start + 1, this.#lexer.index - 1)) };
  }

  /** `{% for (a, b) in list %}`: the brackets are decoration. */
  #bracketsNames(token: Token): boolean {
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

  /** `{% endmacro name %}`: the name is decoration. */
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

  /** `file::macro`; other colons belong to maps and slices. */
  #isPathSeparator(): boolean {
    const { str, index } = this.#lexer;
    return this.#previous?.type === 'symbol' && /^:[A-Za-z_]/.test(str.slice(index, index + 2));
  }

  /** `rows.0.1` and `rows.0.name`: the lexer saw the numbers `0.1` and `0.`. */
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

/** A piece of the template that may be long or unprintable, for a message. */
function shown(text: string): string {
  const clean = text.replace(/[^\x20-\x7e]/g, '?');
  return clean.length > 24 ? `${clean.slice(0, 24)}…` : clean;
}

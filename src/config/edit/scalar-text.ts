/** Writes scalars and keys so that YAML 1.2 reads back exactly the same value. */

export type Scalar = null | boolean | number | string;

export type Quote = '"' | "'";

/** How strings are written. */
export interface QuoteStyle {
  /** Quotation mark for strings that need one. */
  readonly quote: Quote;
  /** Quote also strings that need no quotes. */
  readonly always: boolean;
}

/** Starts with a letter, a digit, `_` or `/`; nothing inside ends a plain scalar, in a flow collection neither. */
const PLAIN =
  /^[\p{L}\p{N}_/](?:(?:[\p{L}\p{N}_./+()@%=;?!'$~^&*<> -]|:(?=\/\/))*[\p{L}\p{N}_./+()@%=;?!'$~^&*<>-])?$/u;

/** Texts that YAML 1.2, or YAML 1.1 of other programs, reads as something else. */
const NOT_A_TEXT = /^(?:null|true|false|yes|no|on|off|y|n)$|^\d[\dA-FXO_.,:+-]*$/i;

/** What a quoted text must escape besides JSON's own: C1 controls, line separators, byte order marks. */
const UNSEEN = /[\u007f-\u00a0\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Longer texts are quoted without a closer look. */
const PLAIN_MAX = 1000;

/** The parser recognises a key only when its colon comes within 1024 characters. */
const IMPLICIT_KEY_MAX = 1000;

/** A scalar on one line. */
export function scalarText(value: Scalar, style: QuoteStyle): string {
  if (typeof value === 'string') return stringText(value, style);
  return Object.is(value, -0) ? '-0' : String(value);
}

/** A key on one line: quoted where it must be, as MAC addresses always are. */
export function keyText(key: string, quote: Quote): string {
  return stringText(key, { quote, always: false });
}

/** True for a written key that needs a `?` before it. */
export function isLongKey(written: string): boolean {
  return written.length > IMPLICIT_KEY_MAX;
}

function stringText(text: string, { quote, always }: QuoteStyle): string {
  if (!always && text.length <= PLAIN_MAX && PLAIN.test(text) && !NOT_A_TEXT.test(text)) return text;
  const doubled = JSON.stringify(text).replace(UNSEEN, escaped);
  // Single quotes have no escapes: only for texts that double quotes would hardly have to escape.
  const bare = doubled.slice(1, -1).replace(/\\(["\\])/g, '$1') === text;
  return quote === "'" && bare ? `'${text.replaceAll("'", "''")}'` : doubled;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Reads scalars on one line as YAML 1.2's core schema does. */
import { NeedsPackage } from './fast-cursor.ts';

const INTEGER = /^[-+]?[0-9]+$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+\.[0-9]*)$/;

/** Other texts that are, or look like, numbers; rare enough for the package. */
const UNUSUAL_NUMBER = /^(?:0[ox]|[-+]?[.\d][\d.]*[eE][-+]?\d|[-+]?\.(?:inf|nan)$)/i;

const WORDS = new Map<string, null | boolean>([
  ['null', null],
  ['Null', null],
  ['NULL', null],
  ['true', true],
  ['True', true],
  ['TRUE', true],
  ['false', false],
  ['False', false],
  ['FALSE', false],
]);

/** Numbers with more digits might lose some. */
const MAX_DIGITS = 15;

/** Characters that can begin a plain scalar and have no other meaning there. */
const PLAIN_START = /^(?:[A-Za-z0-9_/.+(\u00c0-\u02af\u0370-\u1fff\u3040-\ud7ff]|-[A-Za-z0-9_/.])/;

/** True for a text that is one plain scalar, whole. */
export function isPlainText(source: string): boolean {
  return PLAIN_START.test(source) && !source.includes(': ') && !source.endsWith(':');
}

/** The value of a plain scalar. */
export function plainScalar(source: string): null | boolean | number | string {
  const word = WORDS.get(source);
  if (word !== undefined) return word;
  const first = source.charCodeAt(0);
  // Every number begins with a digit, a sign or a dot.
  if (first > 57 || first < 43) return source;
  if (INTEGER.test(source)) {
    if (source.length > MAX_DIGITS) throw new NeedsPackage();
    return Number.parseInt(source, 10);
  }
  if (FLOAT.test(source)) return Number.parseFloat(source);
  if (UNUSUAL_NUMBER.test(source)) throw new NeedsPackage();
  return source;
}

/** A scalar in quotes that begins at an offset and ends in its line, and the offset after it. */
export function quotedScalar(text: string, start: number): { readonly value: string; readonly end: number } {
  return text[start] === '"' ? doubleQuoted(text, start) : singleQuoted(text, start);
}

function doubleQuoted(text: string, start: number): { readonly value: string; readonly end: number } {
  DOUBLE.lastIndex = start;
  const quoted = DOUBLE.exec(text)?.[0];
  if (quoted === undefined) throw new NeedsPackage();
  const end = start + quoted.length;
  if (!quoted.includes('\\')) return { value: quoted.slice(1, -1), end };
  if (!JSON_TEXT.test(quoted)) throw new NeedsPackage();
  return { value: JSON.parse(quoted), end };
}

function singleQuoted(text: string, start: number): { readonly value: string; readonly end: number } {
  SINGLE.lastIndex = start;
  const quoted = SINGLE.exec(text)?.[0];
  if (quoted === undefined) throw new NeedsPackage();
  return { value: quoted.slice(1, -1).replaceAll("''", "'"), end: start + quoted.length };
}

const DOUBLE = /"(?:[^"\\\r\n]|\\[^\r\n])*"/y;
const SINGLE = /'(?:[^'\r\n]|'')*'/y;

/** Only characters and the escapes that JSON has, too. */
const JSON_TEXT = /^"(?:[^\\]|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*"$/;

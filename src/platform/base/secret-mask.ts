/**
 * Finds secrets in texts: as they are, in other capitals, cut, and in the encodings in which addresses, JSON, XML, Lua and
 * logins have them.
 */
import { type TextView, viewsOf } from './text-views.ts';
import { asHost, hostInUnicode } from './url.ts';

/** What stands in the place of a secret. */
export const REDACTED = '[redacted]';

/** In the place of a text that has a short secret: what is left of the text would tell which. */
export const REDACTED_TEXT = '[redacted: the text has a short secret]';

/** A shorter secret is a word or a number that stands in many texts. */
const SHORT = 4;
/** Pieces of a secret by which it is found, be it cut. Shorter ones stand in other texts by chance. */
const PIECE = 8;
/** Characters of secrets up to which each piece is remembered: only devices' params of whole fleets have more. */
const CHARACTERS_IN_FULL = 65_536;

const BOOLEANS: ReadonlySet<string> = new Set(['true', 'false']);

/** Where a text was cut. */
const CUT = /…|\.\.\.|$/g;
/** Runs that may be secrets in Base64 (also that of addresses), in hex, and as the name of a host. */
const BASE64 = /[A-Za-z0-9+/_-]{6,}/g;
const HEX = /[0-9a-f]{8,}/gi;
const HOST_LABELS = /\bxn--[a-z0-9.-]{1,253}/gi;

/** A part of a text. */
interface Span {
  readonly start: number;
  readonly end: number;
}

export class SecretMask {
  /** Pieces of long secrets, and medium ones as a whole, by their lengths. */
  readonly #pieces = new Map<number, Set<string>>();
  /** How cut secrets may end. */
  readonly #beginnings = new Map<number, Set<string>>();
  readonly #short = new Set<string>();

  constructor(secrets: readonly string[]) {
    const forms = new Set(secrets.flatMap(formsOf));
    const characters = [...forms].reduce((sum, { length }) => sum + length, 0);
    for (const form of forms) this.#add(form, characters <= CHARACTERS_IN_FULL ? 1 : PIECE);
  }

  /**
   * The text without the secrets.
   * @param hidesShort  false: what is shorter than four characters stays
   */
  mask(text: string, hidesShort = true): string {
    const views = viewsOf(text);
    if (hidesShort && views.some((view) => this.#hasShort(view.text))) return REDACTED_TEXT;
    const spans = views.flatMap((view) => this.#spansIn(view, hidesShort));
    if (spans.includes(WHOLE)) return REDACTED_TEXT;
    return replaced(text, spans);
  }

  #add(form: string, stride: number): void {
    if (form.length < SHORT || BOOLEANS.has(form)) {
      // Punctuation alone is in every text, and tells nothing.
      if (/[^\x20-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]/.test(form)) this.#short.add(form);
      return;
    }
    const length = Math.min(form.length, PIECE);
    const pieces = setOf(this.#pieces, length);
    for (let at = 0; at + length <= form.length; at += stride) pieces.add(form.slice(at, at + length));
    pieces.add(form.slice(-length));
    for (let most = SHORT; most < length; most++) setOf(this.#beginnings, most).add(form.slice(0, most));
  }

  #hasShort(text: string): boolean {
    if (this.#short.size === 0) return false;
    const folded = foldCase(text);
    for (const short of this.#short) {
      if (BOOLEANS.has(short)) {
        // The other one would tell as much.
        if (hasWord(folded, 'true') || hasWord(folded, 'false')) return true;
      } else if (hasWord(folded, short)) return true;
    }
    return false;
  }

  #spansIn({ text, starts, ends }: TextView, hidesShort: boolean): readonly Span[] {
    const found = [...this.#plain(text), ...this.#encoded(text, hidesShort)];
    return found.map((span) =>
      span === WHOLE ? span : { start: starts[span.start] ?? 0, end: ends[span.end - 1] ?? 0 },
    );
  }

  #plain(text: string): readonly Span[] {
    const folded = foldCase(text);
    const spans: Span[] = [];
    for (const [length, pieces] of this.#pieces) {
      for (let start = 0; start + length <= folded.length; start++) {
        if (pieces.has(folded.slice(start, start + length))) spans.push({ start, end: start + length });
      }
    }
    if (this.#beginnings.size === 0) return spans;
    for (const { index: end } of folded.matchAll(CUT)) {
      for (const [length, beginnings] of this.#beginnings) {
        if (end >= length && beginnings.has(folded.slice(end - length, end)))
          spans.push({ start: end - length, end });
      }
    }
    return spans;
  }

  #encoded(text: string, hidesShort: boolean): readonly Span[] {
    const spans: Span[] = [];
    const look = (pattern: RegExp, decode: (run: string) => readonly string[]): void => {
      for (const { 0: run, index } of text.matchAll(pattern)) {
        const decoded = decode(run);
        if (decoded.some((one) => this.#pieceIn(one))) spans.push({ start: index, end: index + run.length });
        else if (hidesShort && decoded.some((one) => PRINTED.test(one) && this.#hasShort(one)))
          spans.push(WHOLE);
      }
    };
    look(BASE64, decodedBase64);
    look(HEX, decodedHex);
    look(HOST_LABELS, (run) => [hostInUnicode(run)]);
    return spans;
  }

  #pieceIn(text: string): boolean {
    const folded = foldCase(text);
    for (const [length, pieces] of this.#pieces) {
      for (let start = 0; start + length <= folded.length; start++) {
        if (pieces.has(folded.slice(start, start + length))) return true;
      }
    }
    return false;
  }
}

/** Stands for the whole text. */
const WHOLE: Span = { start: 0, end: 0 };

/** What was decoded by chance is seldom a text. */
const PRINTED = /^[\x20-\x7e]+$/;

/** A secret may begin anywhere in a run: that may begin with a part of a path. */
function decodedBase64(run: string): readonly string[] {
  return [0, 1, 2, 3].map((from) => Buffer.from(run.slice(from), 'base64').toString('utf8'));
}

function decodedHex(run: string): readonly string[] {
  return [0, 1].map((from) => Buffer.from(run.slice(from), 'hex').toString('utf8'));
}

/** A secret in the ways in which it may stand in a text that is decoded, with small letters. */
function formsOf(secret: string): readonly string[] {
  // The protocol of an address is in every message about one.
  const bare = secret.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const lines = bare.split(/[\r\n]+/).map((line) => line.trim());
  const number = /^-?\d/.test(bare) ? [luaNumber(bare)] : [];
  const host = /[^\x20-\x7e]/.test(bare) ? [asHost(bare)] : [];
  // Some letters are two in capitals.
  const capitals = lines.map((line) => line.toUpperCase());
  return [...lines, ...capitals, ...number, ...host].filter((form) => form !== '').map(foldCase);
}

/** A number as Lua writes it (`%.14g`), which has fewer digits than ours. */
function luaNumber(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) ? String(Number(value.toPrecision(14))) : '';
}

/** Small letters, and all white space alike, character by character: places stay as they are. */
function foldCase(text: string): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : Array.from(text, foldCharacter).join('');
  return same.replace(/\s/g, ' ');
}

function foldCharacter(character: string): string {
  const lower = character.toLowerCase();
  return lower.length === character.length ? lower : character;
}

/** Whether a word stands in a text by itself. Scripts that put no spaces between words have no such borders. */
function hasWord(text: string, word: string): boolean {
  const needsBorders = /^[\x20-\x7e]*$/.test(word);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isAlone = !WORDLIKE.test(text[at - 1] ?? '') && !WORDLIKE.test(text[at + word.length] ?? '');
    if (!needsBorders || isAlone) return true;
  }
  return false;
}

const WORDLIKE = /[\p{L}\p{N}_]/u;

function replaced(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let [start, end, done] = [-1, -1, 0];
  const close = (): void => {
    if (end < 0) return;
    parts.push(text.slice(done, start), REDACTED);
    done = end;
  };
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    if (span.start <= end) end = Math.max(end, span.end);
    else {
      close();
      [start, end] = [span.start, span.end];
    }
  }
  close();
  return parts.join('') + text.slice(done);
}

function setOf(sets: Map<number, Set<string>>, length: number): Set<string> {
  const set = sets.get(length) ?? new Set<string>();
  sets.set(length, set);
  return set;
}

/**
 * How a text reads once it is decoded: addresses are escaped with `%`, strings of JSON and Lua with `\`, XML with `&`. Each
 * view knows where its characters stand in the text, so that what is found in it can be replaced there.
 */

/** A text, decoded or not, and for each of its characters the place in the original. */
export interface TextView {
  readonly text: string;
  /** Where each character begins and ends in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

interface Encoding {
  /** What an escaped begins with: a text without it is not looked at. */
  readonly mark: string;
  readonly pattern: RegExp;
  decode(escaped: string): string;
}

/** Escapes that stand beside each other are decoded together, as they may be bytes of one character. */
const PERCENT: Encoding = {
  mark: '%',
  pattern: /(?:%[0-9a-f]{2})+/gi,
  decode: (escaped) => utf8(escaped.replaceAll('%', '')),
};

/** The query of an address writes spaces like this. */
const PLUS: Encoding = { mark: '+', pattern: /\+/g, decode: () => ' ' };

const SHORT_ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

const BACKSLASH: Encoding = {
  mark: '\\',
  pattern: /(?:\\x[0-9a-f]{2})+|(?:\\\d{1,3})+|\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\./gi,
  decode: (escaped) => {
    const kind = escaped[1] ?? '';
    if (kind === 'x') return bytesOrUnits(escaped.replaceAll('\\x', ''));
    if (/\d/.test(kind)) return Buffer.from(escaped.slice(1).split('\\').map(Number)).toString('utf8');
    if (kind === 'u' && escaped.length > 2)
      return character(Number.parseInt(escaped.replace(/[\\u{}]/g, ''), 16));
    return SHORT_ESCAPES[kind] ?? kind;
  },
};

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const ENTITY: Encoding = {
  mark: '&',
  pattern: /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos);/gi,
  decode: (escaped) => {
    const name = escaped.slice(1, -1).toLowerCase();
    if (name.startsWith('#x')) return character(Number.parseInt(name.slice(2), 16));
    return name.startsWith('#') ? character(Number(name.slice(1))) : (NAMED[name] ?? escaped);
  },
};

const ENCODINGS: readonly Encoding[] = [PERCENT, PLUS, BACKSLASH, ENTITY];

/** The text as it is, decoded in each way, and decoded in each two ways after one another: an address in a string of JSON. */
export function viewsOf(text: string): readonly TextView[] {
  const places = Array.from({ length: text.length }, (_, index) => index);
  const raw: TextView = { text, starts: places, ends: places.map((index) => index + 1) };
  const once = decodedViews(raw);
  return [raw, ...once, ...once.flatMap(decodedViews)];
}

function decodedViews(view: TextView): readonly TextView[] {
  return ENCODINGS.flatMap((encoding) => {
    const decoded = view.text.includes(encoding.mark) ? decodedView(view, encoding) : null;
    return decoded === null ? [] : [decoded];
  });
}

/** Null where there is nothing to decode. */
function decodedView({ text, starts, ends }: TextView, { pattern, decode }: Encoding): TextView | null {
  const [parts, newStarts, newEnds]: [string[], number[], number[]] = [[], [], []];
  let done = 0;
  const keep = (until: number): void => {
    parts.push(text.slice(done, until));
    for (let at = done; at < until; at++) {
      newStarts.push(starts[at] ?? 0);
      newEnds.push(ends[at] ?? 0);
    }
  };
  for (const { 0: escaped, index } of text.matchAll(pattern)) {
    keep(index);
    const decoded = decode(escaped);
    done = index + escaped.length;
    parts.push(decoded);
    for (let at = 0; at < decoded.length; at++) {
      newStarts.push(starts[index] ?? 0);
      newEnds.push(ends[done - 1] ?? 0);
    }
  }
  if (done === 0) return null;
  keep(text.length);
  return { text: parts.join(''), starts: newStarts, ends: newEnds };
}

/** Lua escapes the bytes of a character, and others its number. */
function bytesOrUnits(hex: string): string {
  const text = utf8(hex);
  return text.includes('\ufffd') ? Buffer.from(hex, 'hex').toString('latin1') : text;
}

function utf8(hex: string): string {
  return Buffer.from(hex, 'hex').toString('utf8');
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

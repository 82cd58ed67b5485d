/** Reads references as authors write them: `#id`, `url(#id)` with quotes, spaces and fallbacks, lists of filters. */

/** What a source with any reference contains: the reference itself, or an entity that could be part of one. */
const TRACE = /url\s*\(|href|&#|<!ENTITY/i;

/** False for the source of a document without any reference, which need not be searched for them. */
export function mayRefer(source: string): boolean {
  return TRACE.test(source);
}

/** A `url(…)` into the document. */
interface UrlReference {
  readonly id: string;
  /** The text behind it: the fallback of a paint. */
  readonly rest: string;
}

/** The id of an `href` into the document, as written; null for one that leads elsewhere. */
export function readHref(value: string): string | null {
  const trimmed = value.trim();
  return trimmed.startsWith('#') && trimmed.length > 1 ? trimmed.slice(1) : null;
}

/** The address in the `url(…)` that a value begins with (CSS Values 4 §4.5), and the text behind it; null for anything else. */
export function readAddress(value: string): { readonly address: string; readonly rest: string } | null {
  const trimmed = value.trim();
  const open = trimmed.indexOf('(');
  if (open === -1 || trimmed.slice(0, open).trimEnd().toLowerCase() !== 'url') return null;
  const inner = trimmed.slice(open + 1).trimStart();
  const quote = inner[0];
  const quoted = quote === '"' || quote === "'";
  const end = quoted ? inner.indexOf(quote, 1) : inner.indexOf(')');
  const address = end === -1 ? inner.slice(quoted ? 1 : 0) : inner.slice(quoted ? 1 : 0, end);
  const close = end === -1 ? -1 : inner.indexOf(')', end);
  return { address, rest: close === -1 ? '' : inner.slice(close + 1).trim() };
}

/** The `url(…)` that a value begins with; null for anything else, and for other documents. */
export function readUrl(value: string): UrlReference | null {
  const url = readAddress(value);
  const id = url === null ? null : readHref(url.address);
  return url === null || id === null ? null : { id, rest: url.rest };
}

/** One entry of a `filter` list: a function, or the filter that a `url` names. */
interface FilterEntry {
  /** Lower case, without arguments. */
  readonly name: string;
  readonly text: string;
  /** Null for a function, and for a `url` that leads elsewhere. */
  readonly id: string | null;
}

/** The entries of a `filter` property. Empty for `none` and for an invalid value. */
export function readFilterList(value: string): readonly FilterEntry[] {
  const entries: FilterEntry[] = [];
  let at = 0;
  for (;;) {
    const open = value.indexOf('(', at);
    if (open === -1) return entries;
    const close = endOfArguments(value, open);
    const text = value.slice(at, close).trim();
    const name = value.slice(at, open).trim().toLowerCase();
    entries.push({ name, text, id: name === 'url' ? (readUrl(text)?.id ?? null) : null });
    at = close;
  }
}

/** The offset behind the `)` that closes the bracket at `open`. There may be brackets inside, as in colours. */
function endOfArguments(value: string, open: number): number {
  let depth = 0;
  for (let at = open; at < value.length; at += 1) {
    if (value[at] === '(') depth += 1;
    else if (value[at] === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return value.length;
}

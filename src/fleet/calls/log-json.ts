/**
 * Reads log bodies. Some firmware writes control characters unescaped, which JSON forbids. A device whose body is refused
 * sends it again at every wake, so the control characters are escaped here.
 */
import type { PlainValue } from '../../platform/base/plain.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Parse a body as JSON, with control characters escaped if need be. Undefined when it is not JSON even so. */
export function parseLogJson(body: string): PlainValue | undefined {
  const value = tryParse(body);
  if (value !== undefined) return value;
  const mended = escapeControls(body);
  return mended === body ? undefined : tryParse(mended);
}

function tryParse(json: string): PlainValue | undefined {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Escape control characters inside JSON strings; outside of them they are white space. One pass over any text: a regular
 * expression for a whole string would search for its end again from every unmatched quotation mark.
 */
export function escapeControls(json: string): string {
  const parts: string[] = [];
  let inText = false;
  let start = 0;
  for (let index = 0; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === QUOTE) inText = !inText;
    else if (inText && code === BACKSLASH && !isControl(json, index + 1)) index++;
    else if (inText && code < SPACE) {
      parts.push(json.slice(start, index), `\\u${code.toString(16).padStart(4, '0')}`);
      start = index + 1;
    }
  }
  parts.push(json.slice(start));
  return parts.join('');
}

function isControl(text: string, index: number): boolean {
  return index < text.length && text.charCodeAt(index) < SPACE;
}

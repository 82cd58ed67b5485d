/** Escaping for XML text and attributes. */

// C0 controls except tab, line feed and carriage return, U+FFFE and U+FFFF, and lone surrogates are not in the XML 1.0
// production Char. The first pattern is a fast check, which also finds whole surrogate pairs.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched
const SUSPECT = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are searched
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Escape text for XML elements and attributes. Characters that XML does not allow are dropped. */
export function escapeXml(text: string): string {
  return SUSPECT.test(text) ? text.replace(SPECIAL, (found) => ENTITIES.get(found) ?? '') : text;
}

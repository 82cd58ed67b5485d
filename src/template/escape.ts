/** Escaping for XML text and attributes. */

// C0 controls except tab, line feed and carriage return, the two non-characters, and halves of surrogate pairs:
// the XML 1.0 production Char has none of them. The first pattern finds whole pairs too, but it is the faster one.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SUSPECT = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const SPECIAL = /[&<>"'\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

/** Escape text for XML, in elements and in attributes. Characters that XML cannot carry are dropped. */
export function escapeXml(text: string): string {
  return SUSPECT.test(text) ? text.replace(SPECIAL, (found) => ENTITIES.get(found) ?? '') : text;
}

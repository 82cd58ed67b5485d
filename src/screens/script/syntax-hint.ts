/** Completes Lua's messages about syntax where a line is written as in another language. */

/** What stands in other languages, and what Lua has for it. */
const FOREIGN: readonly (readonly [written: RegExp, instead: string])[] = [
  [/\bcontinue\b/, 'Lua has no continue: write goto next, and ::next:: in front of the end of the loop'],
  [/!=/, 'write ~= for "not equal"'],
  [/&&/, 'write and'],
  [/\|\|/, 'write or'],
  [/[\w\])]\s*[-+*/]=/, 'Lua has no += and the like: write x = x + 1'],
  [/\belse\s+if\b/, 'write elseif, in one word'],
  [/^\s*(?:const|let|var)\s/, 'write local'],
];
/** A longer line is not searched. */
const MAX_LINE = 500;

/**
 * ` (write …)` for the end of the message; empty where nothing foreign is found.
 * @param line  1-based, where the parser stopped: at the first word that it could not take, which may stand on the next line
 */
export function syntaxHint(source: Uint8Array, line: number): string {
  const lines = Buffer.from(source).toString('utf8').split('\n', line);
  for (const text of lines.slice(-2).reverse()) {
    const [code = ''] = text.slice(0, MAX_LINE).split('--', 1);
    const found = FOREIGN.find(([written]) => written.test(code));
    if (found !== undefined) return ` (${found[1]})`;
  }
  return '';
}

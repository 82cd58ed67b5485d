/** Escape sequences in the texts of templates. */

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|(.))/gs;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
]);
const LAST_CODE_POINT = 0x10ffff;

/** Replace `\n \t \r \xhh \uhhhh \Uhhhhhhhh` in the text between two quotes; before any other character `\` is dropped. */
export function unescaped(written: string): string {
  return written.replace(
    ESCAPE,
    (_all, short?: string, long?: string, byte?: string, letter?: string) =>
      characterOf(short ?? long ?? byte) ?? LETTERS.get(letter ?? '') ?? letter ?? '',
  );
}

function characterOf(hex: string | undefined): string | undefined {
  if (hex === undefined) return undefined;
  const code = Number.parseInt(hex, 16);
  return code > LAST_CODE_POINT ? '\ufffd' : String.fromCodePoint(code);
}

/** Parses the CSS `font` shorthand. */

/** The long forms that a shorthand sets; those that it does not mention are reset. */
type FontLonghands = Readonly<Record<string, string>>;

const SIZE =
  /^(?:xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger|[+]?[\d.]+(?:e\d+)?(?:px|pt|pc|mm|cm|in|em|ex|rem|ch|q|vh|vw|%))$/i;
const BARE_NUMBER = /^\d+(?:\.\d+)?$/;
const STYLE = /^(?:italic|oblique)$/i;
const WEIGHT = /^(?:bold|bolder|lighter|\d{1,4}(?:\.\d+)?)$/i;
const STRETCH = /^(?:(?:ultra|extra|semi)-(?:condensed|expanded)|condensed|expanded)$/i;

/** The long forms of a `font` value; null for an invalid one, which has no effect, as in CSS. */
export function parseFontShorthand(value: string): FontLonghands | null {
  const tokens = value
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?\/ ?/, '/')
    .split(' ');
  const at = findSize(tokens);
  const family = tokens.slice(at + 1).join(' ');
  if (at === -1 || family === '') return null;
  const longhands: Record<string, string> = {
    'font-style': 'normal',
    'font-weight': '400',
    'font-stretch': 'normal',
    'font-variant': 'normal',
    'font-variation-settings': 'normal',
    'font-size': sizeOf(tokens[at]),
    'font-family': family,
  };
  return tokens.slice(0, at).every((token) => readKeyword(token.toLowerCase(), longhands)) ? longhands : null;
}

/** Index of the size (with its line height); a number without a unit counts only when there is no better candidate. */
function findSize(tokens: readonly string[]): number {
  const exact = tokens.findIndex((token) => SIZE.test(sizeOf(token)));
  return exact === -1 ? tokens.findLastIndex((token) => BARE_NUMBER.test(sizeOf(token))) : exact;
}

function sizeOf(token: string | undefined): string {
  return token?.split('/')[0] ?? '';
}

function readKeyword(token: string, longhands: Record<string, string>): boolean {
  if (STYLE.test(token)) longhands['font-style'] = token;
  else if (WEIGHT.test(token)) longhands['font-weight'] = token;
  else if (STRETCH.test(token)) longhands['font-stretch'] = token;
  else if (token === 'small-caps') longhands['font-variant'] = token;
  else return token === 'normal';
  return true;
}

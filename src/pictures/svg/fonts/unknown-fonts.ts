/** Warns of font families that do not exist: text would silently be drawn in another font. */
import type { Problem } from '../../../platform/base/failure.ts';
import type { FontFinder } from '../../fonts/font-finder.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { WarningList } from '../document/warning-list.ts';
import type { ComputedFont } from '../style/font-style.ts';
import type { DocumentText } from './document-texts.ts';

/** A warning for each list of families in which none exists, or the first looks misspelt. */
export function warnOfUnknownFonts(
  texts: readonly DocumentText[],
  document: SvgDocument,
  finder: FontFinder,
): readonly Problem[] {
  const warnings = new WarningList(document);
  for (const [font, element] of fontsOf(texts)) {
    if (warnings.isFull) break;
    const problem = finder.problemOf(font, warnings.comparisons);
    if (problem !== null) warnings.add(element, problem);
  }
  return warnings.problems;
}

/** Each font in which characters are written, with the first element that uses it. */
function fontsOf(texts: readonly DocumentText[]): ReadonlyMap<ComputedFont, SvgElement> {
  const found = new Map<ComputedFont, SvgElement>();
  for (const { element, font } of texts.flatMap(({ spans }) => spans)) {
    const isWritten = element.children.some(({ kind }) => kind === 'text');
    if (isWritten && !found.has(font)) found.set(font, element);
  }
  return found;
}

/** Names font families that no font has: text would take another one in silence. */
import type { FontFinder } from '../fonts/font-finder.ts';
import { type ComputedFont, computeFont, INITIAL_FONT } from './font-style.ts';
import { placeOf, type SvgDocument, type SvgElement } from './tree.ts';

const MAX_WARNINGS = 5;

/** A warning for each list of families that a text of the document asks for, and that cannot be what its author meant. */
export function warnOfUnknownFonts(document: SvgDocument, finder: FontFinder): readonly string[] {
  const warnings = new Set<string>();
  for (const [font, element] of fontsOfTexts(document.root)) {
    const problem = finder.problemOf(font);
    if (problem === null) continue;
    const { line, column } = placeOf(document.source, element.start);
    warnings.add(`line ${line}, column ${column}: ${problem}`);
    if (warnings.size === MAX_WARNINGS) break;
  }
  return [...warnings];
}

/** Every font that characters are written in, with the first element of them. */
function fontsOfTexts(root: SvgElement): ReadonlyMap<ComputedFont, SvgElement> {
  const found = new Map<ComputedFont, SvgElement>();
  const visit = (element: SvgElement, inherited: ComputedFont): void => {
    const font = computeFont(element, inherited);
    for (const child of element.children) {
      if (child.kind === 'element') visit(child, font);
      else if (!found.has(font)) found.set(font, element);
    }
  };
  visit(root, INITIAL_FONT);
  return found;
}

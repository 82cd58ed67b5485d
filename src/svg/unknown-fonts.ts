/** Names font families that no font has: text would take another one in silence. */
import type { Problem } from '../base/failure.ts';
import type { FontFinder } from '../fonts/font-finder.ts';
import { type ComputedFont, computeFont, INITIAL_FONT } from './font-style.ts';
import { problemAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';

const MAX_WARNINGS = 5;

/** A warning for each list of families that a text of the document asks for, and that cannot be what its author meant. */
export function warnOfUnknownFonts(document: SvgDocument, finder: FontFinder): readonly Problem[] {
  const warnings = new Map<string, Problem>();
  for (const [font, element] of fontsOfTexts(document.root)) {
    const problem = finder.problemOf(font);
    if (problem === null) continue;
    if (!warnings.has(problem)) warnings.set(problem, problemAt(document, element.start, problem));
    if (warnings.size === MAX_WARNINGS) break;
  }
  return [...warnings.values()];
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

/** Refuses SVGs whose drawing would take too long: resvg cannot be interrupted. */
import { LIMITS } from '../base/limits.ts';
import { failAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import { walk } from './tree.ts';
import type { Viewport } from './viewport.ts';
import { checkWork } from './work.ts';

/**
 * Check a parsed document with resolved styles, and take out what would end the process.
 * @throws {SvgSignal} `svg_limit` with the line of the element
 */
export function checkLimits(document: SvgDocument, viewport: Viewport): void {
  checkText(document);
  for (const element of checkWork(document, viewport)) {
    const { parent } = element;
    if (parent !== null) parent.children = parent.children.filter((child) => child !== element);
  }
}

function checkText(document: SvgDocument): void {
  let all = 0;
  walk(document.root, (element) => {
    if (element.name !== 'text') return;
    const own = countCharacters(element);
    all += own;
    if (own > LIMITS.svgOneTextCharacters) {
      const message = `a text of ${own} characters; one <text> may have ${LIMITS.svgOneTextCharacters}`;
      throw failAt(document, element.start, 'svg_limit', message);
    }
    if (all > LIMITS.svgTextCharacters) {
      const message = `all texts together have more than ${LIMITS.svgTextCharacters} characters`;
      throw failAt(document, element.start, 'svg_limit', message);
    }
  });
}

function countCharacters(element: SvgElement): number {
  let count = 0;
  for (const child of element.children) {
    count += child.kind === 'text' ? child.text.length : countCharacters(child);
  }
  return count;
}

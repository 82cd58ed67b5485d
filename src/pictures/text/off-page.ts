/** Warns of texts that the page cuts off, which the author may not know. */
import type { Problem } from '../../platform/base/failure.ts';
import { problemAt } from '../svg/document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../svg/document/tree.ts';
import { quoteOneLine } from '../svg/document/warning-list.ts';
import { type Box, meets, transformBox } from '../svg/values/box.ts';
import type { Matrix } from '../svg/values/matrix.ts';

/** Device pixels that letters may extend over an edge without a warning: bearings, and antialiasing. */
const SLACK_PX = 1.5;
const MAX_WARNINGS = 5;

/** A text with the box of its outlines, in user units, and the matrix to device pixels. */
export interface PlacedText {
  readonly element: SvgElement;
  readonly box: Box;
  readonly matrix: Matrix;
}

/** A warning for each text outside of the page or across its edge. @param page  in device pixels */
export function warnOfTextsOffPage(
  document: SvgDocument,
  texts: readonly PlacedText[],
  page: Box,
): readonly Problem[] {
  const warnings: Problem[] = [];
  for (const { element, box, matrix } of texts) {
    if (warnings.length === MAX_WARNINGS) break;
    const edges = edgesCrossed(transformBox(matrix, box), page);
    if (edges === null) continue;
    warnings.push(
      problemAt(document, element.start, `the text ${quoteOneLine(charactersOf(element))} ${edges}`),
    );
  }
  return warnings;
}

function edgesCrossed(box: Box, page: Box): string | null {
  if (!meets(box, page)) return 'lies outside of the page';
  const over = [
    ['left', page.left - box.left],
    ['top', page.top - box.top],
    ['right', box.right - page.right],
    ['bottom', box.bottom - page.bottom],
  ] as const;
  const [edge, byPx] = over.reduce((most, one) => (one[1] > most[1] ? one : most));
  return byPx > SLACK_PX ? `is cut off at the ${edge} edge of the page, by ${Math.ceil(byPx)} px` : null;
}

function charactersOf(element: SvgElement): string {
  return element.children.map((child) => (child.kind === 'text' ? child.text : charactersOf(child))).join('');
}

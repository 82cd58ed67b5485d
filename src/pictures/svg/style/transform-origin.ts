/** Writes `transform-origin` (CSS Transforms 1 §5) into the transforms themselves: resvg 0.34 does not know it. */
import type { Problem } from '../../../platform/base/failure.ts';
import { problemAt } from '../document/svg-failure.ts';
import { type SvgDocument, type SvgElement, walk } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { drawnLength } from '../values/length.ts';

const MAX_WARNINGS = 5;
const WORDS: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
};
const VERTICAL: ReadonlySet<string> = new Set(['top', 'bottom']);

/**
 * Move the origin of every transform of a document whose styles are resolved.
 * @param user  the size that percentages refer to, in user units
 * @returns     warnings about origins that are invalid, or that refer to the box of the element
 */
export function applyTransformOrigins(document: SvgDocument, user: Extent): readonly Problem[] {
  const warnings: Problem[] = [];
  if (!document.source.includes('transform-origin')) return warnings;
  walk(document.root, (element) => {
    const { attributes } = element;
    const { 'transform-origin': written, transform } = attributes;
    if (written === undefined) return;
    delete attributes['transform-origin'];
    if (transform === undefined || transform.trim() === '') return;
    const origin = readOrigin(written, user);
    if (origin !== null) attributes['transform'] = about(origin, transform);
    else if (warnings.length < MAX_WARNINGS) warnings.push(warning(document, element, written));
  });
  return warnings;
}

function about([x, y]: readonly [number, number], transform: string): string {
  return `translate(${x} ${y}) ${transform} translate(${-x} ${-y})`;
}

/** Two lengths, percentages or keywords. A third one is a depth, which a picture does not have. */
function readOrigin(written: string, user: Extent): readonly [number, number] | null {
  const [first = '', second = 'center', ...rest] = written.trim().toLowerCase().split(/\s+/);
  if (rest.length > 1) return null;
  const isTurned = VERTICAL.has(first) || second === 'left' || second === 'right';
  const [x, y] = isTurned ? [second, first] : [first, second];
  const left = drawnLength(WORDS[x] ?? x, user.width, Number.NaN);
  const top = drawnLength(WORDS[y] ?? y, user.height, Number.NaN);
  return left === null || top === null || Number.isNaN(left + top) ? null : [left, top];
}

function warning(document: SvgDocument, element: SvgElement, written: string): Problem {
  const shown = JSON.stringify(written.slice(0, 40));
  const message = `transform-origin ${shown} of <${element.name}> is ignored; expected lengths in px, percentages, or words such as center`;
  return problemAt(document, element.start, message);
}

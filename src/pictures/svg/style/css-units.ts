/** Writes lengths in units that resvg does not know in others: `rem` (the font size of the root), `ch` and `Q`. */

import { wordSet } from '../../../platform/base/words.ts';
import type { SvgElement } from '../document/tree.ts';
import { readLength } from '../values/length.ts';

/** Attributes with a length, or a list of them. */
const LENGTHS: ReadonlySet<string> = wordSet(`
  x y dx dy width height cx cy r rx ry x1 y1 x2 y2 fx fy fr refX refY markerWidth markerHeight
  font-size stroke-width stroke-dasharray stroke-dashoffset letter-spacing word-spacing baseline-shift
  startOffset textLength
`);
const IN_UNIT = /(?<![\w.])([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(rem|ch|q)\b/gi;
const TRACE = /\d(?:rem|ch|q)\b/i;
/** What browsers begin with. */
const INITIAL_PX = 16;
/** Pixels of a quarter of a millimetre. */
const Q_PX = 96 / 101.6;
/** The width of a 0, which is half the font size in most fonts. */
const CH_EM = 0.5;

/**
 * Replace these units in the attributes of all elements, whose styles are resolved.
 * @param elements  the root first
 * @param source    of the document
 */
export function resolveCssUnits(elements: readonly SvgElement[], source: string): void {
  const [root] = elements;
  if (root === undefined || !TRACE.test(source)) return;
  // The font size of the root itself refers to the initial one.
  const rootPx = readLength(root.attributes['font-size'], INITIAL_PX, INITIAL_PX) ?? INITIAL_PX;
  for (const element of elements) {
    const { attributes } = element;
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      if (!LENGTHS.has(name) || !TRACE.test(value)) continue;
      attributes[name] = written(value, element === root && name === 'font-size' ? INITIAL_PX : rootPx);
    }
  }
}

function written(value: string, remPx: number): string {
  return value.replace(IN_UNIT, (_, number: string, unit: string) => {
    switch (unit.toLowerCase()) {
      case 'rem':
        return String(Number(number) * remPx);
      case 'ch':
        return `${Number(number) * CH_EM}em`;
      default:
        return String(Number(number) * Q_PX);
    }
  });
}

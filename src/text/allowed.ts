/** What a text may say so that it can be drawn in solid ink; all else stays with resvg. */
import { anyValue, type Check, oneOf, reasonAgainst } from '../svg/plain-drawing.ts';
import type { SvgElement } from '../svg/tree.ts';

/** Only for `<text>` and what is in it. */
const OF_TEXT: Readonly<Record<string, Check>> = {
  x: anyValue,
  y: anyValue,
  dx: anyValue,
  dy: anyValue,
  textLength: anyValue,
  lengthAdjust: oneOf('spacing'),
  'text-decoration': (value) => value.split(/\s+/).every((word) => DECORATIONS.has(word)),
  'baseline-shift': anyValue,
  'alignment-baseline': oneOf('auto', 'baseline', 'alphabetic'),
};
const DECORATIONS = new Set(['none', 'underline', 'line-through', '']);

/** Why an element keeps a text in it or below it from being drawn by the engine; null when it does not. */
export function reasonToKeepText(element: SvgElement): string | null {
  const isText = element.name === 'text' || element.name === 'tspan';
  return isText ? reasonAgainst(element, OF_TEXT) : reasonAgainst(element);
}

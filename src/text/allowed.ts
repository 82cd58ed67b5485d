/** What a text may say so that it can be drawn in solid ink; all else stays with resvg. */
import type { SvgElement } from '../svg/document/tree.ts';
import { anyValue, type Check, oneOf, reasonAgainst } from '../svg/style/plain-drawing.ts';

/** Only for what is in a `<text>`. */
const OF_SPAN: Readonly<Record<string, Check>> = {
  x: anyValue,
  y: anyValue,
  dx: anyValue,
  dy: anyValue,
  'text-decoration': (value) => value.split(/\s+/).every((word) => DECORATIONS.has(word)),
  'baseline-shift': anyValue,
  // Any other beats the dominant baseline.
  'alignment-baseline': oneOf('auto', 'baseline'),
};
/** Only for `<text>`. */
const OF_TEXT: Readonly<Record<string, Check>> = {
  ...OF_SPAN,
  textLength: anyValue,
  lengthAdjust: oneOf('spacing'),
};
const DECORATIONS = new Set(['none', 'underline', 'line-through', '']);

/** Why an element keeps a text in it or below it from being drawn by the engine; null when it does not. */
export function reasonToKeepText(element: SvgElement): string | null {
  if (element.name === 'text') return reasonAgainst(element, OF_TEXT);
  return element.name === 'tspan' ? reasonAgainst(element, OF_SPAN) : reasonAgainst(element);
}

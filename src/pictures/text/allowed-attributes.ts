/** Which attributes a text may have to be drawn in solid ink; with any other, resvg draws it. */
import { wordSet } from '../../platform/base/words.ts';
import { type SvgElement, walk } from '../svg/document/tree.ts';
import { anyValue, type Check, isOneOf, reasonAgainst } from '../svg/style/plain-drawing.ts';

/** Only for a `<text>` and its spans. */
const OF_SPAN: Readonly<Record<string, Check>> = {
  x: anyValue,
  y: anyValue,
  dx: anyValue,
  dy: anyValue,
  'text-decoration': (value) => value.split(/\s+/).every((word) => DECORATIONS.has(word)),
  'baseline-shift': anyValue,
  // Any other value overrides the dominant baseline.
  'alignment-baseline': isOneOf('auto', 'baseline'),
};
/** Only for `<text>`. */
const OF_TEXT: Readonly<Record<string, Check>> = {
  ...OF_SPAN,
  textLength: anyValue,
  lengthAdjust: isOneOf('spacing'),
};
const DECORATIONS = new Set(['none', 'underline', 'line-through', '']);

/** Why the engine may not draw a text with this element as a part or an ancestor; null when it may. */
export function reasonToKeepText(element: SvgElement): string | null {
  if (element.name === 'text') return reasonAgainst(element, OF_TEXT);
  return element.name === 'tspan' ? reasonAgainst(element, OF_SPAN) : reasonAgainst(element);
}

/** Attributes that keep a text from being drawn in solid ink, but leave its letters where they are. */
const NEUTRAL: ReadonlySet<string> = wordSet(`
  opacity fill-opacity mask clip-path visibility display paint-order class style
`);

/** True for a text whose letters stand where those of a text with no other attributes than the allowed ones would. */
export function isLaidOutAlike(text: SvgElement): boolean {
  let alike = true;
  const look = (element: SvgElement): void => {
    const attributes = Object.fromEntries(
      Object.entries(element.attributes).filter(([name]) => !NEUTRAL.has(name)),
    );
    alike &&= reasonToKeepText({ ...element, attributes, styleOnly: null }) === null;
  };
  walk(text, (element) => {
    alike &&= SPANS.has(element.name);
    look(element);
  });
  for (let at = text.parent; at !== null; at = at.parent) look(at);
  return alike;
}

const SPANS: ReadonlySet<string> = new Set(['text', 'tspan', 'a']);

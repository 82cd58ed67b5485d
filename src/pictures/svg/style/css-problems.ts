/** Explains why a CSS declaration has no effect. */
import { type Comparisons, didYouMean } from '../../../platform/base/nearest.ts';
import { wordSet } from '../../../platform/base/words.ts';
import { isDrawnProperty, KNOWN_PROPERTIES } from './properties.ts';

/** Said of figures of equal width, in attributes and style sheets. */
export const ONE_WIDTH =
  'features of fonts cannot be chosen; for figures of one width, write font-family="monospace", or x for each of them';

/** What to use instead of a property of web pages. */
const INSTEAD: Readonly<Record<string, string>> = {
  'text-transform': 'write the letters as they shall be, or use | upper and | lower',
  'text-align': 'use text-anchor',
  'vertical-align': 'use dominant-baseline or y',
  'line-height': 'lines are set by x and y of each <tspan>',
  background: 'draw a <rect> behind it',
  'background-color': 'draw a <rect> behind it',
  border: 'use stroke',
  'border-color': 'use stroke',
  'border-width': 'use stroke-width',
  'border-radius': 'use rx and ry',
  'box-shadow': 'use a filter',
  'text-shadow': 'use a filter',
  'text-overflow': 'cut the text with | truncate',
  'white-space': 'lines are not broken: wrap the text in the script, with a <tspan> for each line',
  'inline-size': 'lines are not broken: wrap the text in the script, with a <tspan> for each line',
  margin: 'elements are placed by x and y',
  padding: 'elements are placed by x and y',
  position: 'elements are placed by x and y',
  left: 'use x',
  top: 'use y',
  animation: 'pictures stand still',
  transition: 'pictures stand still',
  'font-feature-settings': 'features of fonts cannot be chosen',
  'font-variant-numeric': ONE_WIDTH,
  'font-variant-ligatures': 'features of fonts cannot be chosen; letter-spacing keeps letters apart',
  'font-variant-position': 'use baseline-shift and a smaller font-size',
  'font-variant-alternates': 'features of fonts cannot be chosen',
  'font-variant-east-asian': 'features of fonts cannot be chosen',
  'font-optical-sizing': 'write the size of the design: font-variation-settings: "opsz" 40',
  'font-size-adjust': 'write the font-size of each family',
  'text-decoration-style': 'lines are drawn solid; for another one, draw a <path> below the text',
  'text-decoration-color': 'a line has the fill of the element that text-decoration is written at',
  'text-decoration-thickness': 'lines are as thick as the font says; for another one, draw a <path>',
  'text-underline-offset': 'lines lie where the font says; for another one, draw a <path>',
  'text-underline-position': 'lines lie where the font says; for another one, draw a <path>',
  'text-indent': 'use x',
  'text-orientation': 'turn single letters with rotate',
  clip: 'use clip-path',
  'vector-effect': 'strokes grow with their element',
};

/** Properties without a meaning for a still picture, and those that drawing programs write everywhere. */
const HARMLESS: ReadonlySet<string> = wordSet(`
  cursor pointer-events color-rendering solid-color solid-opacity marker font-synthesis
  shape-padding shape-margin block-progression user-select all quotes print-color-adjust will-change
  box-sizing touch-action
`);
/** Values without an effect. */
const NEUTRAL = /^(?:none|normal|auto|inherit|initial|unset|revert|0(?:px|%)?|solid|currentcolor|mixed)$/i;
/** Nobody who wants no effect writes its value "auto". */
const AUTOMATIC = 'font-optical-sizing';
export const DYNAMIC = /\b(var|calc|env|attr|min|max|clamp)\(/i;

/** The end of a sentence about a value with a function of CSS in it. */
export function notWorkedOut(name: string): string {
  return `: ${name}() is not worked out here; write the value, or {{ … }}`;
}

/** Why a declaration has no effect, as a sentence; null for one that has an effect, or that nobody misses. */
export function declarationProblem(property: string, value: string): string | null {
  if (property.startsWith('-')) return null;
  if (isDrawnProperty(property)) {
    const dynamic = DYNAMIC.exec(value)?.[1];
    if (dynamic === undefined) return null;
    return `the CSS value "${property}: ${value.slice(0, 40)}" is not understood${notWorkedOut(dynamic)}`;
  }
  const isNeutral = NEUTRAL.test(value) && !(property === AUTOMATIC && /^auto$/i.test(value));
  if (HARMLESS.has(property) || isNeutral) return null;
  const shown = property.slice(0, 40);
  if (Object.hasOwn(INSTEAD, property))
    return `the CSS property "${shown}" has no effect: ${INSTEAD[property]}`;
  return `the CSS property "${shown}" has no effect`;
}

/** The end of that sentence, which takes longer: the property that was probably meant. */
export function propertyHint(property: string, comparisons: Comparisons): string {
  if (isDrawnProperty(property) || Object.hasOwn(INSTEAD, property)) return '';
  return didYouMean(property, KNOWN_PROPERTIES, comparisons);
}

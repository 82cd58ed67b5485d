/** Explains why a CSS declaration has no effect. */
import { type Comparisons, didYouMean } from '../../base/nearest.ts';
import { isDrawnProperty, KNOWN_PROPERTIES } from './properties.ts';

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
  'vector-effect': 'strokes grow with their element',
};

/** Properties without a meaning for a still picture, and those that drawing programs write everywhere. */
const HARMLESS: ReadonlySet<string> = new Set([
  ...[
    'cursor',
    'pointer-events',
    'color-rendering',
    'solid-color',
    'solid-opacity',
    'marker',
    'font-variant-ligatures',
  ],
  ...['font-variant-position', 'font-variant-caps', 'font-variant-numeric', 'font-variant-alternates'],
  ...['font-variant-east-asian', 'font-size-adjust', 'font-synthesis', 'text-indent', 'text-decoration-line'],
  ...['text-decoration-style', 'text-decoration-color', 'text-orientation', 'shape-padding', 'shape-margin'],
  ...[
    'block-progression',
    'user-select',
    'all',
    'quotes',
    'clip',
    'font-optical-sizing',
    'print-color-adjust',
  ],
  ...['text-underline-offset', 'text-underline-position', 'will-change', 'box-sizing', 'touch-action'],
]);
/** Values without an effect. */
const NEUTRAL = /^(?:none|normal|auto|inherit|initial|unset|revert|0(?:px|%)?)$/i;
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
  if (HARMLESS.has(property) || NEUTRAL.test(value)) return null;
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

/** Which CSS properties change the picture, and how resvg takes them. */
import { ownValue } from '../../../platform/base/plain.ts';
import { wordSet } from '../../../platform/base/words.ts';

/** Properties that resvg reads from attributes (SVG 2, "Presentation attributes", and geometry properties). */
const ATTRIBUTES: ReadonlySet<string> = wordSet(`
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation
  color-interpolation-filters direction display dominant-baseline enable-background fill
  fill-opacity fill-rule filter flood-color flood-opacity font-size font-variant image-rendering
  kerning letter-spacing lighting-color marker-end marker-mid marker-start mask mask-type opacity
  overflow paint-order shape-rendering stop-color stop-opacity stroke stroke-dasharray
  stroke-dashoffset stroke-linecap stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
  text-anchor text-decoration text-rendering transform transform-origin unicode-bidi vector-effect
  visibility word-spacing writing-mode white-space glyph-orientation-vertical x y cx cy r rx ry
  width height d
`);

/** Properties that resvg ignores as attributes. */
const STYLE_ONLY: ReadonlySet<string> = new Set(['mix-blend-mode', 'isolation', 'font-kerning']);

/** Properties that choose a font. They are resolved before drawing and never reach resvg as written. */
export const FONT_PROPERTIES: ReadonlySet<string> = new Set([
  'font',
  'font-family',
  'font-weight',
  'font-style',
  'font-stretch',
  'font-variation-settings',
]);

/** Parts of properties, and other names of them, that only style sheets may write. */
const WRITTEN_AS: Readonly<Record<string, string>> = {
  'font-width': 'font-stretch',
  'font-variant-caps': 'font-variant',
  'text-decoration-line': 'text-decoration',
};

/** The attribute in which a property of CSS is passed on. */
export function attributeOf(property: string): string {
  return ownValue(WRITTEN_AS, property) ?? property;
}

/** True for a property that is no attribute in SVG. */
export function isOnlyCss(property: string): boolean {
  return Object.hasOwn(WRITTEN_AS, property);
}

/** Every supported property. */
export const KNOWN_PROPERTIES: readonly string[] = [
  ...ATTRIBUTES,
  ...FONT_PROPERTIES,
  ...STYLE_ONLY,
  ...Object.keys(WRITTEN_AS),
  'marker',
];

/** True for a property that may change the picture. */
export function isDrawnProperty(property: string): boolean {
  return propertyTarget(property) !== 'ignore';
}

type PropertyTarget = 'attribute' | 'style' | 'ignore';

/** How a CSS declaration of `property` is passed to resvg. */
export function propertyTarget(property: string): PropertyTarget {
  const attribute = attributeOf(property);
  if (ATTRIBUTES.has(attribute) || FONT_PROPERTIES.has(attribute)) return 'attribute';
  return STYLE_ONLY.has(property) ? 'style' : 'ignore';
}

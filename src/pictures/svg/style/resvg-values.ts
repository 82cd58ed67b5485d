/** Writes values of current CSS in the syntax and the units that resvg 0.34 understands. */

import { ownValue } from '../../../platform/base/plain.ts';
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

const COLOURS = ['fill', 'stroke', 'stop-color', 'color', 'flood-color', 'lighting-color'] as const;
const PIXELATED = /^(?:pixelated|crisp-edges|-moz-crisp-edges|-webkit-optimize-contrast)$/i;
/** Values of `white-space` with which spaces stay as they are written. */
const KEPT_SPACE = /^(?:pre|pre-wrap|break-spaces)$/;
/** `rgb(1 2 3 / 50%)` and `hsl(1deg 2% 3% / 0.5)`. */
const SLASHED_COLOUR =
  /^(rgb|hsl)a?\(\s*([^\s,/]+)[\s,]+([^\s,/]+)[\s,]+([^\s,/]+)\s*\/\s*([\d.]+)(%?)\s*\)$/i;

/** The sizes that browsers use for the keywords (CSS Fonts 4 §2.5 leaves them a choice); resvg uses another scale. */
const FONT_SIZES: Readonly<Record<string, string>> = {
  'xx-small': '9',
  'x-small': '10',
  small: '13',
  medium: '16',
  large: '18',
  'x-large': '24',
  'xx-large': '32',
  'xxx-large': '48',
  larger: '1.2em',
  smaller: '0.8333em',
};

/** Rewrite the attributes of an element whose styles are resolved. */
export function rewriteValues({ attributes }: SvgElement): void {
  const rendering = attributes['image-rendering'];
  if (rendering !== undefined && PIXELATED.test(rendering.trim())) {
    attributes['image-rendering'] = 'optimizeSpeed';
  }
  const space = attributes['white-space']?.trim().toLowerCase();
  if (space !== undefined && space !== 'inherit') {
    attributes['xml:space'] = KEPT_SPACE.test(space) ? 'preserve' : 'default';
  }
  const size = attributes['font-size'];
  const known = size === undefined ? undefined : ownValue(FONT_SIZES, size.trim().toLowerCase());
  if (known !== undefined) attributes['font-size'] = known;
  for (const property of COLOURS) {
    const value = attributes[property];
    if (value !== undefined && value.length > 6) attributes[property] = rewriteColour(value);
  }
}

function rewriteColour(value: string): string {
  const trimmed = value.trim();
  if (trimmed.toLowerCase() === 'rebeccapurple') return '#639';
  const plain = /^hsl/i.test(trimmed) ? trimmed.replace(/deg\b/i, '') : trimmed;
  const match = SLASHED_COLOUR.exec(plain);
  if (match === null) return plain;
  const [, space = '', a, b, c, alpha, percent] = match;
  const opacity = Number(alpha) / (percent === '%' ? 100 : 1);
  return `${space.toLowerCase()}a(${a}, ${b}, ${c}, ${opacity})`;
}

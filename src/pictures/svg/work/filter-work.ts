/** Estimates the cost of filters, and refuses settings that could take endless time. */
import { ownValue } from '../../../platform/base/plain.ts';
import { failAt } from '../document/svg-failure.ts';
import type { SvgDocument, SvgElement } from '../document/tree.ts';
import { isBlur } from '../geometry/filter-region.ts';

/** Milliseconds for each pixel of the filtered area, within one colour space. */
const PIXEL_MS: Readonly<Record<string, number>> = {
  feBlend: 45e-6,
  feColorMatrix: 40e-6,
  feComponentTransfer: 60e-6,
  feComposite: 50e-6,
  feConvolveMatrix: 45e-6,
  feDiffuseLighting: 55e-6,
  feDisplacementMap: 60e-6,
  feDropShadow: 150e-6,
  feFlood: 12e-6,
  feGaussianBlur: 110e-6,
  feImage: 25e-6,
  feMerge: 16e-6,
  feMorphology: 30e-6,
  feOffset: 24e-6,
  feSpecularLighting: 65e-6,
  feTile: 25e-6,
  feTurbulence: 110e-6,
};
const OTHER_PIXEL_MS = 60e-6;
/** Conversions to linear colours and back, which a filter begins with unless it says "sRGB". */
const CONVERSION_MS = 25e-6;
const OCTAVE_MS = 80e-6;
/** Milliseconds for each number of a kernel, and for each pixel in the window of a morphology. */
const KERNEL_MS = 5e-6;
const WINDOW_MS = 1.4e-6;
/** Blurs of less than two pixels are computed by a more exact, slower method. */
const FINE_BLUR_MS = 260e-6;
const FINE_BLUR_PX = 2;
const BLUR_FUNCTION_MS = 180e-6;
const FUNCTION_MS = 70e-6;

const MAX_PRIMITIVES = 32;
const MAX_OCTAVES = 8;
const MAX_KERNEL_EDGE = 9;
const MAX_RADIUS = 16;
/** Pictures of the filtered area that a filter holds besides the results of its steps. */
const SPARE_PICTURES = 5;

export interface FilterWork {
  /** Milliseconds a pixel. */
  readonly pixelMs: number;
  /** Pictures of the filtered area that are in memory at the same time. */
  readonly pictures: number;
  /** Length of all attributes. */
  readonly characters: number;
}

/** Where a filter is used. */
interface FilterPlace {
  /** Device pixels of a user unit. */
  readonly scale: number;
  /** The larger edge of the filtered element, in user units. */
  readonly edge: number;
}

/** The work of filter functions such as `blur(4px)`. */
export function functionWork(functions: readonly string[]): FilterWork {
  const pixelMs = functions.reduce((sum, text) => sum + (isBlur(text) ? BLUR_FUNCTION_MS : FUNCTION_MS), 0);
  return { pixelMs, pictures: SPARE_PICTURES, characters: 0 };
}

/**
 * The work of a filter.
 * @param filter   with what it inherits from others
 * @throws {SvgSignal} `svg_limit` for settings that nobody needs on a display
 */
export function filterWork(document: SvgDocument, filter: SvgElement, place: FilterPlace): FilterWork {
  const primitives = filter.children.filter((child) => child.kind === 'element');
  if (primitives.length > MAX_PRIMITIVES) {
    throw limit(document, filter, `a filter of ${primitives.length} steps; ${MAX_PRIMITIVES} are accepted`);
  }
  const unit = filter.attributes['primitiveUnits'] === 'objectBoundingBox' ? place.edge : 1;
  const radiusScale = place.scale * unit;
  return {
    pixelMs: primitives.reduce(
      (sum, primitive) =>
        sum + primitiveWork(document, primitive, radiusScale) + conversionWork(primitive, filter),
      0,
    ),
    pictures: primitives.length + SPARE_PICTURES,
    characters: primitives.reduce((sum, primitive) => sum + lengthOf(primitive), 0),
  };
}

/** Whatever a step does not say itself, or its filter, is taken for the usual. */
function conversionWork(primitive: SvgElement, filter: SvgElement): number {
  const space = primitive.attributes[COLOURS] ?? filter.attributes[COLOURS] ?? '';
  return space.trim() === 'sRGB' ? 0 : CONVERSION_MS;
}

const COLOURS = 'color-interpolation-filters';

function lengthOf({ attributes, children }: SvgElement): number {
  let length = 0;
  for (const name in attributes) length += attributes[name]?.length ?? 0;
  for (const child of children) if (child.kind === 'element') length += lengthOf(child);
  return length;
}

function primitiveWork(document: SvgDocument, primitive: SvgElement, radiusScale: number): number {
  const { name, attributes, children } = primitive;
  const base = ownValue(PIXEL_MS, name) ?? OTHER_PIXEL_MS;
  const check = (what: string, value: number, max: number): number => {
    if (value <= max) return value;
    throw limit(document, primitive, `${name} has ${what} ${value}; at most ${max} is accepted`);
  };
  switch (name) {
    case 'feTurbulence':
      return base + OCTAVE_MS * check('numOctaves', largest(attributes['numOctaves'], 1), MAX_OCTAVES);
    case 'feConvolveMatrix':
      return base + KERNEL_MS * check('order', largest(attributes['order'], 3), MAX_KERNEL_EDGE) ** 2;
    case 'feMorphology': {
      // An invalid radius counts as 1.
      const radius = Math.max(1, check('radius', largest(attributes['radius'], 1), MAX_RADIUS));
      return base + WINDOW_MS * (2 * Math.ceil(radius * radiusScale) + 1) ** 2;
    }
    case 'feGaussianBlur':
    case 'feDropShadow':
      return base + fineBlurWork(attributes['stdDeviation'], radiusScale);
    case 'feMerge':
      return base * (1 + check('inputs', children.length, MAX_PRIMITIVES));
    default:
      return base;
  }
}

function fineBlurWork(deviation: string | undefined, radiusScale: number): number {
  return largest(deviation, 0) * radiusScale < FINE_BLUR_PX ? FINE_BLUR_MS : 0;
}

/** The largest of one or two numbers; `otherwise` stands for an invalid one. */
function largest(text: string | undefined, otherwise: number): number {
  const numbers = (text ?? '')
    .trim()
    .split(/[\s,]+/, 2)
    .map(Number.parseFloat);
  return Math.max(...numbers.map((number) => (Number.isNaN(number) ? otherwise : Math.abs(number))));
}

function limit(document: SvgDocument, element: SvgElement, message: string): Error {
  return failAt(document, element.start, 'svg_limit', message);
}

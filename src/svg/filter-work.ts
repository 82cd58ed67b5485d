/** What a filter costs, and the parts of it that could take forever or end the process. */
import { type Box, transformBox } from './box.ts';
import { readLength } from './length.ts';
import type { Matrix } from './matrix.ts';
import { failAt } from './svg-failure.ts';
import type { SvgDocument, SvgElement } from './tree.ts';
import type { Extent } from './viewport.ts';

/** Measured at 1872 x 1404, in units of filling the filtered area once with a colour. */
const PRIMITIVE_WORK: Readonly<Record<string, number>> = {
  feBlend: 10,
  feColorMatrix: 10,
  feComponentTransfer: 20,
  feComposite: 10,
  feConvolveMatrix: 10,
  feDiffuseLighting: 60,
  feDisplacementMap: 40,
  feDropShadow: 80,
  feFlood: 4,
  feGaussianBlur: 60,
  feImage: 20,
  feMerge: 10,
  feMorphology: 10,
  feOffset: 8,
  feSpecularLighting: 70,
  feTile: 20,
  feTurbulence: 60,
};
const MAX_PRIMITIVES = 32;
const MAX_OCTAVES = 8;
const MAX_KERNEL_EDGE = 9;
const MAX_RADIUS = 16;

/**
 * Work of a filter for the area that it is applied to.
 * @throws {SvgSignal} `svg_limit` for one that nobody needs on a display
 */
export function filterWork(document: SvgDocument, filter: SvgElement): number {
  const primitives = filter.children.filter((child) => child.kind === 'element');
  if (primitives.length > MAX_PRIMITIVES) {
    throw limit(document, filter, `a filter of ${primitives.length} steps; ${MAX_PRIMITIVES} are accepted`);
  }
  return primitives.reduce((sum, primitive) => sum + primitiveWork(document, primitive), 0);
}

function primitiveWork(document: SvgDocument, primitive: SvgElement): number {
  const base = PRIMITIVE_WORK[primitive.name] ?? 10;
  switch (primitive.name) {
    case 'feTurbulence': {
      const octaves = largest(primitive.attributes['numOctaves'], 1);
      return base * checked(document, primitive, 'numOctaves', octaves, MAX_OCTAVES);
    }
    case 'feConvolveMatrix': {
      const edge = checked(
        document,
        primitive,
        'order',
        largest(primitive.attributes['order'], 3),
        MAX_KERNEL_EDGE,
      );
      return base + 3 * edge * edge;
    }
    case 'feMorphology': {
      const radius = checked(
        document,
        primitive,
        'radius',
        largest(primitive.attributes['radius'], 0),
        MAX_RADIUS,
      );
      return base + (2 * radius + 1) ** 2 / 2;
    }
    case 'feMerge':
      return base * checked(document, primitive, 'inputs', primitive.children.length, MAX_PRIMITIVES);
    default:
      return base;
  }
}

/** The largest of one or two numbers. */
function largest(text: string | undefined, otherwise: number): number {
  const numbers = (text ?? '')
    .trim()
    .split(/[\s,]+/, 2)
    .map(Number.parseFloat);
  return Math.max(...numbers.map((number) => (Number.isNaN(number) ? otherwise : Math.abs(number))));
}

function checked(
  document: SvgDocument,
  element: SvgElement,
  name: string,
  value: number,
  max: number,
): number {
  if (value <= max) return value;
  throw limit(document, element, `${element.name} has ${name} ${value}; at most ${max} is accepted`);
}

function limit(document: SvgDocument, element: SvgElement, message: string): Error {
  return failAt(document, element.start, 'svg_limit', message);
}

/**
 * The box in device pixels that a filter works on.
 * @param attributes  of the filter; none for a filter function
 * @param attributes  of the filter; empty for a filter function
 * @param element  box of the filtered element in device pixels
 */
export function filterRegion(
  attributes: Readonly<Record<string, string>>,
  matrix: Matrix,
  user: Extent,
  element: Box,
): Box {
  if (attributes['filterUnits'] === 'userSpaceOnUse') {
    const left = readLength(attributes['x'], user.width) ?? -0.1 * user.width;
    const top = readLength(attributes['y'], user.height) ?? -0.1 * user.height;
    const width = readLength(attributes['width'], user.width) ?? 1.2 * user.width;
    const height = readLength(attributes['height'], user.height) ?? 1.2 * user.height;
    return transformBox(matrix, { left, top, right: left + width, bottom: top + height });
  }
  const part = (name: string, otherwise: number): number => readLength(attributes[name], 1) ?? otherwise;
  const width = element.right - element.left;
  const height = element.bottom - element.top;
  const left = element.left + part('x', -0.1) * width;
  const top = element.top + part('y', -0.1) * height;
  return {
    left,
    top,
    right: left + part('width', 1.2) * width,
    bottom: top + part('height', 1.2) * height,
  };
}

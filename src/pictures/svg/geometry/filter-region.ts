/** The regions that filters work on, outside of which nothing of a filtered element shows. */
import type { Box } from '../values/box.ts';
import { drawnLength } from '../values/length.ts';
import type { Units } from './place.ts';

/** True for a filter function that spreads what it is applied to. */
export function isBlur(text: string): boolean {
  return /^(?:blur|drop-shadow)/.test(text);
}

/** The box in user units that a filter works on. @param element  box of the filtered element */
export function filterRegion(attributes: Readonly<Record<string, string>>, user: Units, element: Box): Box {
  const length = (name: string, percentOf: number): number | null =>
    drawnLength(attributes[name], percentOf, user.em);
  if (attributes['filterUnits'] === 'userSpaceOnUse') {
    const left = length('x', user.width) ?? -0.1 * user.width;
    const top = length('y', user.height) ?? -0.1 * user.height;
    const width = length('width', user.width) ?? 1.2 * user.width;
    const height = length('height', user.height) ?? 1.2 * user.height;
    return { left, top, right: left + width, bottom: top + height };
  }
  return regionOfBox(element, {
    x: length('x', 1) ?? -0.1,
    y: length('y', 1) ?? -0.1,
    width: length('width', 1) ?? 1.2,
    height: length('height', 1) ?? 1.2,
  });
}

/** The region of filter functions. That of blurs is large. */
export function functionRegion(functions: readonly string[], element: Box): Box {
  const part = functions.some(isBlur)
    ? { x: -0.5, y: -0.5, width: 2, height: 2 }
    : { x: -0.1, y: -0.1, width: 1.2, height: 1.2 };
  return regionOfBox(element, part);
}

function regionOfBox(
  { left, top, right, bottom }: Box,
  part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): Box {
  const width = right - left;
  const height = bottom - top;
  const x = left + part.x * width;
  const y = top + part.y * height;
  return { left: x, top: y, right: x + part.width * width, bottom: y + part.height * height };
}

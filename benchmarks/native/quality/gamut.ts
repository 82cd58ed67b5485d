/** Which colours a palette can mix: the convex hull of its inks in linear light, where neighbouring dots add up. */
import { at } from './fft.ts';
import { parseInk, toLinear } from './image.ts';
import type { Triple } from './lab.ts';

/** A point is inside when its product with the normal is at most the offset. */
interface HalfSpace {
  readonly normal: Triple;
  readonly offset: number;
}

/** Slack for points on a face, in linear light of full scale 1. */
const ON_FACE = 1e-6;

/**
 * A test for colours that a palette can mix.
 * Tries the plane through every three inks: it bounds the hull when no ink lies on its other side.
 * @param palette  `#rrggbb`; when all inks lie in one plane (greys), only colours in that plane are inside
 * @returns        says whether a colour of code values is inside
 */
export function gamutOf(palette: readonly string[]): (red: number, green: number, blue: number) => boolean {
  const inks = palette.map((ink) => parseInk(ink).map(toLinear) as unknown as Triple);
  const faces = halfSpaces(inks);
  const linear = Float64Array.from({ length: 256 }, (_, code) => toLinear(code));
  return (red, green, blue) => {
    const colour: Triple = [at(linear, red), at(linear, green), at(linear, blue)];
    return faces.every(({ normal, offset }) => dot(normal, colour) <= offset + ON_FACE);
  };
}

function halfSpaces(inks: readonly Triple[]): readonly HalfSpace[] {
  const faces: HalfSpace[] = [];
  for (const [i, a] of inks.entries()) {
    for (const [j, b] of inks.entries()) {
      if (j <= i) continue;
      for (const c of inks.slice(j + 1)) addFaces(faces, inks, a, b, c);
    }
  }
  return faces;
}

function addFaces(faces: HalfSpace[], inks: readonly Triple[], a: Triple, b: Triple, c: Triple): void {
  const normal = cross(minus(b, a), minus(c, a));
  const length = Math.hypot(...normal);
  if (length < ON_FACE) return;
  const unit: Triple = [normal[0] / length, normal[1] / length, normal[2] / length];
  const offset = dot(unit, a);
  const sides = inks.map((ink) => dot(unit, ink) - offset);
  if (sides.every((side) => side <= ON_FACE)) faces.push({ normal: unit, offset });
  if (sides.every((side) => side >= -ON_FACE)) {
    faces.push({ normal: [-unit[0], -unit[1], -unit[2]], offset: -offset });
  }
}

function minus(a: Triple, b: Triple): Triple {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Triple, b: Triple): Triple {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

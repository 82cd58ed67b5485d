/**
 * CIELAB under D65, and the CIEDE2000 colour difference (Sharma, Wu and Dalal 2005). `colord` has both, but of colours of
 * 8 bits, under D50 and rounded; these are means of light.
 */
import { apply, type Matrix } from './matrix.ts';

export type Triple = readonly [number, number, number];

const WHITE: Triple = [0.95047, 1, 1.08883];
/** sRGB's primaries (IEC 61966-2-1). */
export const RGB_TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];
const DEGREES = 180 / Math.PI;

/** XYZ of linear sRGB, white 1. */
export function xyzOf(linear: Triple): Triple {
  return apply(RGB_TO_XYZ, ...linear);
}

/** CIELAB of XYZ, white 1. */
export function labOf(xyz: Triple): Triple {
  const x = compress(xyz[0] / WHITE[0]);
  const y = compress(xyz[1] / WHITE[1]);
  const z = compress(xyz[2] / WHITE[2]);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function compress(ratio: number): number {
  return ratio > 216 / 24389 ? Math.cbrt(ratio) : ((24389 / 27) * ratio + 16) / 116;
}

/** CIEDE2000 difference. */
export function ciede2000(one: Triple, two: Triple): number {
  const meanChroma = (Math.hypot(one[1], one[2]) + Math.hypot(two[1], two[2])) / 2;
  const gain = 1.5 - 0.5 * saturation(meanChroma);
  const c1 = Math.hypot(gain * one[1], one[2]);
  const c2 = Math.hypot(gain * two[1], two[2]);
  const h1 = hue(gain * one[1], one[2]);
  const h2 = hue(gain * two[1], two[2]);
  const chroma = (c1 + c2) / 2;
  const neutral = c1 * c2 === 0;
  const turn = neutral ? 0 : wrapped(h2 - h1);
  const meanHue = neutral ? h1 + h2 : meanAngle(h1, h2);

  const lightness = (one[0] + two[0]) / 2 - 50;
  const sl = 1 + (0.015 * lightness * lightness) / Math.sqrt(20 + lightness * lightness);
  const sc = 1 + 0.045 * chroma;
  const sh = 1 + 0.015 * chroma * hueWeight(meanHue);
  const dl = (two[0] - one[0]) / sl;
  const dc = (c2 - c1) / sc;
  const dh = (2 * Math.sqrt(c1 * c2) * Math.sin(turn / 2 / DEGREES)) / sh;
  const around = 30 * Math.exp(-(((meanHue - 275) / 25) ** 2));
  const rotation = -Math.sin((2 * around) / DEGREES) * 2 * saturation(chroma);
  return Math.sqrt(Math.max(0, dl * dl + dc * dc + dh * dh + rotation * dc * dh));
}

function saturation(chroma: number): number {
  const squared = chroma * chroma;
  const seventh = squared * squared * squared * chroma;
  return Math.sqrt(seventh / (seventh + 25 ** 7));
}

function hue(a: number, b: number): number {
  const angle = Math.atan2(b, a) * DEGREES;
  return angle < 0 ? angle + 360 : angle;
}

function wrapped(angle: number): number {
  if (angle > 180) return angle - 360;
  return angle < -180 ? angle + 360 : angle;
}

function meanAngle(one: number, two: number): number {
  if (Math.abs(one - two) <= 180) return (one + two) / 2;
  return one + two < 360 ? (one + two + 360) / 2 : (one + two - 360) / 2;
}

function hueWeight(angle: number): number {
  const cosine = (degrees: number): number => Math.cos(degrees / DEGREES);
  return (
    1 -
    0.17 * cosine(angle - 30) +
    0.24 * cosine(2 * angle) +
    0.32 * cosine(3 * angle + 6) -
    0.2 * cosine(4 * angle - 63)
  );
}

/** Chooses a face of a family for a wanted style, as CSS Fonts 4 §5.2 does, and sets its axes. */
import type { FontFace, FontStyle } from './face.ts';

/** The style that a piece of text asks for. */
export interface WantedStyle {
  /** 1..1000. */
  readonly weight: number;
  readonly style: FontStyle;
  readonly stretchPercent: number;
  /** `font-variation-settings`: axis tag to value. They override the three above. */
  readonly variations: ReadonlyMap<string, number>;
}

/** A style, and the families in which to search for it: as written, preferred first, generic names included. */
export interface WantedFont extends WantedStyle {
  readonly families: readonly string[];
}

/** Axis tag to value for every axis of the face, within its range. */
export type AxisLocation = readonly (readonly [tag: string, value: number])[];

/** The best face for the wanted style. Undefined for an empty list. */
export function chooseFace(faces: readonly FontFace[], wanted: WantedStyle): FontFace | undefined {
  let best: FontFace | undefined;
  let bestScore: readonly number[] = [];
  for (const face of faces) {
    const score = [
      stretchDistance(face, wanted.stretchPercent),
      styleDistance(face, wanted.style),
      weightDistance(face, wanted.weight),
    ];
    if (best === undefined || isLess(score, bestScore)) {
      best = face;
      bestScore = score;
    }
  }
  return best;
}

function isLess(a: readonly number[], b: readonly number[]): boolean {
  for (let i = 0; i < a.length; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

/** Added to the distance of values on the side that is tried second, so that all on the first side are nearer. */
const OTHER_SIDE = 10_000;

function range(face: FontFace, tag: string, value: number): readonly [number, number] {
  const axis = face.axes.find((candidate) => candidate.tag === tag);
  return axis === undefined ? [value, value] : [axis.min, axis.max];
}

/** Normal and narrow text prefers narrower faces, wide text wider ones. */
function stretchDistance(face: FontFace, wanted: number): number {
  const [min, max] = range(face, 'wdth', face.widthPercent);
  if (wanted >= min && wanted <= max) return 0;
  const below = max < wanted;
  const distance = below ? wanted - max : min - wanted;
  return below === wanted <= 100 ? distance : distance + OTHER_SIDE;
}

const STYLE_ORDER: Readonly<Record<FontStyle, readonly FontStyle[]>> = {
  normal: ['normal', 'oblique', 'italic'],
  italic: ['italic', 'oblique', 'normal'],
  oblique: ['oblique', 'italic', 'normal'],
};

function styleDistance(face: FontFace, wanted: FontStyle): number {
  const axes = new Set(face.axes.map((axis) => axis.tag));
  if (wanted === 'italic' && axes.has('ital')) return 0;
  if (wanted !== 'normal' && axes.has('slnt')) return 0;
  return STYLE_ORDER[wanted].indexOf(face.style);
}

/** 400 and 500 replace each other; below them lighter faces are tried first, above them bolder ones. */
function weightDistance(face: FontFace, wanted: number): number {
  const [min, max] = range(face, 'wght', face.weight);
  if (wanted >= min && wanted <= max) return 0;
  const lighter = max < wanted;
  const distance = lighter ? wanted - max : min - wanted;
  if (wanted < 400) return lighter ? distance : distance + OTHER_SIDE;
  if (wanted > 500) return lighter ? distance + OTHER_SIDE : distance;
  if (!lighter && min <= 500) return distance;
  return lighter ? distance + OTHER_SIDE : distance + 2 * OTHER_SIDE;
}

/** The slant of an upright font that only a slant axis can make oblique (CSS Fonts 4: 14 degrees). */
const OBLIQUE_DEGREES = -14;

/** The position of the face on its axes. Empty for a static font. */
export function axisLocation(face: FontFace, wanted: WantedStyle): AxisLocation {
  return face.axes.map((axis) => {
    const value = wanted.variations.get(axis.tag) ?? styleValue(axis.tag, face, wanted) ?? axis.default;
    return [axis.tag, clamp(round(value), axis.min, axis.max)] as const;
  });
}

function styleValue(tag: string, face: FontFace, wanted: WantedStyle): number | undefined {
  const leaning = wanted.style !== 'normal' && face.style === 'normal';
  switch (tag) {
    case 'wght':
      return wanted.weight;
    case 'wdth':
      return wanted.stretchPercent;
    case 'ital':
      return wanted.style === 'italic' ? 1 : undefined;
    case 'slnt':
      return leaning ? OBLIQUE_DEGREES : undefined;
    default:
      return undefined;
  }
}

/** Two decimals are finer than any eye can see, and bound the number of different instances. */
function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

/**
 * The computed style of an element: what it inherits and what it says itself, with lengths in user units, and
 * `inherit` and `currentColor` replaced. Effects (opacity, masks, filters) are not inherited and not here.
 */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import { readOpacity } from '../values/opacity.ts';
import { FONT_VALUES } from './font-style.ts';
import { INITIAL_LETTERING, type Lettering, OwnLettering } from './lettering.ts';
import { type LengthOf, TEXT_PROPERTIES } from './text-style.ts';
import { TONE_ATTRIBUTE, type Tone, toneOf } from './tone.ts';

export interface ComputedStyle {
  readonly lettering: Lettering;
  readonly fontSize: number;
  /** What `currentColor` means, as written. */
  readonly color: string;
  readonly fill: FillStyle;
  readonly stroke: StrokeStyle;
  readonly markers: Markers;
  readonly tone: Tone;
  /** True in anything marked as continuous, whatever is marked in there. */
  readonly inContinuous: boolean;
}

export interface FillStyle {
  /**
   * `none`, a colour, or the address of a paint server with what stands behind it. What cannot be read is black as a
   * fill, and none as a stroke.
   */
  readonly paint: string;
  /** 0..1. */
  readonly opacity: number;
}

export interface StrokeStyle extends FillStyle {
  readonly width: number;
  /** How many half stroke widths a corner may stick out. */
  readonly miterLimit: number;
  /** Dashes in one user unit; 0 for a solid line. */
  readonly dashes: number;
  /** Lengths in the list of dashes, about. */
  readonly dashList: number;
}

/** References to what stands at the start, in the middle and at the end of a line; empty or `none` for nothing. */
export type Markers = readonly [start: string, mid: string, end: string];

/** What resvg is told to take (`resvg.ts`). */
const DEFAULT_FONT_SIZE = 16;
const DEFAULT_STROKE_WIDTH = 1;
/** Where SVG cuts mitres off unless told otherwise. */
export const DEFAULT_MITER_LIMIT = 4;

/** What the root inherits. */
export const INITIAL_STYLE: ComputedStyle = {
  lettering: INITIAL_LETTERING,
  fontSize: DEFAULT_FONT_SIZE,
  color: 'black',
  fill: { paint: 'black', opacity: 1 },
  stroke: {
    paint: 'none',
    opacity: 1,
    width: DEFAULT_STROKE_WIDTH,
    miterLimit: DEFAULT_MITER_LIMIT,
    dashes: 0,
    dashList: 0,
  },
  markers: ['', '', ''],
  tone: 'structure',
  inContinuous: false,
};

/** Properties by group: an element shares each group of which it says nothing with what is around it. */
const GROUPS = {
  font: FONT_VALUES,
  size: ['font-size'],
  color: ['color'],
  fill: ['fill', 'fill-opacity'],
  stroke: ['stroke', 'stroke-opacity', 'stroke-width', 'stroke-miterlimit', 'stroke-dasharray'],
  markers: ['marker-start', 'marker-mid', 'marker-end'],
  text: TEXT_PROPERTIES,
  tone: [TONE_ATTRIBUTE],
} as const;
type Group = keyof typeof GROUPS;
/** What each group is in a set of them. */
const BITS = { font: 1, size: 2, color: 4, fill: 8, stroke: 16, markers: 32, text: 64, tone: 128 } as const;
const BIT_OF: ReadonlyMap<string, number> = new Map(
  (Object.keys(GROUPS) as Group[]).flatMap((group) =>
    GROUPS[group].map((property): [string, number] => [property, BITS[group]]),
  ),
);

/** Letters of the shortest property: most attributes are coordinates, of which nobody need ask. */
const SHORTEST = 4;

/** The groups of properties that an element changes, as a set of bits; 0 for none. */
function groupsOf({ name, attributes }: SvgElement, { lettering }: ComputedStyle): number {
  let groups = name === 'text' && lettering.text.baselineShifts.length > 0 ? BITS.text : 0;
  for (const attribute in attributes) {
    if (attribute.length >= SHORTEST) groups |= BIT_OF.get(attribute) ?? 0;
  }
  return groups;
}

/**
 * The style of an element; the very object that it inherits when it says nothing itself. Values that are not valid
 * count as the renderer takes them.
 * @param inherited  the style of the element around it, or of the `<use>` that shows it
 * @param percentOf  what percentages of lengths mean, in user units
 */
export function computeStyle(
  element: SvgElement,
  inherited: ComputedStyle,
  percentOf: Extent,
): ComputedStyle {
  const groups = groupsOf(element, inherited);
  if (groups === 0) return inherited;
  const { attributes } = element;
  const fontSize = groups & BITS.size ? fontSizeOf(attributes, inherited.fontSize) : inherited.fontSize;
  const color = groups & BITS.color ? (said(attributes['color']) ?? inherited.color) : inherited.color;
  const fill = groups & BITS.fill ? fillStyle(attributes, inherited.fill, color) : inherited.fill;
  const lengthOf = (text: string | undefined): number | null =>
    drawnLength(text, diagonalOf(percentOf), fontSize);
  const tone = groups & BITS.tone ? toneOf(element) : null;
  return {
    lettering:
      groups & (BITS.font | BITS.text)
        ? new OwnLettering(element, inherited.lettering, { fontSize, fill: fill.paint, percentOf })
        : inherited.lettering,
    fontSize,
    color,
    fill,
    stroke:
      groups & BITS.stroke ? strokeStyle(attributes, inherited.stroke, color, lengthOf) : inherited.stroke,
    markers: groups & BITS.markers ? markersOf(attributes, inherited.markers) : inherited.markers,
    tone: tone ?? inherited.tone,
    inContinuous: inherited.inContinuous || tone === 'continuous',
  };
}

type Attributes = Readonly<Record<string, string>>;

/** What an element says itself; null for nothing. */
function said(value: string | undefined): string | null {
  const text = value?.trim();
  return text === undefined || text === 'inherit' ? null : text;
}

function fontSizeOf(attributes: Attributes, inherited: number): number {
  return drawnLength(attributes['font-size'], inherited, inherited) ?? inherited;
}

function fillStyle(attributes: Attributes, inherited: FillStyle, color: string): FillStyle {
  return {
    paint: paintOf(attributes['fill'], inherited.paint, color),
    opacity: opacityOf(attributes['fill-opacity'], inherited.opacity),
  };
}

function strokeStyle(
  attributes: Attributes,
  inherited: StrokeStyle,
  color: string,
  lengthOf: LengthOf,
): StrokeStyle {
  const dashes = said(attributes['stroke-dasharray']);
  return {
    paint: paintOf(attributes['stroke'], inherited.paint, color) || INITIAL_STYLE.stroke.paint,
    opacity: opacityOf(attributes['stroke-opacity'], inherited.opacity),
    width: strokeWidthOf(attributes['stroke-width'], inherited.width, lengthOf),
    miterLimit: miterLimitOf(attributes['stroke-miterlimit'], inherited.miterLimit),
    dashes: dashes === null ? inherited.dashes : dashesOf(dashes, lengthOf),
    dashList: dashes === null ? inherited.dashList : dashes.length / 2,
  };
}

function paintOf(value: string | undefined, inherited: string, color: string): string {
  const paint = said(value) ?? inherited;
  return /^currentcolor$/i.test(paint) ? color : paint;
}

function opacityOf(value: string | undefined, inherited: number): number {
  const text = said(value);
  return text === null ? inherited : readOpacity(text);
}

/** A width that cannot be read is 1: it is not inherited. (For a negative one the renderer draws no stroke.) */
function strokeWidthOf(value: string | undefined, inherited: number, lengthOf: LengthOf): number {
  if (said(value) === null) return inherited;
  const width = lengthOf(value);
  return width !== null && width >= 0 ? width : DEFAULT_STROKE_WIDTH;
}

function miterLimitOf(value: string | undefined, inherited: number): number {
  const limit = value === undefined ? inherited : Number.parseFloat(value);
  return limit > 0 ? limit : inherited;
}

/** Dashes in a user unit of a `stroke-dasharray`. */
function dashesOf(value: string, lengthOf: LengthOf): number {
  const parts = value.split(/[\s,]+/);
  const period = parts.reduce((sum, part) => sum + Math.abs(lengthOf(part) ?? 0), 0);
  return period === 0 ? 0 : parts.length / period;
}

function markersOf(attributes: Attributes, [start, mid, end]: Markers): Markers {
  return [
    said(attributes['marker-start']) ?? start,
    said(attributes['marker-mid']) ?? mid,
    said(attributes['marker-end']) ?? end,
  ];
}

/** True when anything is said about markers: every shape may have some. */
export function mayHaveMarkers({ markers: [start, mid, end] }: ComputedStyle): boolean {
  return start !== '' || mid !== '' || end !== '';
}

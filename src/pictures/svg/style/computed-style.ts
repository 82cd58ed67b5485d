/**
 * The computed style of an element: inherited values and its own, with lengths in user units, and `inherit` and
 * `currentColor` replaced. Effects (opacity, masks, filters) are not inherited, and are not part of it.
 */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import { readOpacity } from '../values/paint-values.ts';
import { type ComputedFont, computeFont, FONT_VALUES, INITIAL_FONT } from './font-style.ts';
import { INITIAL_TEXT, type OtherStyle, TEXT_PROPERTIES, type TextStyle, textStyle } from './text-style.ts';
import { TONE_ATTRIBUTE, type Tone, toneOf } from './tone.ts';

interface Lettering {
  /** Must be read before `assignFonts` removes the font properties from the document. */
  readonly font: ComputedFont;
  readonly text: TextStyle;
}

/** What the root inherits. */
const INITIAL_LETTERING: Lettering = { font: INITIAL_FONT, text: INITIAL_TEXT };

/** The lettering of an element with a property of fonts or texts. */
class OwnLettering implements Lettering {
  readonly #element: SvgElement;
  readonly #inherited: Lettering;
  readonly #other: OtherStyle;
  #font: ComputedFont | null = null;
  #text: TextStyle | null = null;

  constructor(element: SvgElement, inherited: Lettering, other: OtherStyle) {
    this.#element = element;
    this.#inherited = inherited;
    this.#other = other;
  }

  get font(): ComputedFont {
    this.#font ??= computeFont(this.#element, this.#inherited.font);
    return this.#font;
  }

  get text(): TextStyle {
    this.#text ??= textStyle(this.#element, this.#inherited.text, this.#other);
    return this.#text;
  }
}

export interface ComputedStyle {
  readonly lettering: Lettering;
  readonly fontSize: number;
  /** The value of `currentColor`, as written. */
  readonly color: string;
  readonly fill: FillStyle;
  readonly stroke: StrokeStyle;
  readonly markers: Markers;
  readonly tone: Tone;
  /** True for an element that is marked as continuous or has such an ancestor, even if it is marked as structure. */
  readonly inContinuous: boolean;
}

export interface FillStyle {
  /**
   * `none`, a colour, or the address of a paint server with its fallback. An invalid value means black for a fill, and
   * none for a stroke.
   */
  readonly paint: string;
  /** 0..1. */
  readonly opacity: number;
}

interface StrokeStyle extends FillStyle {
  readonly width: number;
  /** How far a corner may stick out, in half stroke widths. */
  readonly miterLimit: number;
  /** Number of dashes in one user unit; 0 for a solid line. */
  readonly dashes: number;
  /** Approximate number of lengths in the list of dashes. */
  readonly dashList: number;
}

/** References to the markers at the start, in the middle and at the end of a line; empty or `none` for no marker. */
export type Markers = readonly [start: string, mid: string, end: string];

/** The value that resvg is given (`resvg.ts`). */
const DEFAULT_FONT_SIZE = 16;
const DEFAULT_STROKE_WIDTH = 1;
/** The initial value of `stroke-miterlimit`. */
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

/** Properties by group: an element shares with its parent each group that it does not set. */
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
/** The bit of each group in a set of groups. */
const BITS = { font: 1, size: 2, color: 4, fill: 8, stroke: 16, markers: 32, text: 64, tone: 128 } as const;
const BIT_OF: ReadonlyMap<string, number> = new Map(
  (Object.keys(GROUPS) as Group[]).flatMap((group) =>
    GROUPS[group].map((property): [string, number] => [property, BITS[group]]),
  ),
);

/** Length of the shortest property name. Most attributes are coordinates with shorter names, which need no lookup. */
const SHORTEST = 4;

/** The groups of properties that an element sets, as bits; 0 for none. */
function groupsOf({ name, attributes }: SvgElement, { lettering }: ComputedStyle): number {
  let groups = name === 'text' && lettering.text.baselineShifts.length > 0 ? BITS.text : 0;
  for (const attribute in attributes) {
    if (attribute.length >= SHORTEST) groups |= BIT_OF.get(attribute) ?? 0;
  }
  return groups;
}

/**
 * The style of an element; the inherited object itself when the element sets no property. Invalid values count as the
 * renderer reads them.
 * @param inherited  the style of its parent, or of the `<use>` that shows it
 * @param percentOf  the size that percentages of lengths refer to, in user units
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
/** Reads a length of an element in user units; null for an invalid one. */
type LengthOf = (text: string | undefined) => number | null;

/** The element's own value; null when it inherits. */
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

/** An invalid width counts as 1, not as the inherited one. (For a negative width the renderer draws no stroke.) */
function strokeWidthOf(value: string | undefined, inherited: number, lengthOf: LengthOf): number {
  if (said(value) === null) return inherited;
  const width = lengthOf(value);
  return width !== null && width >= 0 ? width : DEFAULT_STROKE_WIDTH;
}

function miterLimitOf(value: string | undefined, inherited: number): number {
  const limit = value === undefined ? inherited : Number.parseFloat(value);
  return limit > 0 ? limit : inherited;
}

/** Number of dashes in one user unit of a `stroke-dasharray`. */
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

/** True when any marker is set: shapes may then have some. */
export function mayHaveMarkers({ markers }: ComputedStyle): boolean {
  return markers.some((marker) => marker !== '' && marker !== 'none');
}

/** The part of a computed style that only texts use. */
import type { SvgElement } from '../document/tree.ts';

/** A length of an element in user units; null for what is no length. */
export type LengthOf = (text: string | undefined) => number | null;

export type Anchor = 'start' | 'middle' | 'end';

/** A line that belongs to a text, in the paint of the element that asked for it. */
export interface Decoration {
  readonly kind: 'underline' | 'line-through';
  /** As in `FillStyle`. */
  readonly paint: string;
}

export interface BaselineShift {
  readonly value: string;
  readonly fontSize: number;
}

export interface TextStyle {
  readonly anchor: Anchor;
  /** User units. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly dominantBaseline: string;
  /** As written, outermost first. */
  readonly baselineShifts: readonly BaselineShift[];
  readonly decorations: readonly Decoration[];
  /** True where lines run downwards. */
  readonly isVertical: boolean;
  readonly preservesSpace: boolean;
}

export const TEXT_PROPERTIES = [
  ...['text-anchor', 'letter-spacing', 'word-spacing', 'dominant-baseline', 'baseline-shift'],
  ...['text-decoration', 'writing-mode', 'xml:space'],
];

export const INITIAL_TEXT: TextStyle = {
  anchor: 'start',
  letterSpacing: 0,
  wordSpacing: 0,
  dominantBaseline: 'auto',
  baselineShifts: [],
  decorations: [],
  isVertical: false,
  preservesSpace: false,
};

/** What of the style of an element its text depends on. */
interface OtherStyle {
  readonly fontSize: number;
  readonly fill: string;
  readonly lengthOf: LengthOf;
}

/** The text style of an element. */
export function textStyle(
  { name, attributes }: SvgElement,
  inherited: TextStyle,
  { fontSize, fill, lengthOf }: OtherStyle,
): TextStyle {
  const mode = attributes['writing-mode'];
  const space = attributes['xml:space'];
  return {
    anchor: anchorOf(attributes['text-anchor']) ?? inherited.anchor,
    letterSpacing: spacingOf(attributes['letter-spacing'], inherited.letterSpacing, lengthOf),
    wordSpacing: spacingOf(attributes['word-spacing'], inherited.wordSpacing, lengthOf),
    dominantBaseline: attributes['dominant-baseline'] ?? inherited.dominantBaseline,
    // A text, and what is around it, has no line to be shifted from.
    baselineShifts:
      name === 'text' ? [] : shiftsOf(attributes['baseline-shift'], inherited.baselineShifts, fontSize),
    decorations: decorationsOf(attributes['text-decoration'], inherited.decorations, fill),
    isVertical: mode === undefined ? inherited.isVertical : /^\s*(?:tb|vertical)/.test(mode),
    preservesSpace: space === undefined ? inherited.preservesSpace : space === 'preserve',
  };
}

function anchorOf(value: string | undefined): Anchor | null {
  return value === 'start' || value === 'middle' || value === 'end' ? value : null;
}

/** `normal` is 0, and so is what cannot be read. */
function spacingOf(value: string | undefined, inherited: number, lengthOf: LengthOf): number {
  return value === undefined || value === 'inherit' ? inherited : (lengthOf(value) ?? 0);
}

function shiftsOf(
  value: string | undefined,
  inherited: readonly BaselineShift[],
  fontSize: number,
): readonly BaselineShift[] {
  if (value === undefined || value === 'baseline' || value === '0') return inherited;
  return [...inherited, { value: value.trim(), fontSize }];
}

function decorationsOf(
  value: string | undefined,
  inherited: readonly Decoration[],
  paint: string,
): readonly Decoration[] {
  if (value === undefined) return inherited;
  const words = value.trim().split(/\s+/);
  const own = (['underline', 'line-through'] as const).filter((kind) => words.includes(kind));
  return [...inherited, ...own.map((kind) => ({ kind, paint }))];
}

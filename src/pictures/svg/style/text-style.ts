/** The part of a computed style that only texts use. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';

export type Anchor = 'start' | 'middle' | 'end';

/** A line under or through a text, in the paint of the element that set it. */
interface Decoration {
  readonly kind: 'underline' | 'line-through';
  /** The same as in `FillStyle`. */
  readonly paint: string;
}

interface BaselineShift {
  readonly value: string;
  readonly fontSize: number;
}

export interface TextStyle {
  readonly anchor: Anchor;
  /** User units. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly dominantBaseline: string;
  /** Shifts as they are written, the outermost first. */
  readonly baselineShifts: readonly BaselineShift[];
  readonly decorations: readonly Decoration[];
  /** True for vertical text. */
  readonly isVertical: boolean;
  readonly preservesSpace: boolean;
}

export const TEXT_PROPERTIES = [
  'text-anchor',
  'letter-spacing',
  'word-spacing',
  'dominant-baseline',
  'baseline-shift',
  'text-decoration',
  'writing-mode',
  'xml:space',
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

/** The other properties that a text style depends on. */
export interface OtherStyle {
  readonly fontSize: number;
  /** The same as in `FillStyle`. */
  readonly fill: string;
  /** The size that percentages of lengths refer to, in user units. */
  readonly percentOf: Extent;
}

/** The text style of an element. */
export function textStyle(
  { name, attributes }: SvgElement,
  inherited: TextStyle,
  { fontSize, fill, percentOf }: OtherStyle,
): TextStyle {
  const mode = attributes['writing-mode'];
  const space = attributes['xml:space'];
  // `normal` and invalid values count as 0.
  const spacing = (name: string): number | null => {
    const value = attributes[name];
    if (value === undefined || value === 'inherit') return null;
    return drawnLength(value, diagonalOf(percentOf), fontSize) ?? 0;
  };
  return {
    anchor: anchorOf(attributes['text-anchor']) ?? inherited.anchor,
    letterSpacing: spacing('letter-spacing') ?? inherited.letterSpacing,
    wordSpacing: spacing('word-spacing') ?? inherited.wordSpacing,
    dominantBaseline: attributes['dominant-baseline'] ?? inherited.dominantBaseline,
    // Only spans are shifted, from the line of their text: a text itself, and its ancestors, have no line.
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

/** The properties of a text that its layout and its ink depend on, inherited and computed. */
import type { ComputedFont } from '../svg/font-style.ts';
import { computeFont, INITIAL_FONT } from '../svg/font-style.ts';
import { solidColour } from '../svg/solid-colour.ts';
import type { SvgElement } from '../svg/tree.ts';
import { textLength } from './text-length.ts';

export type Anchor = 'start' | 'middle' | 'end';

/** A line that belongs to a text, in the colour of the element that asked for it. */
export interface Decoration {
  readonly kind: 'underline' | 'line-through';
  /** As in `TextStyle`. */
  readonly ink: number | null;
}

export interface TextStyle {
  readonly font: ComputedFont;
  /** User units. */
  readonly fontSize: number;
  /** As written, with `currentColor` replaced. */
  readonly fill: string;
  /** The fill as 0xRRGGBB; null when it is no solid colour. */
  readonly ink: number | null;
  readonly color: string;
  readonly stroke: string;
  readonly anchor: Anchor;
  /** User units. */
  readonly letterSpacing: number;
  readonly wordSpacing: number;
  readonly dominantBaseline: string;
  /** As written, outermost first. */
  readonly baselineShifts: readonly BaselineShift[];
  readonly decorations: readonly Decoration[];
  readonly preservesSpace: boolean;
  /** True inside an element marked `data-tone="continuous"`. */
  readonly continuous: boolean;
}

export interface BaselineShift {
  readonly value: string;
  readonly fontSize: number;
}

export const INITIAL_STYLE: TextStyle = {
  font: INITIAL_FONT,
  // What resvg is told to take (src/svg/resvg.ts).
  fontSize: 16,
  fill: 'black',
  ink: 0x000000,
  color: 'black',
  stroke: 'none',
  anchor: 'start',
  letterSpacing: 0,
  wordSpacing: 0,
  dominantBaseline: 'auto',
  baselineShifts: [],
  decorations: [],
  preservesSpace: false,
  continuous: false,
};

/** The style of an element whose parent has `parent`. Values that are not valid count as not given. */
export function inheritStyle(element: SvgElement, parent: TextStyle): TextStyle {
  const { attributes } = element;
  const font = computeFont(element, parent.font);
  if (font === parent.font && !changes(attributes)) return parent;
  const fontSize = textLength(attributes['font-size'], parent.fontSize, parent.fontSize) ?? parent.fontSize;
  const color = attributes['color'] ?? parent.color;
  const fill = inherited(attributes['fill'], parent.fill).replace(/^currentcolor$/i, color);
  const ink = fill === parent.fill ? parent.ink : solidColour(fill);
  return {
    font,
    fontSize,
    color,
    fill,
    ink,
    stroke: inherited(attributes['stroke'], parent.stroke),
    anchor: readAnchor(attributes['text-anchor']) ?? parent.anchor,
    letterSpacing: spacing(attributes['letter-spacing'], fontSize, parent.letterSpacing),
    wordSpacing: spacing(attributes['word-spacing'], fontSize, parent.wordSpacing),
    dominantBaseline: attributes['dominant-baseline'] ?? parent.dominantBaseline,
    // A text itself, and what is around it, has no line to be shifted from.
    baselineShifts: element.name === 'text' ? [] : readShifts(attributes['baseline-shift'], fontSize, parent),
    decorations: readDecorations(attributes['text-decoration'], ink, parent),
    preservesSpace: readSpace(attributes['xml:space']) ?? parent.preservesSpace,
    continuous: parent.continuous || attributes['data-tone']?.trim() === 'continuous',
  };
}

const STYLED = [
  ...['font-size', 'fill', 'color', 'stroke', 'text-anchor', 'letter-spacing', 'word-spacing'],
  ...['dominant-baseline', 'baseline-shift', 'text-decoration', 'xml:space', 'data-tone'],
];

function changes(attributes: Readonly<Record<string, string>>): boolean {
  return STYLED.some((name) => attributes[name] !== undefined);
}

function inherited(value: string | undefined, parent: string): string {
  return value === undefined || value === 'inherit' ? parent : value.trim();
}

function readAnchor(value: string | undefined): Anchor | null {
  return value === 'start' || value === 'middle' || value === 'end' ? value : null;
}

/** `normal` is 0, and so is what cannot be read. */
function spacing(value: string | undefined, em: number, inheritedValue: number): number {
  if (value === undefined || value === 'inherit') return inheritedValue;
  return textLength(value, em) ?? 0;
}

function readSpace(value: string | undefined): boolean | null {
  return value === undefined ? null : value === 'preserve';
}

function readShifts(
  value: string | undefined,
  fontSize: number,
  parent: TextStyle,
): readonly BaselineShift[] {
  if (value === undefined || value === 'baseline' || value === '0') return parent.baselineShifts;
  return [...parent.baselineShifts, { value: value.trim(), fontSize }];
}

function readDecorations(
  value: string | undefined,
  ink: number | null,
  parent: TextStyle,
): readonly Decoration[] {
  if (value === undefined) return parent.decorations;
  const words = value.trim().split(/\s+/);
  const own = (['underline', 'line-through'] as const).filter((kind) => words.includes(kind));
  return [...parent.decorations, ...own.map((kind) => ({ kind, ink }))];
}

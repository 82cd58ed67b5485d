/** Lays out one `<text>`: the positions of its glyphs and lines, in user units. */
import type { OpenFont } from '../fonts/open-font.ts';
import type { SvgElement } from '../svg/document/tree.ts';
import type { Extent } from '../svg/document/viewport.ts';
import type { ComputedStyle } from '../svg/style/computed-style.ts';
import type { ComputedStyles } from '../svg/style/computed-styles.ts';
import { type Box, Hull } from '../svg/values/box.ts';
import { diagonalOf } from '../svg/values/length.ts';
import { solidColour } from '../svg/values/paint-values.ts';
import { type Character, readCharacters } from './characters.ts';
import { type Cluster, type FontAccess, shapeChunk } from './clusters.ts';
import { applySpacing } from './spacing.ts';
import { textLength } from './text-length.ts';

/** The offset in user units, downwards; null for a value that the engine does not support. */
function baselineOffset(style: ComputedStyle, font: OpenFont): number | null {
  const own = dominantOffset(style, font);
  if (own === null) return null;
  let shift = 0;
  for (const { value, fontSize } of style.lettering.text.baselineShifts) {
    const up = shiftUp(value, fontSize, font);
    if (up === null) return null;
    shift += up;
  }
  return own - shift;
}

function dominantOffset(style: ComputedStyle, font: OpenFont): number | null {
  const { ascent, descent, namedXHeight, unitsPerEm } = font.metrics;
  const scale = style.fontSize / unitsPerEm;
  switch (style.lettering.text.dominantBaseline.trim()) {
    case 'auto':
    case 'alphabetic':
    case 'use-script':
    case 'no-change':
    case 'reset-size':
    case 'baseline':
      return 0;
    case 'middle':
      return (namedXHeight * scale) / 2;
    case 'central':
      return ((ascent + descent) * scale) / 2;
    case 'hanging':
      return ascent * scale * 0.8;
    case 'mathematical':
      return ascent * scale * 0.5;
    case 'text-before-edge':
    case 'text-top':
      return ascent * scale;
    case 'ideographic':
    case 'text-after-edge':
    case 'text-bottom':
      return descent * scale;
    default:
      return null;
  }
}

function shiftUp(value: string, fontSize: number, font: OpenFont): number | null {
  const { subscript, superscript, unitsPerEm } = font.metrics;
  if (value === 'sub') return (-subscript * fontSize) / unitsPerEm;
  if (value === 'super') return (superscript * fontSize) / unitsPerEm;
  return textLength(value, fontSize, fontSize);
}

export interface LaidGlyph {
  readonly glyph: number;
  readonly x: number;
}

/** Glyphs of one font, size and colour on one baseline. */
export interface LaidRun {
  readonly font: OpenFont;
  readonly style: ComputedStyle;
  /** 0xRRGGBB; null for a fill that is no solid colour. */
  readonly ink: number | null;
  readonly baseline: number;
  readonly glyphs: LaidGlyph[];
}

/** A line under or through a text. */
export interface LaidBar {
  /** 0xRRGGBB; null for no solid colour. */
  readonly ink: number | null;
  readonly box: Box;
  /** True for a line through the text, which is drawn over the glyphs; an underline is drawn below them. */
  readonly over: boolean;
}

export interface LaidText {
  readonly runs: readonly LaidRun[];
  readonly bars: readonly LaidBar[];
  /** The box of all outlines and lines; null for a text that draws nothing. */
  readonly box: Box | null;
}

/**
 * Lay out a text whose attributes have been checked.
 * @param style  of the `<text>` itself
 * @param user   what percentages mean, in user units
 * @returns      the layout, or why it cannot be made exactly
 */
export function layOut(
  text: SvgElement,
  style: ComputedStyle,
  user: Extent,
  tools: FontAccess & { readonly styles: ComputedStyles },
): LaidText | { readonly reason: string } {
  const characters = readCharacters(text, style, user, tools.styles);
  const length = textLength(text.attributes['textLength'], style.fontSize, diagonalOf(user));
  const wanted = length === null || length < 0 ? null : length;
  if (wanted !== null && text.children.some((child) => child.kind === 'element')) {
    return { reason: 'textLength on a text with spans' };
  }
  const pen = new Pen();
  for (const chunk of cutIntoChunks(characters)) {
    const clusters = shapeChunk(chunk, tools);
    if ('reason' in clusters) return clusters;
    const reason = pen.draw(chunk, applySpacing(clusters, wanted));
    if (reason !== null) return { reason };
  }
  return pen.finish();
}

/** A new chunk starts at every absolute position (SVG 1.1 §10.5). */
export function cutIntoChunks(characters: readonly Character[]): readonly (readonly Character[])[] {
  const chunks: Character[][] = [];
  for (const character of characters) {
    const chunk = chunks.at(-1);
    if (chunk === undefined || character.x !== null || character.y !== null) chunks.push([character]);
    else chunk.push(character);
  }
  return chunks;
}

/** The current text position, and the glyphs and lines so far. */
class Pen {
  readonly #runs: LaidRun[] = [];
  readonly #bars: LaidBar[] = [];
  readonly #hull = new Hull();
  #x = 0;
  #y = 0;

  /** Set a chunk. Returns the reason why it cannot be set, or null. */
  draw(chunk: readonly Character[], clusters: readonly Cluster[]): string | null {
    const [first] = chunk;
    if (first === undefined) return null;
    const length = clusters.reduce((sum, { advance }) => sum + advance, 0);
    this.#x = (first.x ?? this.#x) - length * ANCHOR_SHARE[first.style.lettering.text.anchor];
    this.#y = first.y ?? this.#y;
    const lines = new DecorationLines(this.#bars);
    for (const cluster of clusters) {
      const { character, font } = cluster;
      this.#x += character.dx;
      this.#y += character.dy;
      const offset = baselineOffset(character.style, font);
      if (offset === null) return 'a baseline that is not known';
      this.#set(cluster, this.#y + offset);
      lines.add(cluster, this.#x, this.#y + offset);
      this.#x += cluster.advance;
    }
    lines.finish();
    return null;
  }

  finish(): LaidText {
    for (const { box: bar } of this.#bars) {
      this.#hull.add(bar.left, bar.top);
      this.#hull.add(bar.right, bar.bottom);
    }
    const { box } = this.#hull;
    return { runs: this.#runs, bars: this.#bars, box: box.left > box.right ? null : box };
  }

  #set({ font, glyphs, character: { style } }: Cluster, baseline: number): void {
    const scale = style.fontSize / font.metrics.unitsPerEm;
    let x = this.#x;
    for (const { glyph, advance, xOffset, yOffset } of glyphs) {
      const origin = { x: x + xOffset * scale, y: baseline - yOffset * scale };
      this.#runFor(font, style, origin.y).glyphs.push({ glyph, x: origin.x });
      const outline = font.outline(glyph);
      if (outline !== null && outline.stream.length > 0) {
        this.#hull.add(origin.x + outline.box.left * scale, origin.y - outline.box.top * scale);
        this.#hull.add(origin.x + outline.box.right * scale, origin.y - outline.box.bottom * scale);
      }
      x += advance * scale;
    }
  }

  #runFor(font: OpenFont, style: ComputedStyle, baseline: number): LaidRun {
    const last = this.#runs.at(-1);
    if (
      last !== undefined &&
      last.font === font &&
      last.style.fontSize === style.fontSize &&
      last.style.fill.paint === style.fill.paint &&
      last.baseline === baseline
    ) {
      return last;
    }
    const run = { font, style, ink: solidColour(style.fill.paint), baseline, glyphs: [] };
    this.#runs.push(run);
    return run;
  }
}

/** The share of a chunk's length that lies before its position. */
export const ANCHOR_SHARE = { start: 0, middle: 0.5, end: 1 } as const;

/** Joins the decorations of neighbours on one baseline into long lines. */
class DecorationLines {
  readonly #bars: LaidBar[];
  #open: { cluster: Cluster; left: number; right: number; baseline: number } | null = null;

  constructor(bars: LaidBar[]) {
    this.#bars = bars;
  }

  add(cluster: Cluster, x: number, baseline: number): void {
    const { decorations } = cluster.character.style.lettering.text;
    const open = this.#open;
    const joins =
      open !== null &&
      open.cluster.character.style === cluster.character.style &&
      open.cluster.font === cluster.font &&
      open.baseline === baseline;
    if (joins) {
      open.right = x + cluster.advance;
      return;
    }
    this.finish();
    if (decorations.length > 0) this.#open = { cluster, left: x, right: x + cluster.advance, baseline };
  }

  finish(): void {
    if (this.#open === null) return;
    const { cluster, left, right, baseline } = this.#open;
    const { metrics } = cluster.font;
    const { fontSize, lettering } = cluster.character.style;
    const scale = fontSize / metrics.unitsPerEm;
    for (const { kind, paint } of lettering.text.decorations) {
      const { position, thickness } = kind === 'underline' ? metrics.underline : metrics.strikeout;
      const middle = baseline - position * scale;
      const half = (thickness * scale) / 2;
      const box = { left, top: middle - half, right, bottom: middle + half };
      this.#bars.push({ ink: solidColour(paint), box, over: kind === 'line-through' });
    }
    this.#open = null;
  }
}

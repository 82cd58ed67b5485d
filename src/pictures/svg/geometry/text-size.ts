/** Rough sizes of texts, without their fonts, never too small. */
import type { SvgElement } from '../document/tree.ts';
import type { Extent } from '../document/viewport.ts';
import type { ComputedStyle } from '../style/computed-style.ts';
import type { ComputedStyles } from '../style/computed-styles.ts';
import type { TextStyle } from '../style/text-style.ts';
import { type Box, Hull } from '../values/box.ts';
import { diagonalOf, drawnLength } from '../values/length.ts';
import type { ElementPlace } from './place.ts';
import { joinRanges, moved, type Range, rangeOf, TextChunk } from './text-chunk.ts';

interface TextSize {
  readonly box: Box;
  readonly characters: number;
  /** The largest font size in it. */
  readonly em: number;
  /** How far attributes move its characters, all added up. */
  readonly shift: number;
}

/** How far letters reach above and below their baseline, in em. Other scripts stack marks on them. */
const PLAIN: Rise = { up: 1.25, down: 0.6 };
const STACKED: Rise = { up: 2, down: 2 };
/** Baselines that lie higher in the letters, and so move these down by less than the height of a capital. */
const LOWERED: Rise = { up: 1.25, down: 1.3 };
const LOWERING: ReadonlySet<string> = new Set(['middle', 'central']);
/** Attributes that move characters. */
const SHIFTS = ['dx', 'dy', 'textLength', 'baseline-shift'] as const;

interface Rise {
  readonly up: number;
  readonly down: number;
}

/**
 * The size of a `<text>` with all its spans; null for an empty one. Parts that lie on a path are not included.
 * @param place  of the text itself
 */
export function textSize(
  text: SvgElement,
  { style, user }: Pick<ElementPlace, 'style' | 'user'>,
  styles: ComputedStyles,
): TextSize | null {
  const measure = new TextMeasure(user, styles);
  measure.add(text, style);
  const { characters, em, shift, box } = measure;
  return characters === 0 ? null : { box, characters, em, shift };
}

/** Widths of characters, in em: no less than in the widest of the usual fonts, printed bold. */
const WIDTHS: readonly (readonly [characters: RegExp, em: number])[] = [
  [/[ .,:;'|!()[\]ijlI]/, 0.62],
  [/[a-lno-vx-z\d/\-"*?]/, 0.75],
  [/[A-LN-VX-Z_+<>=]/, 0.88],
  // Accented letters, but for joined ones.
  [
    /[\u00a1-\u00a8\u00aa-\u00ad\u00af-\u00b8\u00ba-\u00bb\u00bf-\u00c5\u00c7-\u00e5\u00e7-\u0131\u0134-\u0148\u014c-\u0151\u0154-\u017f]/,
    0.95,
  ],
];
const OTHER_WIDTH = 1.2;
/** How far letters reach out of their own widths, in em: slanted ones, and those with a flourish; and those that are turned. */
const OVERHANG = 0.5;
const TURNED_OVERHANG = 1.25;
const LATIN_WIDTHS: readonly number[] = Array.from(
  { length: 0x180 },
  (_, code) => WIDTHS.find(([characters]) => characters.test(String.fromCharCode(code)))?.[1] ?? OTHER_WIDTH,
);
/** From here on characters may be marks, or carry some: those stand above or below others. */
const FIRST_MARK = 0x300;
/** Greek and Cyrillic, punctuation, currencies, arrows and a minus, which do neither. */
const FLAT: readonly (readonly [from: number, to: number])[] = [
  [0x370, 0x482],
  [0x48a, 0x52f],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x20a0, 0x20bf],
  [0x2100, 0x21ff],
  [0x2212, 0x2212],
];

function mayStack(code: number): boolean {
  return code >= FIRST_MARK && !FLAT.some(([from, to]) => code >= from && code <= to);
}

/** Sums over the spans of a text. */
class TextMeasure {
  characters = 0;
  em = 0;
  shift = 0;
  #rise: Rise = PLAIN;
  /** How far lines are moved up or down, beside their places. */
  #shifted = 0;
  #isVertical = false;
  #overhang = OVERHANG;
  /** Lists of positions hold for the characters of inner spans, too: these may be anywhere. */
  #isScattered = false;
  /** That of the text as a whole. */
  #wantedLength = 0;
  #endsWithSpace = true;
  readonly #user: Extent;
  readonly #styles: ComputedStyles;
  readonly #hull = new Hull();
  #chunk: TextChunk | null = null;
  /** The length of all chunks: vertical text runs along the other axis. */
  #length = 0;

  constructor(user: Extent, styles: ComputedStyles) {
    this.#user = user;
    this.#styles = styles;
  }

  get box(): Box {
    this.#end();
    const { left, top, right, bottom } = this.#hull.box;
    const { up, down } = this.#rise;
    const along = this.#isVertical || this.#isScattered ? this.#length + this.shift + this.em : 0;
    return {
      left: left - this.#overhang * this.em - along,
      top: top - this.#shifted - up * this.em - along,
      right: right + this.#overhang * this.em + along,
      bottom: bottom + this.#shifted + down * this.em + along,
    };
  }

  /** Add a span with its content; the text itself comes first. */
  add(span: SvgElement, style: ComputedStyle): void {
    const { attributes, children } = span;
    const {
      fontSize,
      lettering: { text },
    } = style;
    this.em = Math.max(this.em, fontSize);
    this.#isVertical ||= text.isVertical;
    this.#raise(attributes, text);
    this.#isScattered ||= children.some(isElement) && LISTS.some((name) => hasSeveral(attributes[name]));
    const chunk = this.#place(span, fontSize);
    chunk.anchors.add(text.anchor);
    const length = this.#sum(attributes['textLength'], fontSize);
    if (span.name === 'text') this.#wantedLength = length;
    else chunk.length += length;
    this.#shifted += this.#sum(attributes['baseline-shift'], fontSize);
    for (const name of SHIFTS) this.shift += this.#sum(attributes[name], fontSize);
    for (const child of children) {
      if (child.kind === 'text') this.#addCharacters(child.text, style);
      else this.add(child, this.#styles.enter(child, style, this.#user));
    }
  }

  #raise(attributes: SvgElement['attributes'], text: TextStyle): void {
    const isPlain =
      text.baselineShifts.length === 0 &&
      attributes['alignment-baseline'] === undefined &&
      attributes['rotate'] === undefined;
    if (attributes['rotate'] !== undefined) this.#overhang = TURNED_OVERHANG;
    const baseline = text.dominantBaseline.trim();
    if (!isPlain || !(baseline === 'auto' || baseline === 'alphabetic' || LOWERING.has(baseline))) {
      this.#rise = STACKED;
    } else if (LOWERING.has(baseline) && this.#rise === PLAIN) this.#rise = LOWERED;
  }

  #addCharacters(characters: string, { fontSize, lettering: { text } }: ComputedStyle): void {
    const chunk = this.#chunk;
    if (chunk === null) return;
    let [width, count] = [0, 0];
    for (let at = 0; at < characters.length; at += 1) {
      const code = characters.charCodeAt(at);
      const isSpace = code <= 0x20;
      if (isSpace && this.#endsWithSpace && !text.preservesSpace) continue;
      this.#endsWithSpace = isSpace;
      count += 1;
      width += LATIN_WIDTHS[isSpace ? 0x20 : code] ?? OTHER_WIDTH;
      if (mayStack(code)) this.#rise = STACKED;
    }
    this.characters += count;
    chunk.length += width * fontSize;
    for (const spacing of [text.letterSpacing, text.wordSpacing]) {
      if (spacing > 0) chunk.length += count * spacing;
      else chunk.left -= count * spacing;
    }
  }

  /** Begin a chunk where the element has a position, and move on by its relative ones. */
  #place(span: SvgElement, em: number): TextChunk {
    const { x, y, dx, dy } = span.attributes;
    const before = this.#chunk;
    let chunk = before;
    if (chunk === null || x !== undefined || y !== undefined) {
      const xs = lengths(x, this.#user.width, em);
      const ys = lengths(y, this.#user.height, em);
      // Without one of the two, the chunk goes on where the one before it ends.
      const along = before === null ? ORIGIN : joinRanges(before.x, before.reach);
      const line = before === null ? ORIGIN : before.lines;
      this.#end();
      chunk = new TextChunk(xs.length === 0 ? along : rangeOf(xs), ys.length === 0 ? line : rangeOf(ys));
      this.#chunk = chunk;
    }
    for (const step of lengths(dx, diagonalOf(this.#user), em)) {
      if (step > 0) chunk.right += step;
      else chunk.left -= step;
    }
    const steps = lengths(dy, diagonalOf(this.#user), em);
    if (steps.length > 0) chunk.lines = moved(chunk.lines, steps);
    return chunk;
  }

  #end(): void {
    const chunk = this.#chunk;
    if (chunk === null) return;
    chunk.length = Math.max(chunk.length, this.#wantedLength);
    const { from, to } = chunk.reach;
    this.#hull.add(from, chunk.lines.from);
    this.#hull.add(to, chunk.lines.to);
    this.#length += chunk.length + chunk.left + chunk.right;
    this.#chunk = null;
  }

  #sum(list: string | undefined, em: number): number {
    if (list === undefined) return 0;
    let sum = 0;
    for (const length of lengths(list, diagonalOf(this.#user), em)) sum += Math.abs(length);
    return sum;
  }
}

const LISTS = ['x', 'y', 'dx', 'dy'] as const;

function isElement({ kind }: SvgElement['children'][number]): boolean {
  return kind === 'element';
}

function hasSeveral(list: string | undefined): boolean {
  return list !== undefined && /[\s,]/.test(list.trim());
}

const ORIGIN: Range = { from: 0, to: 0 };
const NO_LENGTHS: readonly number[] = [];

function lengths(list: string | undefined, percentOf: number, em: number): readonly number[] {
  if (list === undefined) return NO_LENGTHS;
  const plain = Number(list);
  if (Number.isFinite(plain) && list !== '') return [plain];
  return list
    .trim()
    .split(/[\s,]+/)
    .map((length) => drawnLength(length, percentOf, em) ?? 0);
}

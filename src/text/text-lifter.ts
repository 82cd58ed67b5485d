/** Takes the texts that the engine draws exactly out of a document; all others stay for resvg. */
import type { FontFinder } from '../fonts/font-finder.ts';
import { TextShaper } from '../fonts/text-shaper.ts';
import { grow, transformBox } from '../svg/box.ts';
import { textSize } from '../svg/element-size.ts';
import { type LiftPlace, type LiftResult, NOTHING_LIFTED, type Reach } from '../svg/lifted-text.ts';
import { type Matrix, scaleOf } from '../svg/matrix.ts';
import { type Painted, paintOrder } from '../svg/paint-order.ts';
import { enter, isStroked, type Surroundings, strokeReach } from '../svg/surroundings.ts';
import type { SvgDocument, SvgElement } from '../svg/tree.ts';
import { walk } from '../svg/tree.ts';
import { placementBox } from '../svg/viewport.ts';
import { reasonToKeepText } from './allowed.ts';
import { type LaidGlyph, type LaidRun, type LaidText, layOut } from './layout.ts';
import { type PlacedText, warnOfTextsOffPage } from './off-page.ts';
import { TextPacker } from './pack.ts';
import { sortOut } from './sort-out.ts';
import { INITIAL_STYLE, inheritStyle, type TextStyle } from './text-style.ts';
import { isUpright, snapBaseline } from './upright.ts';

/** Glyphs whose bitmap could be larger than this stay (native/kernel/glyph.h), */
const MAX_GLYPH_PX = 1000;
/** as fitting, up to this size, may double their height. */
const FITTED_PX = 32;
const FIT_ROOM = 2;
/** How far fitting may move the edge of a letter, and antialiasing its shadow. */
const FIT_PX = 2;
/** Smaller text is texture. */
const MIN_SIZE_PX = 2;
/** Above this size a colour between inks looks better dithered than as the nearest ink. */
const MAX_SOLID_PX = 40;

/** A text that has been looked at. */
interface Judged {
  readonly painted: Painted;
  readonly place: number;
  readonly layout: LaidText | null;
  /** Why it stays; null when only the paint order can keep it. */
  readonly reason: string | null;
  readonly reach: Reach;
}

export class TextLifter {
  readonly #finder: FontFinder;
  readonly #shaper = new TextShaper();

  constructor(finder: FontFinder) {
    this.#finder = finder;
  }

  /**
   * Lift texts out of a document whose styles are resolved. Texts that stay are moved to a whole-pixel baseline.
   * A font that brings down the shaper leaves all texts with resvg.
   */
  lift(document: SvgDocument, where: LiftPlace): LiftResult {
    this.#shaper.nextPicture();
    const lifted = this.#shaper.use(() => this.#lift(document, where));
    return lifted ?? { ...NOTHING_LIFTED, kept: { 'a font that breaks the shaper': 1 } };
  }

  #lift(document: SvgDocument, where: LiftPlace): LiftResult {
    const order = paintOrder(document, where.matrix, where.user);
    const styles = new StyleReader(document.root);
    const judged: Judged[] = [];
    order.forEach((painted, place) => {
      if (painted.element.name === 'text') judged.push(this.#judge(painted, place, styles, where));
    });
    const boxes = order.map(({ box }): Reach => box);
    for (const { place, reason, reach } of judged) boxes[place] = reason === null ? undefined : reach;
    const candidates = judged.flatMap(({ place, reason, reach }) =>
      reason === null && reach != null ? [{ place, box: reach }] : [],
    );
    const free = new Set(sortOut(candidates, boxes).lifted.map(({ place }) => place));
    const packer = new TextPacker();
    const gone = new Set<SvgElement>();
    const reasons = new Map<string, number>();
    const keptTexts = new Map<SvgElement, Reach>();
    for (const { painted, place, layout, reason, reach } of judged) {
      if (free.has(place) && layout !== null) {
        packer.add(layout, painted.around.matrix);
        gone.add(painted.element);
      } else {
        const why = reason ?? 'something is painted over it';
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
        keptTexts.set(painted.element, reach);
        snapBaseline(painted, styles.styleOf(painted.element), where.user);
      }
    }
    const page = placementBox(where.placement);
    const warnings = warnOfTextsOffPage(document, judged.flatMap(placedText), page);
    remove(document.root, gone);
    const text = gone.size === 0 ? null : packer.finish(page);
    return { text, liftedCount: gone.size, kept: Object.fromEntries(reasons), keptTexts, warnings };
  }

  #judge(painted: Painted, place: number, styles: StyleReader, where: LiftPlace): Judged {
    const { element, around } = painted;
    const style = styles.styleOf(element);
    const against = styles.reasonOf(element);
    const keep = (reason: string): Judged => {
      const rough = textSize(element, around.user, around);
      const edge = edgeOf(painted);
      const box = rough === null ? undefined : grow(transformBox(around.matrix, rough.box), edge, edge);
      return { painted, place, layout: null, reason, reach: isElsewhere(element) ? null : box };
    };
    if (against !== null) return keep(against);
    const layout = layOut(element, style, where.user, { finder: this.#finder, shaper: this.#shaper });
    if ('reason' in layout) return keep(layout.reason);
    if (layout.box === null) {
      return { painted, place, layout, reason: 'nothing to draw', reach: undefined };
    }
    const edge = FIT_PX + edgeOf(painted);
    const reach = grow(transformBox(around.matrix, layout.box), edge, edge);
    return { painted, place, layout, reason: reasonToKeep(layout, around.matrix, where.inks), reach };
  }
}

function placedText({ painted, layout }: Judged): readonly PlacedText[] {
  const box = layout?.box ?? null;
  return box === null ? [] : [{ element: painted.element, box, matrix: painted.around.matrix }];
}

/** True for a text that may stand anywhere, not about where its attributes say, whatever else keeps it. */
function isElsewhere(text: SvgElement): boolean {
  let found = false;
  walk(text, ({ name, attributes }) => {
    found ||= !SPANS.has(name) || LEADING_AWAY.some((attribute) => attributes[attribute] !== undefined);
  });
  return found || isTurned(text.parent);
}

const SPANS: ReadonlySet<string> = new Set(['text', 'tspan', 'a']);
const TURNING = ['writing-mode', 'glyph-orientation-vertical', 'glyph-orientation-horizontal'] as const;
const LEADING_AWAY = ['filter', ...TURNING] as const;

function isTurned(element: SvgElement | null): boolean {
  for (let at = element; at !== null; at = at.parent) {
    if (TURNING.some((attribute) => at?.attributes[attribute] !== undefined)) return true;
  }
  return false;
}

/** How far, in device pixels, strokes of a text and its spans reach beyond the letters. */
function edgeOf({ element, around }: Painted): number {
  const scale = scaleOf(around.matrix);
  return spansReach(element, around) * Math.max(scale.x, scale.y);
}

/** In user units. */
function spansReach(element: SvgElement, around: Surroundings): number {
  let reach = isStroked(around) ? strokeReach(around) : 0;
  for (const child of element.children) {
    if (child.kind === 'element') reach = Math.max(reach, spansReach(child, enter(child, around)));
  }
  return reach;
}

/** Why a laid-out text cannot be drawn in solid ink, or null. */
function reasonToKeep(layout: LaidText, matrix: Matrix, inks: ReadonlySet<number>): string | null {
  if (!isUpright(matrix)) return 'a transform that turns or distorts';
  for (const run of layout.runs) {
    const reason = reasonOfStyle(run.style, matrix[3], inks) ?? reasonOfGlyphs(run, matrix[3]);
    if (reason !== null) return reason;
  }
  return layout.bars.some(({ ink }) => ink === null) ? 'a line in no solid colour' : null;
}

function reasonOfStyle(style: TextStyle, scale: number, inks: ReadonlySet<number>): string | null {
  if (style.continuous) return 'data-tone="continuous"';
  if (style.stroke !== 'none') return 'stroke';
  if (style.ink === null) return 'a fill that is no solid colour';
  const sizePx = style.fontSize * scale;
  if (!(sizePx >= MIN_SIZE_PX)) return 'tiny text';
  return sizePx > MAX_SOLID_PX && !inks.has(style.ink) ? 'large text in a colour between inks' : null;
}

function reasonOfGlyphs({ font, style, glyphs }: LaidRun, scale: number): string | null {
  const sizePx = style.fontSize * scale;
  const room = sizePx <= FITTED_PX ? FIT_ROOM : 1;
  const mostUnits = (MAX_GLYPH_PX / sizePx / room) * font.metrics.unitsPerEm;
  const isHuge = ({ glyph }: LaidGlyph): boolean => {
    const outline = font.outline(glyph);
    if (outline === null) return true;
    const { left, bottom, right, top } = outline.box;
    return Math.max(right - left, top - bottom) > mostUnits;
  };
  return glyphs.some(isHuge) ? 'a huge glyph' : null;
}

/** Styles of texts, and what their ancestors say against them, each ancestor looked at once. */
class StyleReader {
  readonly #known = new Map<SvgElement, { readonly style: TextStyle; readonly reason: string | null }>();

  constructor(root: SvgElement) {
    this.#known.set(root, { style: inheritStyle(root, INITIAL_STYLE), reason: reasonToKeepText(root) });
  }

  styleOf(element: SvgElement): TextStyle {
    return this.#read(element).style;
  }

  /** Why the element, an ancestor, or something in it keeps it with resvg; null for no reason. */
  reasonOf(text: SvgElement): string | null {
    let reason = this.#read(text).reason;
    walk(text, (inner) => {
      if (inner === text || reason !== null) return;
      reason = inner.name === 'tspan' || inner.name === 'a' ? reasonToKeepText(inner) : `<${inner.name}>`;
    });
    return reason;
  }

  #read(element: SvgElement): { readonly style: TextStyle; readonly reason: string | null } {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const outer = element.parent === null ? null : this.#read(element.parent);
    const read = {
      style: inheritStyle(element, outer?.style ?? INITIAL_STYLE),
      reason: outer?.reason ?? reasonToKeepText(element),
    };
    this.#known.set(element, read);
    return read;
  }
}

function remove(element: SvgElement, gone: ReadonlySet<SvgElement>): void {
  element.children = element.children.filter((child) => child.kind === 'text' || !gone.has(child));
  for (const child of element.children) if (child.kind === 'element') remove(child, gone);
}

/** Takes the texts that the engine can draw exactly out of a document; resvg draws all others. */
import type { FontFinder } from '../fonts/font-finder.ts';
import { TextShaper } from '../fonts/text-shaper.ts';
import { kernelConstants } from '../native/constants.ts';
import { type SvgElement, walk } from '../svg/document/tree.ts';
import { type Extent, placementBox } from '../svg/document/viewport.ts';
import { Coverage } from '../svg/geometry/coverage.ts';
import type { PaintedElement } from '../svg/geometry/painted-elements.ts';
import type { Scene } from '../svg/geometry/scene.ts';
import { isStroked } from '../svg/geometry/stroke.ts';
import { spanStrokeReach } from '../svg/geometry/text-reach.ts';
import { textSize } from '../svg/geometry/text-size.ts';
import type { ComputedStyles } from '../svg/style/computed-styles.ts';
import { grow, transformBox } from '../svg/values/box.ts';
import { axisScales, type Matrix } from '../svg/values/matrix.ts';
import { isLaidOutAlike, reasonToKeepText } from './allowed-attributes.ts';
import { NOTHING_EXTRACTED, type TextExtraction, type TextPage, type TextReach } from './extraction.ts';
import { type LaidGlyph, type LaidRun, type LaidText, layOut } from './layout.ts';
import { splitByOcclusion } from './occlusion.ts';
import { type PlacedText, warnOfTextsOffPage } from './off-page.ts';
import { TextPacker } from './pack.ts';
import { textLengths } from './text-length.ts';

/** The accepted ratio between the two scales, beyond 1: a size that is rounded to whole pixels changes them. */
const MAX_UNEVEN = 0.005;

/** True for a matrix that only moves and scales, equally in both directions. */
function isUpright([a, b, c, d]: Matrix): boolean {
  return b === 0 && c === 0 && a > 0 && d > 0 && Math.abs(a / d - 1) <= MAX_UNEVEN;
}

/**
 * Move a text that resvg draws so that its first baseline lies on a whole pixel: otherwise the feet of antialiased letters
 * are grey. Other baselines than the alphabetic one depend on the font, and are not moved.
 */
function snapBaseline({ element, place: { matrix, style } }: PaintedElement, user: Extent): void {
  const { attributes } = element;
  const plain = style.lettering.text.dominantBaseline === 'auto';
  if (!isUpright(matrix) || style.inContinuous || !plain) return;
  const [, , , scale, , top] = matrix;
  const y = textLengths(attributes['y'], style.fontSize, user.height)[0] ?? 0;
  const device = scale * y + top;
  const shift = (Math.floor(device + 0.5) - device) / scale;
  if (Math.abs(shift) < 1e-6) return;
  attributes['transform'] = `${attributes['transform'] ?? ''} translate(0 ${shift})`.trim();
}

/** A glyph's bitmap is larger than its outline by less than this: rounding to whole pixels, and a shift. */
const BITMAP_MARGIN_PX = 24;
/** How far fitting may move the edge of a letter, antialiasing included. */
const FIT_PX = 2;
/** Text smaller than this cannot be read: it is drawn as texture. */
const MIN_SIZE_PX = 2;
/** Above this size a colour between inks looks better dithered than as the nearest ink. */
const MAX_SOLID_PX = 40;

interface Judgement {
  readonly layout: LaidText | null;
  /** Why resvg must draw it; null when nothing but the paint order can be against the engine. */
  readonly reason: string | null;
  readonly reach: TextReach;
}

/** A text that has been examined. */
interface Judged extends Judgement {
  readonly painted: PaintedElement;
  /** Position in the paint order. */
  readonly place: number;
}

export class TextExtractor {
  readonly #finder: FontFinder;
  readonly #shaper: TextShaper;

  constructor(finder: FontFinder, shaper: TextShaper = new TextShaper()) {
    this.#finder = finder;
    this.#shaper = shaper;
  }

  /**
   * Take texts out of a document whose styles are resolved. Texts that stay are moved to a whole-pixel baseline.
   * When a font crashes the shaper, resvg draws all texts.
   */
  extract(scene: Scene, page: TextPage): TextExtraction {
    this.#shaper.nextPicture();
    const extraction = this.#shaper.use(() => this.#extract(scene, page));
    return extraction ?? { ...NOTHING_EXTRACTED, kept: { 'a font that breaks the shaper': 1 } };
  }

  #extract(scene: Scene, page: TextPage): TextExtraction {
    const reasonsAgainst = new Reasons(scene.document.root);
    const judged: Judged[] = [];
    page.painted.forEach((painted, place) => {
      if (painted.element.name !== 'text') return;
      const against = reasonsAgainst.of(painted.element);
      judged.push({ painted, place, ...this.#judge(painted, against, scene, page) });
    });
    const boxes = page.painted.map(({ box }): TextReach => box);
    for (const { place, reason, reach } of judged) boxes[place] = reason === null ? undefined : reach;
    const candidates = judged.flatMap(({ place, reason, reach }) =>
      reason === null && reach != null ? [{ place, box: reach }] : [],
    );
    const coverage = new Coverage(scene);
    const { free: uncovered } = splitByOcclusion(candidates, boxes, (place) => {
      const [painted, box] = [page.painted[place], boxes[place]];
      if (painted === undefined) return null;
      // The box of a text that is laid out is better than what is known of it without its fonts.
      return painted.element.name === 'text' && box != null ? [box] : coverage.of(painted);
    });
    const free = new Set(uncovered.map(({ place }) => place));
    const packer = new TextPacker();
    const gone = new Set<SvgElement>();
    const reasons = new Map<string, number>();
    const keptTexts = new Map<SvgElement, TextReach>();
    for (const { painted, place, layout, reason, reach } of judged) {
      if (free.has(place) && layout !== null) {
        packer.add(layout, painted.place.matrix);
        gone.add(painted.element);
      } else {
        const why = reason ?? 'something is painted over it';
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
        keptTexts.set(painted.element, reach);
        snapBaseline(painted, page.user);
      }
    }
    const area = placementBox(page.placement);
    const warnings = warnOfTextsOffPage(scene.document, judged.flatMap(placedText), area);
    remove(scene.document.root, gone);
    const text = gone.size === 0 ? null : packer.finish(area);
    const report = { fittedCount: gone.size, kept: Object.fromEntries(reasons) };
    return { text, extracted: gone, ...report, keptTexts, warnings };
  }

  #judge(painted: PaintedElement, against: string | null, { styles }: Scene, page: TextPage): Judgement {
    const { element, place } = painted;
    const { matrix, style } = place;
    const edge = edgeOf(painted, styles);
    const keep = (reason: string): Judgement => {
      const rough = textSize(element, place, styles);
      const box = rough === null ? undefined : grow(transformBox(matrix, rough.box), edge, edge);
      return { layout: null, reason, reach: isElsewhere(element) ? null : box };
    };
    if (against !== null && !isLaidOutAlike(element)) return keep(against);
    const layout = layOut(element, style, page.user, { finder: this.#finder, shaper: this.#shaper, styles });
    if ('reason' in layout) return keep(against ?? layout.reason);
    if (layout.box === null) return { layout, reason: against ?? 'nothing to draw', reach: undefined };
    const reach = grow(transformBox(matrix, layout.box), FIT_PX + edge, FIT_PX + edge);
    return { layout, reason: against ?? reasonToKeep(layout, matrix, page.inks), reach };
  }
}

function placedText({ painted, layout }: Judged): readonly PlacedText[] {
  const box = layout?.box ?? null;
  return box === null ? [] : [{ element: painted.element, box, matrix: painted.place.matrix }];
}

/** True for a text that may be drawn far from the position in its attributes: turned, filtered or on a path. */
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

/** How far, in device pixels, the strokes of a text and its spans extend beyond the letters. */
function edgeOf({ element, place }: PaintedElement, styles: ComputedStyles): number {
  const scale = axisScales(place.matrix);
  return spanStrokeReach(element, place, styles) * Math.max(scale.x, scale.y);
}

/** Why a laid-out text cannot be drawn in solid ink, or null. */
function reasonToKeep(layout: LaidText, matrix: Matrix, inks: ReadonlySet<number>): string | null {
  if (!isUpright(matrix)) return 'a transform that turns or distorts';
  for (const run of layout.runs) {
    const reason = reasonOfStyle(run, matrix[3], inks) ?? reasonOfGlyphs(run, matrix[3]);
    if (reason !== null) return reason;
  }
  return layout.bars.some(({ ink }) => ink === null) ? 'a line in no solid colour' : null;
}

function reasonOfStyle({ style, ink }: LaidRun, scale: number, inks: ReadonlySet<number>): string | null {
  if (style.inContinuous) return 'data-tone="continuous"';
  if (isStroked(style)) return 'stroke';
  if (ink === null) return 'a fill that is no solid colour';
  const sizePx = style.fontSize * scale;
  if (!(sizePx >= MIN_SIZE_PX)) return 'tiny text';
  return sizePx > MAX_SOLID_PX && !inks.has(ink) ? 'large text in a colour between inks' : null;
}

function reasonOfGlyphs({ font, style, glyphs }: LaidRun, scale: number): string | null {
  const sizePx = style.fontSize * scale;
  const { maxGlyphSidePx, fittedSizePx, maxHeightFit } = kernelConstants();
  const stretch = sizePx <= fittedSizePx ? maxHeightFit : 1;
  const mostUnits = ((maxGlyphSidePx - BITMAP_MARGIN_PX) / sizePx / stretch) * font.metrics.unitsPerEm;
  const isHuge = ({ glyph }: LaidGlyph): boolean => {
    const outline = font.outline(glyph);
    if (outline === null) return true;
    const { left, bottom, right, top } = outline.box;
    return Math.max(right - left, top - bottom) > mostUnits;
  };
  return glyphs.some(isHuge) ? 'a huge glyph' : null;
}

/** Finds out why the engine may not draw a text. Each element is examined once. */
class Reasons {
  readonly #known = new Map<SvgElement, string | null>();

  constructor(root: SvgElement) {
    this.#known.set(root, reasonToKeepText(root));
  }

  /** The reason in the text, an ancestor, or its content; null for none. */
  of(text: SvgElement): string | null {
    let reason = this.#ofAncestors(text);
    walk(text, (inner) => {
      if (inner === text || reason !== null) return;
      reason = inner.name === 'tspan' || inner.name === 'a' ? reasonToKeepText(inner) : `<${inner.name}>`;
    });
    return reason;
  }

  #ofAncestors(element: SvgElement): string | null {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const outer = element.parent === null ? null : this.#ofAncestors(element.parent);
    const reason = outer ?? reasonToKeepText(element);
    this.#known.set(element, reason);
    return reason;
  }
}

function remove(element: SvgElement, gone: ReadonlySet<SvgElement>): void {
  element.children = element.children.filter((child) => child.kind === 'text' || !gone.has(child));
  for (const child of element.children) if (child.kind === 'element') remove(child, gone);
}

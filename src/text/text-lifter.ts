/** Takes the texts that the engine draws exactly out of a document; all others stay for resvg. */
import type { FontFinder } from '../fonts/font-finder.ts';
import { TextShaper } from '../fonts/text-shaper.ts';
import { kernelConstants } from '../native/constants.ts';
import type { SvgElement } from '../svg/document/tree.ts';
import { walk } from '../svg/document/tree.ts';
import { placementBox } from '../svg/document/viewport.ts';
import type { Painted } from '../svg/geometry/paint-order.ts';
import type { Scene } from '../svg/geometry/scene.ts';
import { isStroked, textStrokeReach } from '../svg/geometry/stroke.ts';
import { textSize } from '../svg/geometry/text-size.ts';
import { type LiftPlace, type LiftResult, NOTHING_LIFTED, type Reach } from '../svg/plan/lifted-text.ts';
import type { ComputedStyle } from '../svg/style/computed-style.ts';
import type { ComputedStyles } from '../svg/style/computed-styles.ts';
import { grow, transformBox } from '../svg/values/box.ts';
import { type Matrix, scaleOf } from '../svg/values/matrix.ts';
import { reasonToKeepText } from './allowed.ts';
import { type LaidGlyph, type LaidRun, type LaidText, layOut } from './layout.ts';
import { type PlacedText, warnOfTextsOffPage } from './off-page.ts';
import { TextPacker } from './pack.ts';
import { sortOut } from './sort-out.ts';
import { isUpright, snapBaseline } from './upright.ts';

/** A glyph's bitmap is larger than its outline by less than this: rounding to whole pixels, and a shift. */
const BITMAP_MARGIN_PX = 24;
/** How far fitting may move the edge of a letter, and antialiasing its shadow. */
const FIT_PX = 2;
/** Smaller text is texture. */
const MIN_SIZE_PX = 2;
/** Above this size a colour between inks looks better dithered than as the nearest ink. */
const MAX_SOLID_PX = 40;

interface Judgement {
  readonly layout: LaidText | null;
  /** Why it stays; null when only the paint order can keep it. */
  readonly reason: string | null;
  readonly reach: Reach;
}

/** A text that has been looked at. */
interface Judged extends Judgement {
  readonly painted: Painted;
  /** In the paint order. */
  readonly place: number;
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
  lift(scene: Scene, where: LiftPlace): LiftResult {
    this.#shaper.nextPicture();
    const lifted = this.#shaper.use(() => this.#lift(scene, where));
    return lifted ?? { ...NOTHING_LIFTED, kept: { 'a font that breaks the shaper': 1 } };
  }

  #lift(scene: Scene, where: LiftPlace): LiftResult {
    const reasonsAgainst = new Reasons(scene.document.root);
    const judged: Judged[] = [];
    where.painted.forEach((painted, place) => {
      if (painted.element.name !== 'text') return;
      const against = reasonsAgainst.of(painted.element);
      judged.push({ painted, place, ...this.#judge(painted, against, scene, where) });
    });
    const boxes = where.painted.map(({ box }): Reach => box);
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
        packer.add(layout, painted.place.matrix);
        gone.add(painted.element);
      } else {
        const why = reason ?? 'something is painted over it';
        reasons.set(why, (reasons.get(why) ?? 0) + 1);
        keptTexts.set(painted.element, reach);
        snapBaseline(painted, where.user);
      }
    }
    const page = placementBox(where.placement);
    const warnings = warnOfTextsOffPage(scene.document, judged.flatMap(placedText), page);
    remove(scene.document.root, gone);
    const text = gone.size === 0 ? null : packer.finish(page);
    const report = { liftedCount: gone.size, kept: Object.fromEntries(reasons) };
    return { text, liftedTexts: gone, ...report, keptTexts, warnings };
  }

  #judge(painted: Painted, against: string | null, { styles }: Scene, where: LiftPlace): Judgement {
    const { element, place } = painted;
    const { matrix, style } = place;
    const edge = edgeOf(painted, styles);
    const keep = (reason: string): Judgement => {
      const rough = textSize(element, place, styles);
      const box = rough === null ? undefined : grow(transformBox(matrix, rough.box), edge, edge);
      return { layout: null, reason, reach: isElsewhere(element) ? null : box };
    };
    if (against !== null) return keep(against);
    const layout = layOut(element, style, where.user, { finder: this.#finder, shaper: this.#shaper, styles });
    if ('reason' in layout) return keep(layout.reason);
    if (layout.box === null) return { layout, reason: 'nothing to draw', reach: undefined };
    const reach = grow(transformBox(matrix, layout.box), FIT_PX + edge, FIT_PX + edge);
    return { layout, reason: reasonToKeep(layout, matrix, where.inks), reach };
  }
}

function placedText({ painted, layout }: Judged): readonly PlacedText[] {
  const box = layout?.box ?? null;
  return box === null ? [] : [{ element: painted.element, box, matrix: painted.place.matrix }];
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
function edgeOf({ element, place: { matrix, style, user } }: Painted, styles: ComputedStyles): number {
  const scale = scaleOf(matrix);
  const reachOf = (span: SvgElement, own: ComputedStyle): number => {
    let reach = textStrokeReach(own);
    for (const child of span.children) {
      if (child.kind === 'element') reach = Math.max(reach, reachOf(child, styles.enter(child, own, user)));
    }
    return reach;
  };
  return reachOf(element, style) * Math.max(scale.x, scale.y);
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

/** What elements say against drawing the texts in them, each looked at once. */
class Reasons {
  readonly #known = new Map<SvgElement, string | null>();

  constructor(root: SvgElement) {
    this.#known.set(root, reasonToKeepText(root));
  }

  /** Why the text, an ancestor, or something in it keeps it with resvg; null for no reason. */
  of(text: SvgElement): string | null {
    let reason = this.#around(text);
    walk(text, (inner) => {
      if (inner === text || reason !== null) return;
      reason = inner.name === 'tspan' || inner.name === 'a' ? reasonToKeepText(inner) : `<${inner.name}>`;
    });
    return reason;
  }

  #around(element: SvgElement): string | null {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    const outer = element.parent === null ? null : this.#around(element.parent);
    const reason = outer ?? reasonToKeepText(element);
    this.#known.set(element, reason);
    return reason;
  }
}

function remove(element: SvgElement, gone: ReadonlySet<SvgElement>): void {
  element.children = element.children.filter((child) => child.kind === 'text' || !gone.has(child));
  for (const child of element.children) if (child.kind === 'element') remove(child, gone);
}

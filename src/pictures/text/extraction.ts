/** What the text engine needs to know about a page, and what it reports about the texts on it. */
import type { Problem } from '../../platform/base/failure.ts';
import type { PackedText } from '../native/draw-text.ts';
import type { SvgElement } from '../svg/document/tree.ts';
import type { Extent, Placement } from '../svg/document/viewport.ts';
import type { PaintedElement } from '../svg/geometry/painted-elements.ts';
import type { Box } from '../svg/values/box.ts';

/** A document on a picture in inks. */
export interface TextPage {
  /** What percentages refer to, in user units. */
  readonly user: Extent;
  /** Where the document lies. */
  readonly placement: Placement;
  /** Everything that is painted, lowest first. */
  readonly painted: readonly PaintedElement[];
  /** The inks as sent to the panel, 0xRRGGBB. */
  readonly inks: ReadonlySet<number>;
}

/** The area that a text may paint: a box in device pixels, null for an unknown place, undefined for nothing. */
export type TextReach = Box | null | undefined;

export interface TextExtraction extends TextReport {
  /** Null when there is nothing to draw. */
  readonly text: PackedText | null;
  /** The texts that are no longer in the document. */
  readonly extracted: ReadonlySet<SvgElement>;
  /** The texts that stay with resvg. A text that is missing here has not been examined. */
  readonly keptTexts: ReadonlyMap<SvgElement, TextReach>;
  /** For the author of the screen: texts that the page cuts off. */
  readonly warnings: readonly Problem[];
}

/** No text has been examined. */
export const NOTHING_EXTRACTED: TextExtraction = {
  text: null,
  extracted: new Set(),
  fittedCount: 0,
  kept: {},
  keptTexts: new Map(),
  warnings: [],
};

/** How the texts of a picture were drawn. */
export interface TextReport {
  /** Number of texts drawn in solid ink. */
  readonly fittedCount: number;
  /** Number of texts drawn by resvg, by reason. */
  readonly kept: Readonly<Record<string, number>>;
}

/** The report as one line: how many texts are drawn in solid ink, and why the others are not. */
export function describeTexts({ fittedCount, kept }: TextReport): string {
  const reasons = Object.entries(kept).toSorted(([, a], [, b]) => b - a);
  const plain = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.slice(0, MAX_REASONS).map(([reason, count]) => `${reason} (${count})`);
  const more = reasons.length > MAX_REASONS ? ', …' : '';
  return `${fittedCount} fitted, ${plain} plain${plain === 0 ? '' : `: ${why.join(', ')}${more}`}`;
}

const MAX_REASONS = 5;

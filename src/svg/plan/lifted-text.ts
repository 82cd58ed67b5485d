/** What the text engine takes out of a document before resvg draws it, and what it needs to know for that. */
import type { Problem } from '../../base/failure.ts';
import type { PackedText } from '../../native/draw-text.ts';
import type { SvgElement } from '../document/tree.ts';
import type { Extent, Placement } from '../document/viewport.ts';
import type { Painted } from '../geometry/paint-order.ts';
import type { Scene } from '../geometry/scene.ts';
import type { Box } from '../values/box.ts';

/** A document on the picture. */
export interface Page {
  /** What percentages mean, in user units. */
  readonly user: Extent;
  /** Where the document lies. */
  readonly placement: Placement;
  /** Everything that is painted, lowest first. */
  readonly painted: readonly Painted[];
}

export interface LiftPlace extends Page {
  /** The inks as sent to the panel, 0xRRGGBB. */
  readonly inks: ReadonlySet<number>;
}

/** What a text may paint: a box in device pixels, null for anywhere, undefined for nothing. */
export type Reach = Box | null | undefined;

export interface LiftResult extends TextReport {
  /** Null when there is nothing to draw. */
  readonly text: PackedText | null;
  /** The texts that are no longer in the document. */
  readonly liftedTexts: ReadonlySet<SvgElement>;
  /** The texts that stay with resvg. A text that is not here has not been looked at. */
  readonly keptTexts: ReadonlyMap<SvgElement, Reach>;
  /** For the author of the screen: texts that the page cuts off. */
  readonly warnings: readonly Problem[];
}

/** No text has been looked at. */
export const NOTHING_LIFTED: LiftResult = {
  text: null,
  liftedTexts: new Set(),
  liftedCount: 0,
  kept: {},
  keptTexts: new Map(),
  warnings: [],
};

/** What became of the texts of a picture. */
export interface TextReport {
  /** How many are drawn in solid ink. */
  readonly liftedCount: number;
  /** Texts that stay with resvg: how many for each reason. */
  readonly kept: Readonly<Record<string, number>>;
}

/** The engine: a document whose styles are resolved loses the texts that it draws. */
export interface TextLifter {
  lift(scene: Scene, where: LiftPlace): LiftResult;
}

/** The report as one line: how many texts are drawn in solid ink, and why the others are not. */
export function describeTexts({ liftedCount, kept }: TextReport): string {
  const reasons = Object.entries(kept).toSorted(([, a], [, b]) => b - a);
  const plain = reasons.reduce((sum, [, count]) => sum + count, 0);
  const why = reasons.slice(0, MAX_REASONS).map(([reason, count]) => `${reason} (${count})`);
  const more = reasons.length > MAX_REASONS ? ', …' : '';
  return `${liftedCount} fitted, ${plain} plain${plain === 0 ? '' : `: ${why.join(', ')}${more}`}`;
}

const MAX_REASONS = 5;

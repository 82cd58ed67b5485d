/** Panels in words, for the list of `stipple panels` and for the documentation. */
import { FOUR_GREYS, isGrey } from '../../domain/palette.ts';
import type { Panel } from '../../domain/panel.ts';
import { describeMatch } from '../../domain/panel-match.ts';
import { isTruecolour } from '../../domain/png-form.ts';

/** A panel in the columns of a table. */
export interface PanelRow {
  readonly name: string;
  readonly title: string;
  /** Of its file; with the turn where there is one. */
  readonly size: string;
  readonly inks: string;
  /** What a device says that has it; empty for one that must be named. */
  readonly matches: readonly string[];
  readonly source: Panel['source'];
}

/** The row of a panel. */
export function panelRow(panel: Panel): PanelRow {
  const { name, title, size, rotate, match, source } = panel;
  const turn = rotate === 0 ? '' : `, turned ${rotate}`;
  return {
    name,
    title: title ?? name,
    size: `${size === null ? 'any' : `${size.widthPx} x ${size.heightPx}`}${turn}`,
    inks: inksOf(panel),
    matches: match.map(describeMatch),
    source,
  };
}

function inksOf({ palette, png, ditherMeasured }: Panel): string {
  if (isTruecolour(png)) return 'truecolour';
  const inks = palette ?? FOUR_GREYS;
  if (inks.length === 2 && inks.every(isGrey)) return 'black and white';
  const kind = inks.every(isGrey) ? 'greys' : 'colours';
  return `${inks.length} ${kind}${ditherMeasured ? ', measured' : ''}`;
}

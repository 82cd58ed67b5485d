/**
 * A chart as inline SVG: grid, axes and what is drawn in between. It fills the width that it is given without scaling
 * its texts, so that it can be read on a phone and on a wide screen: along x, places are in percent, down y in pixels.
 */
import { type Markup, type MarkupValue, markup } from '../markup.ts';
import type { Scale } from './scale.ts';

/** Space above the plot, for labels of markers, and below it, for the axis. */
const TOP = 20;
const BOTTOM = 24;
/** Height of a lane below the plot, and the space above the first one. */
const LANE = 18;
const LANE_GAP = 6;

/** What a chart shows along one direction. */
export interface Axis {
  readonly scale: Scale;
  readonly text: (value: number) => string;
}

/** A strip below the plot in which something is marked. */
export interface Lane {
  readonly label: string;
  readonly kind: 'error' | 'held';
  /** From and to, in places of x. */
  readonly spans: readonly { readonly from: number; readonly to: number; readonly text: string }[];
}

export interface Chart {
  /** Unique in the page. */
  readonly id: string;
  readonly title: string;
  /** What is to be seen, for those who do not see it. */
  readonly description: string;
  readonly plotHeight: number;
  readonly x: Axis;
  readonly y: Axis | null;
  readonly lanes?: readonly Lane[];
  /** False for a chart above another one with the same axis x. */
  readonly labelled?: boolean;
  /** Drawn on the grid; made with the same heights. */
  readonly content: (plot: Plot) => MarkupValue;
}

/** Where things are in a chart. */
export interface Plot {
  readonly top: number;
  readonly bottom: number;
  /** Place of x in percent, for attributes. */
  readonly x: (value: number) => string;
  /** Place of y in pixels. */
  readonly y: (value: number) => number;
}

/** A place from 0 to 1 as an attribute in percent. */
export function percent(place: number): string {
  return `${Math.round(place * 10_000) / 100}%`;
}

/** Draw a chart. */
export function drawChart(chart: Chart): Markup {
  const { id, x, y, plotHeight, lanes = [], labelled = true } = chart;
  const bottom = TOP + plotHeight;
  const foot = bottom + (lanes.length === 0 ? 0 : LANE_GAP + lanes.length * LANE);
  const plot: Plot = {
    top: TOP,
    bottom,
    x: (value) => percent(x.scale.at(value)),
    y: (value) => bottom - (y?.scale.at(value) ?? 0) * plotHeight,
  };
  return markup`<svg class="chart" role="img" aria-labelledby="${id}-title ${id}-desc" height="${foot + (labelled ? BOTTOM : 1)}">
<title id="${id}-title">${chart.title}</title><desc id="${id}-desc">${chart.description}</desc>
${y === null ? null : horizontalGrid(y, plot)}${baseline(plot)}${verticalGrid(x, plot, foot, labelled)}
${lanes.map((lane, at) => drawLane(lane, bottom + LANE_GAP + at * LANE))}
${chart.content(plot)}
</svg>`;
}

function baseline({ bottom }: Plot): Markup {
  return markup`<line class="axis" x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>`;
}

function horizontalGrid(axis: Axis, plot: Plot): readonly Markup[] {
  return axis.scale.ticks.map((tick) => {
    const at = plot.y(tick);
    return markup`<line class="grid" x1="0" x2="100%" y1="${at}" y2="${at}"/><text class="tick" x="-8" y="${at + 4}" text-anchor="end">${axis.text(tick)}</text>`;
  });
}

function verticalGrid(axis: Axis, plot: Plot, foot: number, labelled: boolean): readonly Markup[] {
  return axis.scale.ticks.map((tick) => {
    const at = plot.x(tick);
    const line = markup`<line class="grid" x1="${at}" x2="${at}" y1="${plot.top}" y2="${foot + (labelled ? 4 : 0)}"/>`;
    if (!labelled) return line;
    return markup`${line}<text class="tick" x="${at}" y="${foot + 18}" text-anchor="middle">${axis.text(tick)}</text>`;
  });
}

function drawLane({ label, kind, spans }: Lane, top: number): Markup {
  const bars = spans.map(
    ({ from, to, text }) =>
      markup`<rect class="lane ${kind}" x="${percent(from)}" width="${percent(Math.max(to - from, 0.003))}" y="${top + 5}" height="8"><title>${text}</title></rect>`,
  );
  return markup`<text class="tick ${kind}" x="-8" y="${top + 13}" text-anchor="end">${label}</text><line class="grid" x1="0" x2="100%" y1="${top + 9}" y2="${top + 9}"/>${bars}`;
}

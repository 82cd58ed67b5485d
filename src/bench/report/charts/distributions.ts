/** Charts: how the latencies of each route are distributed, on one logarithmic axis. */
import type { Latency } from '../../result.ts';
import type { NamedLatency } from '../figures.ts';
import { type Markup, markup } from '../markup.ts';
import { countedText, msText, msTick } from '../units.ts';
import { figure } from './figure.ts';
import { drawChart, type Plot, percent } from './frame.ts';
import { logScale, type Scale } from './scale.ts';

/** Bars of a distribution. */
const BARS = 60;
const HEIGHT = 60;
/** Part of the axis that stays free at both ends, so that the labels of percentiles fit beside their lines. */
const MARGIN = 0.12;
/** Shortest axis: a factor of 4 between its ends. */
const SHORTEST = Math.log10(4);

/** The figure with a row for each route; null where nothing was called. */
export function latencyDistributions(routes: readonly NamedLatency<string>[]): Markup | null {
  const shown = routes.filter(({ latency }) => latency.histogram.some(({ toMs }) => toMs > 0));
  if (shown.length === 0) return null;
  const x = sharedScale(shown.map(({ latency }) => latency));
  return figure({
    heading: 'Distribution',
    note: 'How often each latency occurred. The scale is logarithmic; every row has its own height.',
    legend: [
      { kind: 'marker', shape: 'line', text: 'p50 and p99' },
      { kind: 'marker dashed', shape: 'line', text: 'p90' },
    ],
    chart: markup`<div class="rows">${shown.map((route, at) => row(route, x, at, at === shown.length - 1))}</div>`,
    half: true,
    table: {
      caption: 'Percentiles of the routes',
      columns: ['route', 'count', 'mean', 'p50', 'p90', 'p99', 'p99.9', 'max'],
      rows: shown.map(({ name, latency }) => [
        name,
        countedText(latency.count, 'call'),
        ...[latency.mean, latency.p50, latency.p90, latency.p99, latency.p999, latency.max].map(msText),
      ]),
    },
  });
}

function sharedScale(latencies: readonly Latency[]): Scale {
  const buckets = latencies.flatMap(({ histogram }) => histogram).filter(({ toMs }) => toMs > 0);
  const from = Math.max(Math.min(...buckets.map(({ fromMs, toMs }) => Math.max(fromMs, toMs / 10))), 0.001);
  const to = Math.max(...buckets.map(({ toMs }) => toMs), from);
  const missing = Math.max(0, SHORTEST - Math.log10(to / from)) / 2;
  const margin = ((Math.log10(to / from) + 2 * missing) * MARGIN) / (1 - 2 * MARGIN) + missing;
  const scale = logScale(from / 10 ** margin, to * 10 ** margin, 6);
  return { ...scale, ticks: scale.ticks.filter((tick) => fits(scale.at(tick))) };
}

/** Whether the label of a tick does not leave the chart, which has no space beside it. */
function fits(place: number): boolean {
  return place > 0.08 && place < 0.92;
}

function row({ name, latency }: NamedLatency<string>, x: Scale, at: number, last: boolean): Markup {
  const text = `${countedText(latency.count, 'call')}, p50 ${msText(latency.p50)}, p99 ${msText(latency.p99)}`;
  const chart = drawChart({
    id: `distribution-${at}`,
    title: `Distribution of the latencies of ${name}`,
    description: `${text}, max ${msText(latency.max)}.`,
    plotHeight: HEIGHT,
    x: { scale: x, text: msTick },
    y: null,
    labelled: last,
    content: (plot) => [bars(latency, x, plot), markers(latency, plot)],
  });
  return markup`<div class="row"><p class="row-name"><strong>${name}</strong> <span>${text}</span></p>${chart}</div>`;
}

/** Buckets laid on bars of equal width: a bucket counts in each bar for the part of it that lies there. */
export function binHistogram(histogram: Latency['histogram'], x: Scale, bars: number): readonly number[] {
  const bins = Array.from({ length: bars }, () => 0);
  for (const { fromMs, toMs, count } of histogram) {
    const from = x.at(fromMs) * bars;
    const to = Math.max(x.at(toMs) * bars, from + 1e-6);
    for (let bin = Math.floor(from); bin < Math.min(bars, Math.ceil(to)); bin += 1) {
      const overlap = Math.min(to, bin + 1) - Math.max(from, bin);
      bins[bin] = (bins[bin] ?? 0) + (count * overlap) / (to - from);
    }
  }
  return bins;
}

function bars({ histogram }: Latency, x: Scale, plot: Plot): readonly Markup[] {
  const bins = binHistogram(histogram, x, BARS);
  const highest = Math.max(...bins, 1e-9);
  return bins.flatMap((count, at) => {
    if (count === 0) return [];
    const height = Math.max(1, (count / highest) * HEIGHT);
    return [
      markup`<rect class="bar" x="${percent((at + 0.1) / BARS)}" width="${percent(0.8 / BARS)}" y="${plot.bottom - height}" height="${height}"/>`,
    ];
  });
}

/** The label of p50 stands at the left of its line, that of p99 at the right of its own: they never meet. */
function markers({ p50, p90, p99 }: Latency, plot: Plot): Markup {
  const line = (ms: number, kind: string): Markup =>
    markup`<line class="line ${kind}" x1="${plot.x(ms)}" x2="${plot.x(ms)}" y1="${plot.top - 12}" y2="${plot.bottom}"/>`;
  const label = (ms: number, text: string, dx: number, anchor: string): Markup =>
    markup`<text class="label" x="${plot.x(ms)}" dx="${dx}" y="${plot.top - 4}" text-anchor="${anchor}">${text}</text>`;
  return markup`${line(p90, 'marker dashed')}${line(p50, 'marker')}${line(p99, 'marker')}${label(p50, 'p50', -4, 'end')}${label(p99, 'p99', 4, 'start')}`;
}

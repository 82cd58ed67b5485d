/** Chart: the latency that a share of the calls stays below, with the rare slow calls spread out. */
import type { Latency } from '../../result.ts';
import type { NamedLatency } from '../figures.ts';
import type { Markup } from '../markup.ts';
import { msText, msTick } from '../units.ts';
import { figure } from './figure.ts';
import { drawChart } from './frame.ts';
import { latencyScale, type Scale } from './scale.ts';
import { type LinePoint, linePath, stretched } from './strokes.ts';

/** The axis goes by the number of calls that are slower: one of ten, of a hundred, of a thousand … */
const NINES = [
  { share: 0, text: '0' },
  { share: 0.9, text: '90 %' },
  { share: 0.99, text: '99 %' },
  { share: 0.999, text: '99.9 %' },
  { share: 0.9999, text: '99.99 %' },
] as const;

const KINDS: Readonly<Record<string, string>> = { cycle: 'second', display: 'first', image: 'first dashed' };

const depth = (share: number): number => -Math.log10(1 - share);

/** The figure; null where there are too few calls for a tail. */
export function percentileSpectrum(routes: readonly NamedLatency<string>[]): Markup | null {
  const shown = routes.filter(({ name, latency }) => Object.hasOwn(KINDS, name) && latency.count >= 100);
  if (shown.length === 0) return null;
  const most = Math.max(...shown.map(({ latency }) => latency.count));
  const deepest = Math.min(4, Math.max(2, Math.floor(Math.log10(most))));
  const lines = shown.map(({ name, latency }) => ({ name, steps: spectrumOf(latency, deepest) }));
  const ends = NINES.filter(({ share }) => depth(share) <= deepest + 1e-9);
  const x: Scale = {
    at: (share) => Math.min(1, depth(share) / deepest),
    ticks: ends.map(({ share }) => share),
  };
  const y = latencyScale(lines.flatMap(({ steps }) => steps.map(({ ms }) => ms)));
  const chart = drawChart({
    id: 'spectrum',
    title: 'Percentiles',
    description: shown
      .map(({ name, latency }) => `99 % of ${name} took at most ${msText(latency.p99)}`)
      .join('; '),
    plotHeight: 270,
    x: { scale: x, text: (share) => ends.find((end) => end.share === share)?.text ?? '' },
    y: { scale: y, text: msTick },
    content: (plot) =>
      stretched(
        plot,
        lines.map(({ name, steps }) => {
          const points: readonly LinePoint[] = steps.map(({ share, ms }) => ({
            x: x.at(share),
            y: plot.y(ms),
          }));
          return linePath(KINDS[name] ?? '', points);
        }),
      ),
  });
  return figure({
    heading: 'Percentiles',
    note: `So many calls took no longer${y.logarithmic ? '; the scale of times is logarithmic' : ''}.`,
    legend: shown.map(({ name }) => ({ kind: KINDS[name] ?? '', shape: 'line', text: name })),
    chart,
    half: true,
  });
}

/** Each bucket as a step: the share of calls up to its end, and that end. */
export function spectrumOf(
  { histogram, max }: Latency,
  deepest: number,
): readonly { readonly share: number; readonly ms: number }[] {
  const total = histogram.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return [];
  let below = 0;
  const last = 1 - 10 ** -deepest;
  const steps = histogram.map((bucket) => {
    const from = below / total;
    below += bucket.count;
    return { from, share: below / total, ms: Math.min(bucket.toMs, max) };
  });
  const first = steps[0];
  return [
    ...(first === undefined ? [] : [{ share: 0, ms: first.ms }]),
    ...steps.filter(({ from }) => from < last).map(({ share, ms }) => ({ share: Math.min(share, last), ms })),
  ];
}

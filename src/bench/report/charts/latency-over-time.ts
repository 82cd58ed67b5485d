/** Chart: how long whole cycles took, over the time of the run. */
import type { TimelinePoint } from '../../result.ts';
import { type Markup, markup } from '../markup.ts';
import { clockTick, countedText, countText, msOrDash, msText, msTick } from '../units.ts';
import { figure } from './figure.ts';
import { drawChart, type Plot, percent } from './frame.ts';
import { endOf, mergePieces, pieceText, troubleLanes } from './pieces.ts';
import { latencyScale, timeScale } from './scale.ts';
import { areaPath, hotColumn, type LinePoint, linePath, stretched } from './strokes.ts';

/** The figure; null where no cycle ended. */
export function latencyOverTime(timeline: readonly TimelinePoint[]): Markup | null {
  const pieces = mergePieces(timeline);
  const times = pieces.flatMap(({ p50, p99, max }) => [p50, p99, max]).filter((ms) => ms !== null);
  if (times.length === 0) return null;
  const x = timeScale(endOf(pieces));
  const y = latencyScale(times);
  const middle = ({ fromSeconds, seconds }: TimelinePoint): number => x.at(fromSeconds + seconds / 2);
  const points = (plot: Plot, key: 'p50' | 'p99'): readonly LinePoint[] =>
    pieces.map((piece) => {
      const ms = piece[key];
      return ms === null ? null : { x: middle(piece), y: plot.y(ms) };
    });
  const chart = drawChart({
    id: 'latency-time',
    title: 'Latency over time',
    description: describe(pieces, times),
    plotHeight: 220,
    x: { scale: x, text: clockTick(endOf(pieces)) },
    y: { scale: y, text: msTick },
    lanes: troubleLanes(pieces, x),
    content: (plot) => [
      troubleShades(pieces, plot, x.at),
      stretched(plot, [
        areaPath('band', points(plot, 'p99'), points(plot, 'p50')),
        linePath('second', points(plot, 'p99')),
        linePath('first', points(plot, 'p50')),
      ]),
      pieces.flatMap((piece) =>
        piece.max === null
          ? []
          : [
              markup`<circle class="dot third" cx="${percent(middle(piece))}" cy="${plot.y(piece.max)}" r="2"/>`,
            ],
      ),
      pieces.map((piece) =>
        hotColumn(plot, x.at(piece.fromSeconds), x.at(piece.fromSeconds + piece.seconds), hotText(piece)),
      ),
    ],
  });
  return figure({
    heading: 'Latency over time',
    note: `Whole wakes, from when they were due${y.logarithmic ? '; the scale is logarithmic' : ''}.`,
    legend: [
      { kind: 'third', shape: 'dot', text: 'max' },
      { kind: 'second', shape: 'line', text: 'p99' },
      { kind: 'first', shape: 'line', text: 'p50' },
    ],
    chart,
    table: {
      caption: 'Latency over time',
      columns: ['time', 'p50', 'p99', 'max', 'errors', '429s'],
      rows: pieces.map((piece) => [
        pieceText(piece),
        msOrDash(piece.p50),
        msOrDash(piece.p99),
        msOrDash(piece.max),
        countText(piece.errors),
        countText(piece.held),
      ]),
    },
  });
}

function describe(pieces: readonly TimelinePoint[], times: readonly number[]): string {
  const slowest = pieces.reduce((worst, piece) => ((piece.max ?? 0) > (worst.max ?? 0) ? piece : worst));
  return `p50, p99 and max of whole cycles in ${countText(pieces.length)} pieces of the run. The slowest took ${msText(Math.max(...times))}, ${pieceText(slowest)}.`;
}

/** Pieces with errors are shaded, so that the lines can be read together with them. */
function troubleShades(
  pieces: readonly TimelinePoint[],
  plot: Plot,
  at: (seconds: number) => number,
): readonly Markup[] {
  return pieces
    .filter(({ errors }) => errors > 0)
    .map(({ fromSeconds, seconds }) => {
      const from = at(fromSeconds);
      return markup`<rect class="shade" x="${percent(from)}" width="${percent(at(fromSeconds + seconds) - from)}" y="${plot.top}" height="${plot.bottom - plot.top}"/>`;
    });
}

function hotText(piece: TimelinePoint): string {
  const trouble = [
    ...(piece.errors > 0 ? [countedText(piece.errors, 'error')] : []),
    ...(piece.held > 0 ? [countedText(piece.held, '429')] : []),
  ];
  const times = `p50 ${msOrDash(piece.p50)}, p99 ${msOrDash(piece.p99)}, max ${msOrDash(piece.max)}`;
  return [pieceText(piece), times, ...trouble].join('\n');
}

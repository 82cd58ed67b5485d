/** Chart: wakes that were due and wakes that were served, over the time of the run. */
import type { TimelinePoint } from '../../result.ts';
import { perSecond } from '../figures.ts';
import type { Markup } from '../markup.ts';
import { clockTick, countText, countTick, rateText } from '../units.ts';
import { figure } from './figure.ts';
import { drawChart, type Plot } from './frame.ts';
import { endOf, mergePieces, pieceText, troubleLanes } from './pieces.ts';
import { linearScale, timeScale } from './scale.ts';
import { areaPath, hotColumn, type LinePoint, linePath, stretched } from './strokes.ts';

const rateIn = ({ seconds }: TimelinePoint, wakes: number): number => perSecond(wakes, seconds) ?? 0;

/** The figure. */
export function loadOverTime(timeline: readonly TimelinePoint[]): Markup {
  const pieces = mergePieces(timeline);
  const x = timeScale(endOf(pieces));
  const y = linearScale(
    Math.max(...pieces.map((piece) => rateIn(piece, Math.max(piece.offered, piece.served)))),
  );
  const points = (plot: Plot, key: 'offered' | 'served' | null): readonly LinePoint[] =>
    pieces.map((piece) => ({
      x: x.at(piece.fromSeconds + piece.seconds / 2),
      y: key === null ? plot.bottom : plot.y(rateIn(piece, piece[key])),
    }));
  const chart = drawChart({
    id: 'load-time',
    title: 'Offered and served wakes over time',
    description: describe(pieces),
    plotHeight: 180,
    x: { scale: x, text: clockTick(endOf(pieces)) },
    y: { scale: y, text: countTick },
    lanes: troubleLanes(pieces, x),
    content: (plot) => [
      stretched(plot, [
        areaPath('band', points(plot, 'served'), points(plot, null)),
        linePath('first', points(plot, 'served')),
        linePath('due', points(plot, 'offered')),
      ]),
      pieces.map((piece) =>
        hotColumn(plot, x.at(piece.fromSeconds), x.at(piece.fromSeconds + piece.seconds), hotText(piece)),
      ),
    ],
  });
  return figure({
    heading: 'Offered and served',
    note: 'Wakes a second. Where the lines part, the server did not serve what was due.',
    legend: [
      { kind: 'due', shape: 'line', text: 'due' },
      { kind: 'first', shape: 'line', text: 'served' },
    ],
    chart,
    table: {
      caption: 'Offered and served wakes over time',
      columns: ['time', 'due', 'served', '429s', 'errors'],
      rows: pieces.map((piece) => [
        pieceText(piece),
        countText(piece.offered),
        countText(piece.served),
        countText(piece.held),
        countText(piece.errors),
      ]),
    },
  });
}

function describe(pieces: readonly TimelinePoint[]): string {
  const behind = pieces.filter(({ offered, served }) => served < offered).length;
  return `Wakes a second that were due and that were served, in ${countText(pieces.length)} pieces of the run. In ${countText(behind)} of them not all were served.`;
}

function hotText(piece: TimelinePoint): string {
  return `${pieceText(piece)}\n${rateText(rateIn(piece, piece.offered))}/s due, ${rateText(rateIn(piece, piece.served))}/s served`;
}

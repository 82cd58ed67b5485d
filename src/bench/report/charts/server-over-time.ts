/** Charts: processors and memory of a server that the bench started, over the time of the run. */
import type { TimelinePoint } from '../../result.ts';
import type { Markup } from '../markup.ts';
import { clockTick, coresText, countTick, megabytesText } from '../units.ts';
import { type FigureParts, figure } from './figure.ts';
import { drawChart, type Plot } from './frame.ts';
import { endOf, mergePieces, pieceText } from './pieces.ts';
import { linearScale, timeScale } from './scale.ts';
import { areaPath, hotColumn, type LinePoint, linePath, stretched } from './strokes.ts';

/** The line of what the machine has is drawn when so much of it was used: else it would flatten the curve. */
const NEAR_LIMIT = 0.4;

interface Course {
  readonly id: string;
  readonly heading: string;
  readonly description: string;
  readonly value: (piece: TimelinePoint) => number | null;
  readonly text: (value: number) => string;
  readonly tick: (value: number) => string;
  /** What the machine has of it. */
  readonly limit: { readonly value: number; readonly text: string } | null;
}

/** The figures; none for a server that the bench did not start. */
export function serverOverTime(timeline: readonly TimelinePoint[], cores: number): readonly Markup[] {
  const pieces = mergePieces(timeline);
  const used = Math.max(0, ...pieces.map(({ serverCores }) => serverCores ?? 0));
  const courses: readonly Course[] = [
    {
      id: 'cores-time',
      heading: 'Processor',
      description: `Cores in use by the server, at most ${coresText(used)} of ${cores}.`,
      value: ({ serverCores }) => serverCores,
      text: (value) => `${coresText(value)} cores`,
      tick: countTick,
      limit: used >= NEAR_LIMIT * cores ? { value: cores, text: `all ${cores} cores` } : null,
    },
    {
      id: 'memory-time',
      heading: 'Memory',
      description: 'Memory of the server with all its processes.',
      value: ({ serverMb }) => serverMb,
      text: megabytesText,
      tick: (value) => (value === 0 ? '0' : megabytesText(value)),
      limit: null,
    },
  ];
  return courses
    .filter(({ value }) => pieces.some((piece) => value(piece) !== null))
    .map((course) => figure(courseFigure(course, pieces)));
}

function courseFigure(course: Course, pieces: readonly TimelinePoint[]): FigureParts {
  const { limit, value } = course;
  const x = timeScale(endOf(pieces));
  const y = linearScale(Math.max(limit?.value ?? 0, ...pieces.map((piece) => value(piece) ?? 0)), 3);
  const points = (plot: Plot, ground: boolean): readonly LinePoint[] =>
    pieces.map((piece) => {
      const figureOf = value(piece);
      if (figureOf === null) return null;
      return { x: x.at(piece.fromSeconds + piece.seconds / 2), y: ground ? plot.bottom : plot.y(figureOf) };
    });
  const chart = drawChart({
    id: course.id,
    title: `${course.heading} of the server over time`,
    description: course.description,
    plotHeight: 140,
    x: { scale: x, text: clockTick(endOf(pieces)) },
    y: { scale: y, text: course.tick },
    content: (plot) => [
      stretched(plot, [
        areaPath('band', points(plot, false), points(plot, true)),
        linePath('first', points(plot, false)),
        ...(limit === null
          ? []
          : [
              linePath(
                'due',
                [0, 1].map((at) => ({ x: at, y: plot.y(limit.value) })),
              ),
            ]),
      ]),
      pieces.flatMap((piece) => {
        const figureOf = value(piece);
        if (figureOf === null) return [];
        const text = `${pieceText(piece)}\n${course.text(figureOf)}`;
        return [hotColumn(plot, x.at(piece.fromSeconds), x.at(piece.fromSeconds + piece.seconds), text)];
      }),
    ],
  });
  return {
    heading: course.heading,
    note: course.description,
    legend: [
      { kind: 'first', shape: 'line', text: 'in use' },
      ...(limit === null ? [] : [{ kind: 'due', shape: 'line', text: limit.text } as const]),
    ],
    chart,
    half: true,
    table: {
      caption: `${course.heading} of the server over time`,
      columns: ['time', course.heading.toLowerCase()],
      rows: pieces.map((piece) => {
        const figureOf = value(piece);
        return [pieceText(piece), figureOf === null ? '–' : course.text(figureOf)];
      }),
    },
  };
}

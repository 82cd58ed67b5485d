/** A comparison as text for a terminal. */
import type { Comparison } from '../compare.ts';
import type { Difference } from '../comparison/differences.ts';
import type { ComparedFigure } from '../comparison/judge-change.ts';
import { foreignLine } from '../foreign-line.ts';
import { changeText, momentText, NBSP, shareText } from '../units.ts';
import { alignColumns, MAX_COLUMNS, wrapText } from './lines.ts';
import { paintFor, type TablePaint } from './paint.ts';

/**
 * The comparison in lines of at most 100 columns.
 * @param options.colour  for a terminal that shows colours
 */
export function comparisonTable(
  comparison: Comparison,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const paint = paintFor(colour);
  const { before, tone, sentence } = comparison;
  const head = foreignLine(
    `Compared with the run of ${momentText(before.startedAt)}, stipple ${before.stipple}`,
  );
  const blocks = [
    [
      ...wrapText(head, MAX_COLUMNS).map(paint.heading),
      ...wrapText(sentence, MAX_COLUMNS).map((line) => paint.tone(tone, line)),
    ],
    differenceLines([...comparison.planDifferences, ...comparison.machineDifferences], paint),
    figureLines(comparison.figures, paint),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  return `${text.replaceAll(NBSP, ' ')}\n`;
}

function differenceLines(differences: readonly Difference[], paint: TablePaint): readonly string[] {
  return differences
    .flatMap(({ what, before, now }) => wrapText(`! ${what}: ${before} before, ${now} now`, MAX_COLUMNS))
    .map((line) => paint.tone('doubtful', line));
}

function figureLines(figures: readonly ComparedFigure[], paint: TablePaint): readonly string[] {
  if (figures.length === 0) return [];
  const valueText = (figure: ComparedFigure, value: number | null): string =>
    value === null ? '–' : figure.text(value);
  const rows = figures.map((figure) => [
    figure.name,
    valueText(figure, figure.before),
    valueText(figure, figure.now),
    figure.change === null ? '' : changeText(figure.change),
    figure.noise === null ? '' : shareText(figure.noise),
    figure.remark,
  ]);
  const [heading = '', ...lines] = alignColumns(
    [['', 'before', 'now', 'change', 'noise', ''], ...rows],
    ['left', 'right', 'right', 'right', 'right', 'left'],
  );
  return [
    paint.heading(heading),
    ...lines.map((line, at) => {
      const mark = figures[at]?.mark;
      if (mark === 'worse') return paint.tone('bad', line);
      return mark === 'better' ? paint.tone('good', line) : line;
    }),
  ];
}

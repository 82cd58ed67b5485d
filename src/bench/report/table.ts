/** The report of a run as text for a terminal: the answer first, then what it rests on. */
import type { BenchResult, ErrorCount, Knee } from '../result.ts';
import { calledRoutes, measuredStages, type NamedLatency, warningsOf } from './figures.ts';
import { foreignLine } from './foreign-line.ts';
import { headlineOf } from './headline.ts';
import { type Fact, planFacts, usageFacts } from './text/facts.ts';
import { alignColumns, cutToColumns, MAX_COLUMNS, nameLine, wrapText } from './text/lines.ts';
import { paintFor, type TablePaint } from './text/paint.ts';
import { countText, msOrDash, msText, NBSP, rateText, shareText } from './units.ts';

const FIGURES = ['p50', 'p90', 'p99', 'p99.9', 'max'];
const BAR_COLUMNS = 20;
/** Kinds of errors and steps of a search that are shown; a run has few. */
const MAX_ROWS = 40;

/**
 * The report in lines of at most 100 columns.
 * @param options.colour  for a terminal that shows colours
 */
export function resultTable(
  result: BenchResult,
  { colour = false }: { readonly colour?: boolean } = {},
): string {
  const paint = paintFor(colour);
  const { tone, sentence } = headlineOf(result);
  const blocks: readonly (readonly string[])[] = [
    wrapText(sentence, MAX_COLUMNS).map((line) => paint.tone(tone, line)),
    warningLines(result, paint),
    [...planFacts(result), ...usageFacts(result)].flatMap((fact) => factLines(fact, paint)),
    result.knee === null ? [] : stepLines(result.knee, paint),
    latencyLines('route', calledRoutes(result), paint),
    stageLines(result, paint),
    errorLines(result.errors, paint),
  ];
  const text = blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
  // People who search the text for `12 ms` type a space.
  return `${text.replaceAll(NBSP, ' ')}\n`;
}

function warningLines(result: BenchResult, paint: TablePaint): readonly string[] {
  return warningsOf(result).flatMap((warning) =>
    wrapText(warning, MAX_COLUMNS - 2).map((line, at) =>
      paint.tone('doubtful', `${at === 0 ? '!' : ' '} ${line}`),
    ),
  );
}

function factLines({ name, text }: Fact, paint: TablePaint): readonly string[] {
  return nameLine(name, text).map((line) => paint.faint(line.slice(0, 10)) + line.slice(10));
}

/** A heading and the lines below it; nothing where there are none. */
function withHeading(lines: readonly string[], paint: TablePaint): readonly string[] {
  const [heading = '', ...rows] = lines;
  return rows.length === 0 ? [] : [paint.heading(heading), ...rows];
}

function latencyCells({ name, latency }: NamedLatency<string>): readonly string[] {
  const times = [latency.p50, latency.p90, latency.p99, latency.p999, latency.max];
  return [name, countText(latency.count), ...times.map(msText)];
}

function latencyLines(
  what: string,
  latencies: readonly NamedLatency<string>[],
  paint: TablePaint,
): readonly string[] {
  const rows = [[what, 'count', ...FIGURES], ...latencies.map(latencyCells)];
  return withHeading(
    alignColumns(rows, ['left', 'right', 'right', 'right', 'right', 'right', 'right']),
    paint,
  );
}

function stageLines(result: BenchResult, paint: TablePaint): readonly string[] {
  const stages = measuredStages(result);
  const total = stages.reduce((sum, { latency }) => sum + latency.count * latency.mean, 0);
  const rows = stages.map((stage) => {
    const share = total === 0 ? 0 : (stage.latency.count * stage.latency.mean) / total;
    const bar = '█'.repeat(Math.round(share * BAR_COLUMNS));
    return [...latencyCells(stage), shareText(share), bar];
  });
  const lines = alignColumns(
    [['stage', 'count', ...FIGURES, 'of all', ''], ...rows],
    ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right', 'left'],
  );
  return withHeading(lines, paint);
}

function stepLines({ steps, limits }: Knee, paint: TablePaint): readonly string[] {
  const rows = steps
    .slice(0, MAX_ROWS)
    .map((step) => [
      rateText(step.ratePerSecond),
      rateText(step.servedPerSecond),
      msOrDash(step.p50),
      msOrDash(step.p99),
      countText(step.errors),
      countText(step.held),
      step.failure === null ? 'kept' : foreignLine(step.failure),
    ]);
  const lines = alignColumns(
    [['wakes/s', 'served/s', 'p50', 'p99', 'errors', '429s', ''], ...rows],
    ['right', 'right', 'right', 'right', 'right', 'right', 'left'],
  );
  const kept = `A step is kept with p99 of at most ${msText(limits.p99Ms)} and ${shareText(limits.servedShare)} served.`;
  return [...withHeading(lines, paint), ...moreLines(steps.length), paint.faint(kept)];
}

function errorLines(errors: readonly ErrorCount[], paint: TablePaint): readonly string[] {
  const rows = errors
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_ROWS)
    .map(({ kind, route, count, example }) => [
      countText(count),
      route,
      cutToColumns(foreignLine(kind), 40),
      foreignLine(example),
    ]);
  const lines = alignColumns(
    [['errors', 'route', 'kind', 'the first of them'], ...rows],
    ['right', 'left', 'left', 'left'],
  );
  return [...withHeading(lines, paint), ...moreLines(errors.length)];
}

function moreLines(rows: number): readonly string[] {
  return rows > MAX_ROWS ? [`… and ${countText(rows - MAX_ROWS)} more`] : [];
}

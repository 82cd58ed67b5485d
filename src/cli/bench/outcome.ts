/** What `stipple bench` makes of a result: tables, files, and the exit code. */
import { BENCH_LIMITS } from '../../bench/bench-limits.ts';
import { type Comparison, compareRuns } from '../../bench/report/compare.ts';
import { resultPage } from '../../bench/report/html.ts';
import { readResult } from '../../bench/report/read-result.ts';
import { resultTable } from '../../bench/report/table.ts';
import { comparisonTable } from '../../bench/report/text/comparison.ts';
import { NBSP } from '../../bench/report/units.ts';
import { judgeRun, parseErrorBound, type VerdictLimits } from '../../bench/report/verdict.ts';
import type { BenchResult } from '../../bench/result.ts';
import { refusesColours } from '../../config/env/env.ts';
import { readFileBounded } from '../../platform/files/files.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';
import { writeOutput } from '../write-output.ts';
import { type BenchArguments, readNumber } from './arguments.ts';

/** What a run has to keep, and the older run that it is compared with: read before the run, which may take long. */
export interface Expectations {
  readonly limits: VerdictLimits;
  readonly before: BenchResult | null;
}

/**
 * Read the options that the outcome depends on.
 * @throws {ExitError} 64
 */
export function readExpectations({
  'max-p99': maxP99,
  'max-errors': maxErrors,
  compare,
}: BenchArguments): Expectations {
  const maxP99Ms = readNumber('--max-p99', maxP99) ?? null;
  if (maxP99Ms !== null && maxP99Ms <= 0) {
    throw new ExitError(EXIT.usage, `--max-p99: expected milliseconds above 0, got ${maxP99Ms}`);
  }
  const bound = maxErrors === undefined ? null : parseErrorBound(maxErrors);
  if (bound !== null && !bound.ok) throw new ExitError(EXIT.usage, `--max-errors: ${bound.error}`);
  return {
    limits: { maxP99Ms, maxErrors: bound?.value ?? null },
    before: compare === undefined ? null : readBefore(compare),
  };
}

function readBefore(file: string): BenchResult {
  const read = readFileBounded(file, BENCH_LIMITS.resultBytes);
  if (!read.ok) throw new ExitError(EXIT.usage, `--compare: ${file}: ${read.error.message}`);
  const result = readResult(read.value.bytes.toString('utf8'));
  if (!result.ok) throw new ExitError(EXIT.usage, `--compare: ${file}: ${result.error}`);
  return result.value;
}

/**
 * Print the result and write the files that were asked for.
 * @throws {ExitError} 1 when a limit is not kept, the run was ended early, or nothing was served; 73 for a file
 */
export async function tellResult(
  result: BenchResult,
  { json, report }: BenchArguments,
  { limits, before }: Expectations,
): Promise<void> {
  const comparison = before === null ? null : compareRuns(before, result);
  tell(result, comparison, json === '-' || report === '-' ? process.stderr : process.stdout);
  if (json !== undefined) await write(json, `${JSON.stringify(result, null, 1)}\n`);
  if (report !== undefined) await write(report, resultPage(result, comparison));
  const { passed, sentences } = judgeRun(result, limits);
  for (const sentence of sentences) say.error(sentence.replaceAll(NBSP, ' '));
  if (!passed) throw new ExitError(EXIT.failed, 'a limit was not kept');
  if (result.cutShort !== null) throw new ExitError(EXIT.failed, `ended before its time: ${result.cutShort}`);
  if (result.served === 0) throw new ExitError(EXIT.failed, 'no wake was served');
}

function tell(result: BenchResult, comparison: Comparison | null, stream: NodeJS.WriteStream): void {
  const colour = stream.isTTY && !refusesColours();
  stream.write(`\n${resultTable(result, { colour })}`);
  if (comparison !== null) stream.write(`\n${comparisonTable(comparison, { colour })}`);
}

async function write(file: string, content: string): Promise<void> {
  await writeOutput(file, content);
  if (file !== '-') say.error(`${file}: written`);
}

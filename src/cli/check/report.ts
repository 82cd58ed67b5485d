/** Writes the findings of a check, for people and editors or as JSON, and fails the command for what is wrong. */

import path from 'node:path';
import {
  type CheckFinding,
  type FindingLevel,
  isError,
  type ScreenReport,
} from '../../engine/check/finding.ts';
import { plural } from '../../platform/base/words.ts';
import { EXIT, ExitError } from '../exit.ts';
import { say } from '../output.ts';

/** All findings of a run of `stipple check` or `stipple config check`. */
export interface CheckReport {
  /** Absolute; the files of findings are relative to it. */
  readonly root: string;
  /** Findings that are not about a screen, such as about the manifest. */
  readonly general: readonly CheckFinding[];
  readonly screens: readonly ScreenReport[];
  /** What was checked, if not screens. */
  readonly what?: string;
}

export type LevelCounts = Readonly<Record<FindingLevel, number>>;

/**
 * Print the findings.
 * @throws {ExitError} 1 for what is wrong; with `strict`, also for warnings
 */
export function tell(
  report: CheckReport,
  { json, strict }: { readonly json: boolean; readonly strict: boolean },
): void {
  if (json) printJson(report);
  else printReport(report);
  const { error, warning } = countLevels(report);
  if (error > 0 || (strict && warning > 0)) throw new ExitError(EXIT.failed, '');
}

/** Print each finding on a line, `file:line:column: level: message`, and a summary. */
export function printReport(report: CheckReport): void {
  for (const line of byLine(report).keys()) say.answer(line);
  const counts = countLevels(report);
  const parts = (['error', 'warning', 'note'] as const).map((level) => plural(counts[level], level));
  const what = report.what ?? plural(report.screens.length, 'screen');
  say.answer(`${what} checked: ${parts.join(', ')}`);
}

/** Print one JSON object. */
function printJson(report: CheckReport): void {
  const { error, warning, note } = countLevels(report);
  const shown = (finding: CheckFinding): CheckFinding => ({
    ...finding,
    file: shownFile(report.root, finding.file),
  });
  const screens = report.screens.map(({ path: name, findings }) => ({
    path: name,
    ok: !findings.some(isError),
    findings: findings.map(shown),
  }));
  const findings = report.general.map(shown);
  const whole = { errors: error, warnings: warning, notes: note, findings, screens };
  say.json(whole);
}

/** The number of findings of each level; one in a file that several screens share counts once. */
export function countLevels(report: CheckReport): LevelCounts {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { level } of byLine(report).values()) counts[level] += 1;
  return counts;
}

/** All findings by the line that is printed for them, equal ones once. */
function byLine({ root, general, screens }: CheckReport): ReadonlyMap<string, CheckFinding> {
  const all = [...general, ...screens.flatMap(({ findings }) => findings)];
  return new Map(all.map((finding) => [findingLine(root, finding), finding]));
}

/** Line and column are always printed, because editors need them: the beginning stands for the whole file. */
export function findingLine(root: string, { level, file, line, column, message }: CheckFinding): string {
  const oneLine = message.replaceAll(/\s+/g, ' ');
  return `${shownFile(root, file)}:${line ?? 1}:${column ?? 1}: ${level}: ${oneLine}`;
}

/** The path of a file from the working directory. */
function shownFile(root: string, file: string): string {
  return path.relative(process.cwd(), path.join(root, file)) || '.';
}

/** Holds coverage to the value that was once reached. */
import type { FileCoverage } from './measure.ts';

/** Percent of all lines and branches. */
export interface Percentages {
  readonly lines: number;
  readonly branches: number;
}

/**
 * What the whole suite reached (98.7 % and 94.2 %), rounded down; a percent less of the branches, as some run only when
 * processes end in a certain order. Raise it when the suite gets better.
 */
export const REACHED: Percentages = { lines: 98, branches: 93 };

/** Share of the files that no process need load: a process that is killed, as those that draw are, writes no counts. */
const UNLOADED_SHARE = 0.01;

/** Files that are named in the description. */
const SHOWN = 10;

function percent(ran: readonly boolean[]): number {
  return ran.length === 0 ? 0 : (100 * ran.filter((one) => one).length) / ran.length;
}

/** Of all files together. Nothing measured is 0 %. */
export function percentages(files: readonly FileCoverage[]): Percentages {
  return {
    lines: percent(files.flatMap(({ lines }) => [...lines.values()])),
    branches: percent(files.flatMap(({ branches }) => branches)),
  };
}

function unloaded(files: readonly FileCoverage[]): readonly string[] {
  return files.filter(({ loaded, lines }) => !loaded && lines.size > 0).map(({ file }) => file);
}

/** Why the coverage is not good enough, one sentence each. */
export function coverageProblems(files: readonly FileCoverage[], least: Percentages): readonly string[] {
  const reached = percentages(files);
  const missing = unloaded(files);
  return [
    ...(files.some(({ loaded }) => loaded) ? [] : ['coverage: nothing was measured']),
    ...(missing.length <= UNLOADED_SHARE * files.length
      ? []
      : [`coverage: no test loads ${missing.join(', ')}`]),
    ...(['lines', 'branches'] as const)
      .filter((what) => reached[what] < least[what])
      .map(
        (what) =>
          `coverage: ${reached[what].toFixed(2)} % of the ${what} ran; at least ${least[what]} % must`,
      ),
  ];
}

/** The figures, and the files with the most lines that did not run, with the numbers of those lines. */
export function describeCoverage(files: readonly FileCoverage[]): readonly string[] {
  const { lines, branches } = percentages(files);
  const missed = files
    .map((one) => ({ ...one, missed: [...one.lines].filter(([, ran]) => !ran).map(([line]) => line) }))
    .filter((one) => one.loaded && one.missed.length > 0)
    .sort((a, b) => b.missed.length - a.missed.length)
    .slice(0, SHOWN)
    .map((one) => `  src/${one.file}, lines ${one.missed.join(' ')}`);
  return [
    `coverage of src: ${lines.toFixed(2)} % of the lines, ${branches.toFixed(2)} % of the branches; most are missed in`,
    ...missed,
    `  never loaded: ${unloaded(files).join(', ') || 'none'}`,
  ];
}

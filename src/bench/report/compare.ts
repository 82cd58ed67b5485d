/** Compares a run with an older one: what changed by more than the noise that both measured. */
import type { BenchResult } from '../result.ts';
import { type Difference, machineDifferences, planDifferences } from './comparison/differences.ts';
import { type ComparedFigure, judgeChange } from './comparison/judge-change.ts';
import { figurePairs } from './comparison/pairs.ts';
import type { RunTone } from './headline.ts';
import { changeText, countedText } from './units.ts';

export interface Comparison {
  readonly before: { readonly stipple: string; readonly startedAt: string };
  readonly tone: RunTone;
  readonly sentence: string;
  /** With these no change is marked: it would be one of the plan. */
  readonly planDifferences: readonly Difference[];
  /** With these a change may be one of the machine. */
  readonly machineDifferences: readonly Difference[];
  readonly figures: readonly ComparedFigure[];
}

/** Changes that the sentence names; the table has all. */
const NAMED = 3;

/** Compare two runs. */
export function compareRuns(before: BenchResult, now: BenchResult): Comparison {
  const plans = planDifferences(before, now);
  const machines = machineDifferences(before, now);
  const figures = figurePairs(before, now).map((pair) =>
    judgeChange(plans.length === 0 ? pair : { ...pair, noise: null, unclear: '' }),
  );
  return {
    before: { stipple: before.stipple, startedAt: before.startedAt },
    ...conclusion(figures, plans, machines),
    planDifferences: plans,
    machineDifferences: machines,
    figures,
  };
}

function conclusion(
  figures: readonly ComparedFigure[],
  plans: readonly Difference[],
  machines: readonly Difference[],
): Pick<Comparison, 'tone' | 'sentence'> {
  if (plans.length > 0) {
    const sentence = `Not comparable: the runs differ in ${namesOf(plans)}`;
    return { tone: 'doubtful', sentence };
  }
  const worse = changesOf(figures, 'worse');
  const better = changesOf(figures, 'better');
  const found = [worse, better].filter((part) => part !== null).join('; ');
  const sentence = found === '' ? 'No change beyond the noise of the two runs' : found;
  if (machines.length > 0) {
    return { tone: 'doubtful', sentence: `${sentence}; but the machines differ: ${namesOf(machines)}` };
  }
  return { tone: worse !== null ? 'bad' : 'good', sentence };
}

function namesOf(found: readonly Difference[]): string {
  return found.map(({ what }) => what).join(', ');
}

/** A stage explains what happened to a route, so the run and its routes come first. */
const GROUPS: readonly ComparedFigure['group'][] = ['run', 'routes', 'stages'];

/** `2 figures worse: display p99 +34 %, errors`; the largest changes of each group first. */
function changesOf(figures: readonly ComparedFigure[], mark: 'better' | 'worse'): string | null {
  const changed = figures
    .filter((figure) => figure.mark === mark)
    .toSorted((a, b) => GROUPS.indexOf(a.group) - GROUPS.indexOf(b.group) || sizeOf(b) - sizeOf(a));
  if (changed.length === 0) return null;
  const names = changed
    .slice(0, NAMED)
    .map(({ name, change }) => (change === null ? name : `${name} ${changeText(change)}`));
  const more = changed.length > NAMED ? ' and others' : '';
  return `${countedText(changed.length, 'figure')} ${mark}: ${names.join(', ')}${more}`;
}

function sizeOf({ change }: ComparedFigure): number {
  return change === null ? Number.MAX_VALUE : Math.abs(change);
}

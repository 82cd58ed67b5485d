/** What a trial is: figures that are measured together, in a process of its own. */

export interface TrialFigure {
  readonly name: string;
  /** What is measured, for the table. */
  readonly title: string;
  readonly unit: 'ms' | '/s' | 'MB' | 'B' | 'answers' | '×';
  /** Whether small or large figures are good. */
  readonly better: 'lower' | 'higher';
  /** What Stipple aims at on the machine of docs/benchmarks.md. Goals beside a peer are in `peers/goals.ts`. */
  readonly goal?: number;
}

export interface Trial {
  readonly figures: readonly TrialFigure[];
  /** Measure once, and return the figures in their order. The runner repeats it in fresh processes. */
  run(): Promise<readonly number[]>;
}

/** One figure with what measures it. */
export interface SoleTrial extends TrialFigure {
  run(): Promise<number>;
}

/** A trial that gives one figure. */
export function sole({ run, ...figure }: SoleTrial): Trial {
  return { figures: [figure], run: async () => [await run()] };
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

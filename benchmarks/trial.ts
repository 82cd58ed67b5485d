/** What a trial is: one figure, measured in a process of its own. */

export interface Trial {
  readonly name: string;
  /** What is measured, for the table. */
  readonly title: string;
  readonly unit: 'ms' | '/s' | 'MB' | 'B';
  /** Whether small or large figures are good. */
  readonly better: 'lower' | 'higher';
  /** What the peers need, and what Stipple aims at; absent where there is nothing to compare with. */
  readonly peers?: { readonly byonk06: number; readonly byonk019: number };
  readonly goal?: number;
  /** Measure once. The runner repeats it in fresh processes. */
  run(): Promise<number>;
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

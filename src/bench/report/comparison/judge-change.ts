/** Whether a figure has changed by more than it changes by itself. */

/** `unclear`: it cannot be told; `alone`: only one of the runs has the figure. */
export type ChangeMark = 'better' | 'worse' | 'same' | 'unclear' | 'alone';

/** A figure of two runs, before it is judged. */
export interface FigurePair {
  readonly name: string;
  readonly group: 'run' | 'routes' | 'stages';
  /** Null where a run does not have it. */
  readonly before: number | null;
  readonly now: number | null;
  readonly text: (value: number) => string;
  readonly betterIs: 'lower' | 'higher';
  /** The share by which it may change by chance; null where the runs cannot tell, with the reason in `unclear`. */
  readonly noise: number | null;
  readonly unclear?: string;
  /** Smaller changes are never marked, in the unit of the figure. */
  readonly smallest?: number;
}

export interface ComparedFigure extends FigurePair {
  /** The change as a share of what it was; null where it was nothing, or where one of them is missing. */
  readonly change: number | null;
  readonly mark: ChangeMark;
  /** What to write beside the change: the mark in a word, or why there is none. */
  readonly remark: string;
}

/** Compare one figure. */
export function judgeChange(pair: FigurePair): ComparedFigure {
  const { before, now, noise } = pair;
  if (before === null || now === null) {
    const remark = before === null ? 'only now' : 'only before';
    return { ...pair, change: null, mark: 'alone', remark };
  }
  const change = before === 0 ? null : now / before - 1;
  if (noise === null) {
    return { ...pair, change, mark: 'unclear', remark: pair.unclear ?? 'too few calls to tell' };
  }
  const large = change === null ? now !== before : Math.abs(change) > noise;
  if (!large || Math.abs(now - before) < (pair.smallest ?? 0)) {
    return { ...pair, change, mark: 'same', remark: '' };
  }
  const mark = now < before === (pair.betterIs === 'lower') ? 'better' : 'worse';
  return { ...pair, change, mark, remark: mark };
}

/** The noise of two runs together: chance adds up as lengths at a right angle do. At least the floor. */
export function combinedNoise(
  before: number | null | undefined,
  now: number | null | undefined,
  floor: number,
): number | null {
  if (before === null || before === undefined || now === null || now === undefined) return null;
  return Math.max(floor, Math.hypot(before, now));
}

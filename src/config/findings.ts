/** What is found wrong with a config: problems refuse it, warnings leave one value of it out. */
import type { Position } from '../base/position.ts';

/** Why a config cannot be used. Line and column are from 1, and null when the file itself is the problem. */
export interface ConfigProblem {
  /** The file as the operator named it. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly reason: string;
}

/** Something that was left out or is probably not meant as it stands; the config works without it. */
export interface ConfigWarning extends Position {
  readonly message: string;
}

/** Write a problem in one line: `config.yaml:3:5: reason`. */
export function describeConfigProblem(problem: ConfigProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':');
  return `${place}: ${problem.reason}`;
}

/** What is wrong with a config: problems make it unusable, warnings only mean that a value is ignored. */
import type { Position } from '../../platform/base/position.ts';

/** Why a config cannot be used. Line and column count from 1, and are null for the file as a whole. */
export interface ConfigProblem {
  /** The file as the operator named it. */
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly reason: string;
}

/** A value that is ignored or probably a mistake; the config works without it. */
export interface ConfigWarning extends Position {
  readonly message: string;
}

/** A finding about a value, by the keys that lead to it from the top level down. */
export interface KeyedWarning {
  readonly keys: readonly string[];
  readonly message: string;
}

/** Write a problem in one line: `config.yaml:3:5: reason`. */
export function describeConfigProblem(problem: ConfigProblem): string {
  const place = [problem.file, problem.line, problem.column].filter((part) => part !== null).join(':');
  return `${place}: ${problem.reason}`;
}

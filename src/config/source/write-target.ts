/** The place that a changed config is written to: a file, or the state store. */
import type { Result } from '../../platform/base/result.ts';
import type { ConfigProblem } from '../read/findings.ts';
import type { LoadedConfig } from '../texts/loaded-config.ts';
import type { ConfigWriteFailure } from './write-failure.ts';

/** The text in its place is not the one any more that a change was planned on. */
export class ConfigChangedError extends Error {}

export interface WriteTarget {
  /** How messages name it. */
  readonly noun: string;
  /** How often a change is planned while others write at the same moment. */
  readonly attempts: number;
  /** Rejects where it is known that nothing can be written. */
  check(): Promise<void>;
  /** Wait before an attempt, but for the first. */
  pause(attempt: number): Promise<void>;
  /** Do work while nobody else writes, as far as this can be had. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Bring the config in use up to date. @returns else why the text cannot be used */
  refresh(): Promise<Result<unknown, readonly ConfigProblem[]>>;
  /**
   * Replace the text that the config in use was read from, and use the result.
   * @param note what has changed, and who did it
   * @throws {ConfigChangedError} it is another one by now
   */
  replace(result: LoadedConfig, note: string): Promise<void>;
  /** What callers are told when others were always faster. */
  overtaken(): ConfigWriteFailure;
  /** What callers are told of an error of this place; null for one that nobody expected. */
  failureOf(error: unknown): ConfigWriteFailure | null;
}

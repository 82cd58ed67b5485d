/** The command line of `stipple bench`, as the parser gives it. */
import type { Preset } from '../../bench/plan.ts';
import { EXIT, ExitError } from '../exit.ts';

export interface BenchArguments {
  preset: Preset;
  url: string | undefined;
  also: string[] | undefined;
  'token-file': string | undefined;
  devices: string | undefined;
  screen: string | undefined;
  fleet: boolean;
  upstream: string[] | undefined;
  refresh: string | undefined;
  rate: string | undefined;
  duration: string | undefined;
  'warm-up': string | undefined;
  cold: boolean;
  hot: boolean;
  'keep-alive': boolean;
  seed: string | undefined;
  json: string | undefined;
  report: string | undefined;
  compare: string | undefined;
  'max-p99': string | undefined;
  'max-errors': string | undefined;
}

/**
 * A number; undefined where the option is not given. Its bounds are checked by whoever uses it.
 * @throws {ExitError} 64
 */
export function readNumber(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value)) return value;
  throw new ExitError(EXIT.usage, `${option}: expected a number, got "${text}"`);
}

/** The command line of `stipple bench`, as the parser gives it. */
import type { Preset } from '../../bench/plan.ts';

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

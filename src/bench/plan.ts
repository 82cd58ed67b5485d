/** What a bench sends: presets, the options that change them, and their bounds. */

import { LIMITS } from '../platform/base/limits.ts';
import { err, ok, type Result } from '../platform/base/result.ts';
import { BENCH_LIMITS } from './bench-limits.ts';
import type { TelemetryMode } from './load/firmware.ts';

export const PRESETS = ['smoke', 'steady', 'ramp', 'power-cut', 'fleet'] as const;
export type Preset = (typeof PRESETS)[number];

/** How the wakes are spread over time. */
export type Shape = 'refresh' | 'rate' | 'once' | 'ramp';

export interface BenchPlan {
  readonly preset: Preset;
  readonly shape: Shape;
  /** Null takes as many as the config has. */
  readonly devices: number | null;
  /** The screen of all devices; null takes what the config says. */
  readonly screen: string | null;
  /** The devices and screens of the preset `fleet`, in place of those of the config. */
  readonly playsFleet: boolean;
  readonly mode: TelemetryMode;
  readonly refreshSeconds: number | null;
  /** Wakes a second. */
  readonly ratePerSecond: number | null;
  /** Length of the run; with the preset `ramp`, of a step. */
  readonly durationSeconds: number;
  readonly warmUpSeconds: number;
  readonly seed: number;
  /** Share of the devices that call setup first. */
  readonly newShare: number;
}

/** Options of the command line; undefined where they are not given. */
export interface PlanOptions {
  readonly preset: Preset;
  readonly devices?: number | undefined;
  readonly screen?: string | undefined;
  readonly fleet?: boolean;
  readonly refresh?: number | undefined;
  readonly rate?: number | undefined;
  readonly duration?: number | undefined;
  readonly warmUp?: number | undefined;
  readonly cold: boolean;
  readonly hot: boolean;
  readonly seed?: number | undefined;
}

type Defaults = Omit<BenchPlan, 'preset' | 'mode' | 'seed' | 'screen' | 'playsFleet'>;

/** The preset `fleet` lets a real fleet's refresh of 15 minutes pass 100 times as fast. */
const FLEET_REFRESH_SECONDS = 9;

const COMMON = { devices: null, refreshSeconds: null, ratePerSecond: null } as const;

const DEFAULTS: Readonly<Record<Preset, Defaults>> = {
  smoke: { ...COMMON, shape: 'rate', ratePerSecond: 5, durationSeconds: 10, warmUpSeconds: 0, newShare: 1 },
  steady: {
    ...COMMON,
    shape: 'rate',
    ratePerSecond: 10,
    durationSeconds: 60,
    warmUpSeconds: 5,
    newShare: 0.02,
  },
  ramp: { ...COMMON, shape: 'ramp', durationSeconds: 5, warmUpSeconds: 20, newShare: 0 },
  'power-cut': { ...COMMON, shape: 'once', durationSeconds: 60, warmUpSeconds: 0, newShare: 0 },
  fleet: {
    ...COMMON,
    shape: 'refresh',
    devices: 2_000,
    refreshSeconds: FLEET_REFRESH_SECONDS,
    durationSeconds: 90,
    warmUpSeconds: 10,
    newShare: 0.02,
  },
};

/** Make a plan, or say in one sentence what cannot be meant. */
export function planBench(options: PlanOptions): Result<BenchPlan, string> {
  const { preset, screen = null, seed = 1, devices, duration, warmUp } = options;
  const defaults = DEFAULTS[preset];
  const problem = conflictOf(options, defaults) ?? firstOutside(options);
  if (problem !== null) return err(problem);
  return ok({
    ...defaults,
    preset,
    ...paceOf(options, defaults),
    devices: devices ?? defaults.devices,
    screen,
    playsFleet: playsFleet(options),
    mode: modeOf(options),
    durationSeconds: duration ?? defaults.durationSeconds,
    warmUpSeconds: warmUp ?? defaults.warmUpSeconds,
    seed,
  });
}

/** Whether a bench plays the fleet of the preset, be it with the wakes of another. */
export function playsFleet({ preset, fleet = false }: Pick<PlanOptions, 'preset' | 'fleet'>): boolean {
  return fleet || preset === 'fleet';
}

function modeOf({ cold, hot }: PlanOptions): TelemetryMode {
  if (cold) return 'cold';
  return hot ? 'hot' : 'device';
}

/** A refresh or a rate that is given takes the place of both. */
function paceOf(
  { refresh, rate }: PlanOptions,
  { shape, refreshSeconds, ratePerSecond }: Defaults,
): Pick<BenchPlan, 'shape' | 'refreshSeconds' | 'ratePerSecond'> {
  if (refresh !== undefined) return { shape: 'refresh', refreshSeconds: refresh, ratePerSecond: null };
  if (rate !== undefined) return { shape: 'rate', refreshSeconds: null, ratePerSecond: rate };
  return { shape, refreshSeconds, ratePerSecond };
}

/** Wakes a second that a plan sends; null for a search, which finds its own. */
export function plannedRate(plan: BenchPlan, devices: number): number | null {
  if (plan.shape === 'ramp') return null;
  if (plan.shape === 'once') return devices / plan.durationSeconds;
  return plan.refreshSeconds === null ? plan.ratePerSecond : devices / plan.refreshSeconds;
}

/** Why a plan cannot be run with so many devices; null when it can. */
export function tooMuch(plan: BenchPlan, devices: number): string | null {
  const rate = plannedRate(plan, devices);
  if (rate === null) return null;
  const shown = `${devices} devices`;
  if (rate > BENCH_LIMITS.rate) {
    return `${shown} would wake ${Math.round(rate)} times a second; at most ${BENCH_LIMITS.rate} are sent`;
  }
  const wakes = rate * plan.durationSeconds;
  return wakes > BENCH_LIMITS.wakes
    ? `${shown} would wake ${Math.round(wakes)} times; at most ${BENCH_LIMITS.wakes} wakes are sent in one run`
    : null;
}

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly whole?: boolean;
}

function boundsOf(options: PlanOptions): readonly (readonly [string, number | undefined, Bounds])[] {
  const seconds = BENCH_LIMITS.seconds;
  return [
    ['--devices', options.devices, { least: 1, most: BENCH_LIMITS.devices, whole: true }],
    ['--refresh', options.refresh, { least: 0.1, most: LIMITS.refreshMaxSeconds }],
    ['--rate', options.rate, { least: 0.01, most: BENCH_LIMITS.rate }],
    ['--duration', options.duration, { least: 1, most: seconds }],
    ['--warm-up', options.warmUp, { least: 0, most: seconds }],
    ['--seed', options.seed, { least: 0, most: 65_535, whole: true }],
  ];
}

function firstOutside(options: PlanOptions): string | null {
  for (const [name, value, bounds] of boundsOf(options)) {
    const problem = value === undefined ? null : outside(name, value, bounds);
    if (problem !== null) return problem;
  }
  return null;
}

function outside(name: string, value: number, { least, most, whole = false }: Bounds): string | null {
  const fits = value >= least && value <= most && (!whole || Number.isInteger(value));
  return fits
    ? null
    : `${name}: expected ${whole ? 'an integer' : 'a number'} from ${least} to ${most}, got ${value}`;
}

function conflictOf({ preset, cold, hot, refresh, rate }: PlanOptions, { shape }: Defaults): string | null {
  if (cold && hot) return '--cold and --hot exclude each other';
  if (refresh !== undefined && rate !== undefined) {
    return '--refresh and --rate exclude each other: a refresh and the number of devices give a rate';
  }
  const given = refresh !== undefined ? '--refresh' : rate !== undefined ? '--rate' : null;
  if (given !== null && (shape === 'ramp' || shape === 'once')) {
    return `${given} has no effect with ${preset}, which ${
      shape === 'ramp' ? 'searches the rate' : 'wakes each device once'
    }`;
  }
  return null;
}

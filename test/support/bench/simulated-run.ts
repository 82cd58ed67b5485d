/** A run that was never made: wakes over time, with the times of their stages, put together as the bench does. */
import {
  type BenchResult,
  type ErrorCount,
  RESULT_FORMAT,
  type TimelinePoint,
} from '../../../src/bench/result.ts';
import { latencyOf, percentileOf, randomTimes } from './latencies.ts';

export interface Simulation {
  readonly seed: number;
  readonly devices: number;
  readonly seconds: number;
  /** Wakes that are due in a second, at a time of the run. */
  readonly rateAt: (second: number) => number;
  /** How many times slower than usual the server is at a time of the run. */
  readonly slownessAt?: (second: number) => number;
  /** What a wake meets that is due at a time of the run; all are served where it is left out. */
  readonly outcomeAt?: (second: number, wake: number) => 'served' | 'held' | ErrorCount['kind'];
  readonly preset?: string;
}

/** The call in which each stage happens, its median in milliseconds, and how far its times are apart. */
const STAGE_TIMES = {
  place: ['display', 0.05, 1.2],
  script: ['display', 1.1, 0.3],
  template: ['display', 0.5, 0.25],
  check: ['display', 0.3, 0.25],
  queue: ['image', 0.08, 1.3],
  svg: ['image', 0.6, 0.3],
  text: ['image', 1, 0.3],
  plan: ['image', 0.12, 0.3],
  draw: ['image', 0.9, 0.6],
  dither: ['image', 0.3, 0.3],
  encode: ['image', 1.1, 0.3],
} as const;
type TimedStage = keyof typeof STAGE_TIMES;
const TIMED_STAGES = Object.keys(STAGE_TIMES) as TimedStage[];

/** Processor time of a served wake, and of the start. */
const CPU_PER_WAKE = 0.0061;
const CPU_OF_START = 1.4;

interface Wake {
  readonly second: number;
  readonly outcome: string;
  readonly display: number;
  readonly image: number;
  readonly stages: Readonly<Record<TimedStage, number>>;
}

/** Put a run together. Every call with the same simulation gives the same result. */
export function simulateRun(simulation: Simulation): BenchResult {
  const { seconds, devices, seed, preset = 'steady' } = simulation;
  const wakes = simulateWakes(simulation);
  const served = wakes.filter(({ outcome }) => outcome === 'served');
  const cpuSeconds = served.length * CPU_PER_WAKE + CPU_OF_START;
  return {
    format: RESULT_FORMAT,
    stipple: '0.1.0',
    startedAt: '2026-11-22T15:52:10.000Z',
    machine: { cpu: 'AMD EPYC 7B13', cores: 2, memoryMb: 3923, node: '20.20.0', platform: 'linux x64' },
    plan: {
      preset,
      target: { kind: 'own', url: 'http://127.0.0.1:38211' },
      devices,
      screens: {
        'default/clock': Math.ceil(devices * 0.4),
        'examples/departures': Math.ceil(devices * 0.3),
        'examples/photo': Math.floor(devices * 0.3),
      },
      mode: 'device',
      refreshSeconds: 9,
      ratePerSecond: null,
      durationSeconds: seconds,
      seed,
    },
    cutShort: null,
    seconds: seconds + 0.042,
    offered: wakes.length,
    sent: wakes.length,
    served: served.length,
    held: wakes.filter(({ outcome }) => outcome === 'held').length,
    unchanged: Math.floor(served.length * 0.24),
    reuse: {
      reused: Math.floor(served.length * 0.7),
      joined: Math.floor(served.length * 0.1),
      fresh: Math.ceil(served.length * 0.2),
      notReusable: { random: Math.floor(served.length * 0.05) },
    },
    ...latenciesOf(served, seed),
    errors: countErrors(wakes),
    bytes: { received: served.length * 15_800, sent: wakes.length * 1_240, pictures: served.length * 15_200 },
    timeline: Array.from({ length: seconds }, (_, second) => pieceAt(second, wakes)),
    server: { startMs: 412, cpuSeconds, peakMb: 294, endMb: 271 },
    client: { cpuSeconds: cpuSeconds * 0.09, lagP99Ms: 1.3 },
    knee: null,
    warnings: [],
  };
}

function simulateWakes({
  seed,
  seconds,
  rateAt,
  slownessAt = () => 1,
  outcomeAt = () => 'served',
}: Simulation): readonly Wake[] {
  const random = randomTimes(seed);
  return Array.from({ length: seconds }, (_, second) => second).flatMap((second) =>
    Array.from({ length: Math.round(rateAt(second)) }, (_, at) => {
      const times = TIMED_STAGES.map((stage) => {
        const [, median, spread] = STAGE_TIMES[stage];
        return [stage, random(median * slownessAt(second), spread)] as const;
      });
      const sum = (call: 'display' | 'image'): number =>
        times.reduce((total, [stage, ms]) => (STAGE_TIMES[stage][0] === call ? total + ms : total), 0.5);
      return {
        second,
        outcome: outcomeAt(second, at),
        display: sum('display'),
        image: sum('image'),
        stages: Object.fromEntries(times) as Record<TimedStage, number>,
      };
    }),
  );
}

function latenciesOf(served: readonly Wake[], seed: number): Pick<BenchResult, 'routes' | 'stages'> {
  if (served.length === 0) return { routes: {}, stages: {} };
  const random = randomTimes(seed + 1);
  return {
    routes: {
      cycle: latencyOf(served.map(({ display, image }) => display + image)),
      display: latencyOf(served.map(({ display }) => display)),
      image: latencyOf(served.map(({ image }) => image)),
      log: latencyOf(served.filter((_, at) => at % 10 === 0).map(() => random(0.8, 0.4))),
    },
    stages: Object.fromEntries(
      TIMED_STAGES.map((stage) => [stage, latencyOf(served.map(({ stages }) => stages[stage]))]),
    ),
  };
}

function countErrors(wakes: readonly Wake[]): readonly ErrorCount[] {
  const kinds = new Map<string, number>();
  for (const { outcome } of wakes) {
    if (outcome !== 'served' && outcome !== 'held') kinds.set(outcome, (kinds.get(outcome) ?? 0) + 1);
  }
  return [...kinds].map(([kind, count]) => ({
    kind,
    route: 'display',
    count,
    example: `GET /api/display of 02:00:00:00:01:4C: ${kind}`,
  }));
}

function pieceAt(second: number, wakes: readonly Wake[]): TimelinePoint {
  const due = wakes.filter((wake) => wake.second === second);
  const served = due.filter(({ outcome }) => outcome === 'served');
  const held = due.filter(({ outcome }) => outcome === 'held').length;
  const times = served.map(({ display, image }) => display + image).sort((a, b) => a - b);
  const up = due.length === 0 || served.length > 0 || held > 0;
  return {
    fromSeconds: second,
    seconds: 1,
    offered: due.length,
    served: served.length,
    held,
    errors: due.length - served.length - held,
    p50: percentileOf(times, 0.5),
    p99: percentileOf(times, 0.99),
    max: percentileOf(times, 1),
    serverCores: up ? Math.min(2, served.length * CPU_PER_WAKE + 0.02) : 0,
    serverMb: up ? 294 - 84 * Math.exp(-second / 8) : 0,
  };
}

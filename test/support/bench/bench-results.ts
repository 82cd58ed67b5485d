/** Results of the kinds of runs that there are, for tests of what is made from them. */
import type { BenchResult, Latency, RampStep } from '../../../src/bench/result.ts';
import { simulateRun } from './simulated-run.ts';

/** 2 000 devices, all of them served. */
export function steadyResult(seed = 1): BenchResult {
  return simulateRun({
    seed,
    devices: 2_000,
    seconds: 60,
    rateAt: (second) => 222 + 12 * Math.sin(second / 3),
    slownessAt: (second) => (second < 4 ? 2.2 - 0.3 * second : 1),
  });
}

/** A server that is killed after 24 seconds, and is back seven seconds later with all devices waiting for it. */
export function killedResult(): BenchResult {
  const result = simulateRun({
    seed: 7,
    devices: 800,
    seconds: 60,
    rateAt: () => 89,
    slownessAt: (second) => (second >= 31 && second < 36 ? 40 - 7 * (second - 31) : 1),
    outcomeAt: (second, wake) => {
      if (second === 24) return wake % 3 === 0 ? 'connection reset' : 'connection refused';
      if (second > 24 && second < 31) return 'connection refused';
      if (second >= 31 && second < 34) return wake % 4 === 0 ? 'held' : 'served';
      return 'served';
    },
  });
  const example = 'HTTP 500 <img src=x onerror=alert(1)> {"error":{"code":"internal","message":"at line 4"}}';
  return {
    ...result,
    errors: [...result.errors, { kind: 'HTTP 500', route: 'image', count: 3, example }],
    warnings: ['The server that the bench had started ended with signal SIGKILL after 24 s.'],
  };
}

function rampFailure(p99: number, served: number): string {
  const reasons = [
    ...(p99 > 1_000 ? [`p99 of ${Math.round(p99)} ms is over 1 000 ms`] : []),
    ...(served < 0.99 ? [`${Math.round(served * 100)} % served is below 99 %`] : []),
  ];
  return reasons.join(', ');
}

function rampStep(ratePerSecond: number): RampStep {
  const load = ratePerSecond / 430;
  const kept = load <= 1;
  const p50 = 6 / Math.max(0.04, 1 - 0.9 * load) + (kept ? 0 : 1_200 * (load - 1));
  const p99 = 16 / Math.max(0.03, 1 - 0.97 * load) + (kept ? 0 : 6_000 * (load - 1));
  const served = kept ? 1 : 1 / load;
  return {
    ratePerSecond,
    seconds: 10,
    servedPerSecond: ratePerSecond * served,
    p50,
    p99,
    errors: kept ? 0 : Math.round(ratePerSecond * 0.2),
    held: kept ? 0 : Math.round(ratePerSecond * 10 * (1 - served)),
    failure: kept ? null : rampFailure(p99, served),
  };
}

/** Two searches for the highest rate that the server keeps up with. */
export function rampResult(): BenchResult {
  const rates = [50, 100, 200, 400, 800, 600, 500, 450, 425, 60, 120, 240, 480, 440, 410, 418];
  const result = simulateRun({
    seed: 3,
    preset: 'ramp',
    devices: 4_000,
    seconds: 160,
    rateAt: (second) => (rates[Math.floor(second / 10)] ?? 0) / 4,
    slownessAt: (second) => 1 / Math.max(0.05, 1 - (rates[Math.floor(second / 10)] ?? 0) / 450),
  });
  return {
    ...result,
    knee: {
      ratePerSecond: 421,
      searches: [425, 418],
      agrees: true,
      limits: { p99Ms: 1_000, servedShare: 0.99 },
      steps: rates.map(rampStep),
    },
  };
}

/** Three calls in one second, of a server that was already running and tells no stages. */
export function tinyResult(): BenchResult {
  const result = simulateRun({ seed: 5, preset: 'smoke', devices: 1, seconds: 1, rateAt: () => 3 });
  return {
    ...result,
    plan: {
      ...result.plan,
      target: { kind: 'running', url: 'https://eink.example.org/office/' },
      screens: {},
      refreshSeconds: null,
      ratePerSecond: 3,
    },
    stages: {},
    server: null,
    timeline: result.timeline.map((piece) => ({ ...piece, serverCores: null, serverMb: null })),
    warnings: ['3 wakes are too few for percentiles: p99 is the slowest of them.'],
  };
}

/** A run that was ended before anything was sent. */
export function emptyResult(): BenchResult {
  const result = simulateRun({ seed: 6, devices: 10, seconds: 0, rateAt: () => 0 });
  return {
    ...result,
    plan: { ...result.plan, durationSeconds: 30 },
    seconds: 0,
    cutShort: 'interrupted (SIGINT)',
    stages: {},
    server: null,
    client: { cpuSeconds: 0, lagP99Ms: 0 },
  };
}

function slower(latency: Latency, factor: number): Latency {
  return {
    ...latency,
    mean: latency.mean * factor,
    p50: latency.p50 * factor,
    p90: latency.p90 * factor,
    p99: latency.p99 * factor,
    p999: latency.p999 * factor,
    max: latency.max * factor,
    histogram: latency.histogram.map(({ fromMs, toMs, count }) => ({
      fromMs: fromMs * factor,
      toMs: toMs * factor,
      count,
    })),
  };
}

/** The result of a run that is so many times longer, with so many times the wakes and the latencies. */
export function scaledResult(
  result: BenchResult,
  by: { readonly duration?: number; readonly wakes?: number; readonly latency?: number },
): BenchResult {
  const { duration = 1, wakes = 1, latency = 1 } = by;
  const count = (value: number): number => Math.ceil(value * wakes);
  const ms = (value: number | null): number | null => (value === null ? null : value * latency);
  const names = [...Object.keys(result.routes), ...Object.keys(result.stages)];
  const slow = withSlower(result, Object.fromEntries(names.map((name) => [name, latency])));
  return {
    ...slow,
    seconds: result.seconds * duration,
    plan: { ...result.plan, durationSeconds: result.plan.durationSeconds * duration },
    offered: count(result.offered * duration),
    sent: count(result.sent * duration),
    served: count(result.served * duration),
    timeline: result.timeline.map((piece) => ({
      ...piece,
      fromSeconds: piece.fromSeconds * duration,
      seconds: piece.seconds * duration,
      offered: count(piece.offered * duration),
      served: count(piece.served * duration),
      p50: ms(piece.p50),
      p99: ms(piece.p99),
      max: ms(piece.max),
      serverCores: (piece.serverCores ?? 0) * Math.min(wakes, 40),
      serverMb: (piece.serverMb ?? 0) * Math.max(1, Math.min(wakes, 40)),
    })),
  };
}

/** The result with the times of some routes or stages multiplied. */
export function withSlower(result: BenchResult, factors: Readonly<Record<string, number>>): BenchResult {
  const change = <Table extends object>(table: Table): Table =>
    Object.fromEntries(
      Object.entries(table).map(([name, latency]: [string, Latency]) => [
        name,
        slower(latency, factors[name] ?? 1),
      ]),
    ) as Table;
  return { ...result, routes: change(result.routes), stages: change(result.stages) };
}

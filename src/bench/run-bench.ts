/** Runs a plan against a server, and makes the result. */

import { availableParallelism, cpus, totalmem } from 'node:os';
import { isPlainObject, type PlainValue } from '../platform/base/plain.ts';
import { VERSION } from '../platform/base/version.ts';
import { adminGet } from './admin-get.ts';
import { BENCH_LIMITS } from './bench-limits.ts';
import { type Arrivals, wakesAtRate, wakesByRefresh, wakesOnce } from './load/arrivals.ts';
import { openCaller } from './load/call.ts';
import { LoadRun } from './load/load-run.ts';
import { type Random, seededRandom } from './load/random.ts';
import { Recorder } from './load/recorder.ts';
import { type BenchPlan, plannedRate } from './plan.ts';
import { findKnee } from './ramp.ts';
import { type BenchResult, type ErrorCount, type Knee, type Machine, RESULT_FORMAT } from './result.ts';
import { countReuse } from './reuse.ts';
import type { BenchTarget } from './target.ts';
import { withNewDevices } from './virtual-device.ts';
import { type BenchHooks, Ending, type Measured, RunWatcher } from './watch.ts';

/** Wakes a second that warm a server up for a search: V8 compiles what runs often, and a cold server has a lower knee. */
const WARM_UP_RATE = 30;
/** What a search takes at most, about: the length of the chart of its course. */
const SEARCH_MS = 300_000;
/** From here on the bench itself is to blame for a part of what it measures. */
const LAG_MS = 20;
const CLIENT_SHARE = 0.15;

export async function runBench(
  plan: BenchPlan,
  target: BenchTarget,
  hooks: BenchHooks,
): Promise<BenchResult> {
  const startedAt = new Date().toISOString();
  const random = seededRandom(plan.seed);
  const caller = openCaller({
    keepAlive: hooks.keepAlive,
    sockets: BENCH_LIMITS.sockets,
    callMs: hooks.callMs,
  });
  const ending = new Ending(hooks.signal, target.ended);
  const { url, alsoOrigins, adminToken } = target;
  const group = target.kind === 'own' ? null : groupOfNow();
  const devices = withNewDevices(target.devices, plan.newShare, group);
  const run = new LoadRun({
    caller,
    devices,
    base: url,
    alsoOrigins,
    adminToken,
    mode: plan.mode,
    silentMs: hooks.silentMs,
    random,
    signal: ending.signal,
  });
  const recorder = new Recorder(plan.shape === 'ramp' ? SEARCH_MS : plan.durationSeconds * 1000);
  const watch = new RunWatcher({ plan, run, recorder, target, hooks, ending });
  try {
    await warmUp(plan, run, random);
    const endOfReuse = await countReuse(target.metricsUrl);
    run.restart();
    watch.begin(caller);
    const knee = await sendAll({ plan, run, recorder, random, ending, watch });
    const seconds = run.nowMs / 1000;
    const measured = watch.end(caller);
    const reuse = await endOfReuse();
    for (const { count, ...error } of await failingScreens({ url, adminToken, devices }))
      recorder.countError(error, count);
    const warnings = [...target.warnings(), ...warningsOf(measured, run, knee)];
    const { offered, sent, served, held, unchanged } = recorder;
    return {
      format: RESULT_FORMAT,
      stipple: VERSION,
      startedAt,
      machine: describeMachine(),
      plan: describePlan(plan, target, seconds),
      cutShort: ending.reason,
      seconds,
      offered,
      sent,
      served,
      held,
      unchanged,
      reuse,
      ...recorder.figures(),
      errors: recorder.errors(),
      bytes: { ...measured.bytes, pictures: recorder.pictureBytes },
      server: measured.server,
      client: { cpuSeconds: measured.clientSeconds, lagP99Ms: run.lagP99Ms },
      knee,
      warnings,
    };
  } finally {
    watch.stop();
    caller.close();
  }
}

const GROUPS = 65_536;

/** A group of addresses that no run of the last hours has used. */
function groupOfNow(): number {
  return Math.floor(Date.now() / 1000) % GROUPS;
}

interface Sending {
  readonly plan: BenchPlan;
  readonly run: LoadRun;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly ending: Ending;
  readonly watch: RunWatcher;
}

async function sendAll({ plan, run, recorder, random, ending, watch }: Sending): Promise<Knee | null> {
  if (plan.shape !== 'ramp') {
    await run.send(arrivalsOf(plan, run.deviceCount, random), recorder);
    return null;
  }
  return findKnee({
    run,
    recorder,
    stepSeconds: plan.durationSeconds,
    random,
    signal: ending.signal,
    onStep: (step) => watch.show(step),
  });
}

/** The same wakes as the run will send, at most at a moderate rate; their figures are thrown away. */
async function warmUp(plan: BenchPlan, run: LoadRun, random: Random): Promise<void> {
  const ms = plan.warmUpSeconds * 1000;
  if (ms > 0) {
    const rate = Math.min(plannedRate(plan, run.deviceCount) ?? WARM_UP_RATE, BENCH_LIMITS.rate);
    await run.send(wakesAtRate(run.deviceCount, Math.max(rate, 1), ms, random), new Recorder(ms));
  }
}

function arrivalsOf(plan: BenchPlan, devices: number, random: Random): Arrivals {
  const ms = plan.durationSeconds * 1000;
  if (plan.shape === 'once') return wakesOnce(devices, ms, random);
  if (plan.refreshSeconds !== null) return wakesByRefresh(devices, plan.refreshSeconds * 1000, ms, random);
  return wakesAtRate(devices, plan.ratePerSecond ?? 1, ms, random);
}

/** @param seconds  that the run took: a search has no other duration */
function describePlan(
  plan: BenchPlan,
  { kind, url, devices, screens }: BenchTarget,
  seconds: number,
): BenchResult['plan'] {
  const { preset, mode, refreshSeconds, ratePerSecond, durationSeconds, seed } = plan;
  return {
    preset,
    target: { kind, url },
    devices: devices.length,
    screens,
    mode,
    refreshSeconds,
    ratePerSecond,
    durationSeconds: plan.shape === 'ramp' ? seconds : durationSeconds,
    seed,
  };
}

function warningsOf({ server, clientSeconds }: Measured, run: LoadRun, knee: Knee | null): readonly string[] {
  const warnings: string[] = [];
  const lagMs = Math.round(run.lagP99Ms);
  if (lagMs > LAG_MS) {
    warnings.push(
      `the bench itself was late: it sent 1 % of the wakes more than ${lagMs} ms after they were due`,
    );
  }
  if (server !== null && server.cpuSeconds > 1 && clientSeconds > server.cpuSeconds * CLIENT_SHARE) {
    const share = Math.round((clientSeconds / server.cpuSeconds) * 100);
    warnings.push(`the bench used ${share} % as much processor time as the server, on the same machine`);
  }
  if (knee !== null && !knee.agrees && knee.searches.length > 1) {
    warnings.push('the searches differ by more than 10 %: this machine is too noisy for an exact knee');
  }
  const kept = knee !== null && knee.ratePerSecond !== null;
  if (kept && knee.steps.every(({ failure }) => failure === null)) {
    warnings.push(`the server kept every rate; more than ${BENCH_LIMITS.rate} wakes a second are not sent`);
  }
  return warnings;
}

/** The screens that fail, each with the number of devices that showed the failure at their last call. */
async function failingScreens({
  url,
  adminToken,
  devices,
}: Pick<BenchTarget, 'url' | 'adminToken' | 'devices'>): Promise<readonly ErrorCount[]> {
  if (adminToken === null) return [];
  const list = await adminGet<PlainValue>({ url, token: adminToken }, 'devices', null);
  if (!Array.isArray(list)) return [];
  const ours = new Set(devices.map(({ mac }) => mac));
  const found = new Map<string, ErrorCount>();
  for (const device of list) {
    if (!isPlainObject(device) || !ours.has(String(device['mac'])) || !isPlainObject(device['failing']))
      continue;
    const screen = String(device['screen'] ?? 'the default screen');
    const before = found.get(screen);
    const example = String(device['failing']['reason']);
    const kind = `screen fails: ${screen}`;
    found.set(screen, { route: 'display', kind, count: (before?.count ?? 0) + 1, example });
  }
  return [...found.values()];
}

const MB = 1024 * 1024;

/** The machine that a bench runs on, for its result. */
function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryMb: Math.round(totalmem() / MB),
    node: process.versions.node,
    platform: `${process.platform} ${process.arch}`,
  };
}

/** Runs a plan against a server, and makes the result. */
import { LIMITS } from '../base/limits.ts';
import { VERSION } from '../base/version.ts';
import { failingScreens } from './failing-screens.ts';
import { type Arrivals, wakesAtRate, wakesByRefresh, wakesOnce } from './load/arrivals.ts';
import { type Caller, openCaller } from './load/call.ts';
import { LoadRun } from './load/load-run.ts';
import { type Random, seededRandom } from './load/random.ts';
import { Recorder } from './load/recorder.ts';
import { describeMachine } from './machine.ts';
import { type BenchPlan, plannedRate } from './plan.ts';
import { findKnee } from './ramp.ts';
import { type BenchResult, type Knee, type RampStep, RESULT_FORMAT } from './result.ts';
import type { BenchTarget, ServerUsage } from './target.ts';

/** What a run shows while it goes on. */
export interface Progress {
  readonly phase: 'warm-up' | 'run';
  readonly seconds: number;
  /** Null for a search, whose end is not known. */
  readonly ofSeconds: number | null;
  readonly offered: number;
  readonly served: number;
  readonly held: number;
  readonly errors: number;
  /** Of a step of a search that has just ended. */
  readonly step: RampStep | null;
}

export interface BenchHooks {
  /** Aborted when the user wants the run to end; what was measured is kept. */
  readonly signal: AbortSignal;
  /** One connection for all calls of a device, instead of one a call. */
  readonly keepAlive: boolean;
  readonly onProgress: (progress: Progress) => void;
}

/** How often progress is shown, and the server's processors and memory are read. */
const TICK_MS = 1_000;
/** Wakes a second that warm a server up for a search. */
const WARM_UP_RATE = 10;
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
  const caller = openCaller({ keepAlive: hooks.keepAlive, sockets: LIMITS.benchSockets });
  const ending = new Ending(hooks.signal, target.ended);
  const { devices, url, alsoOrigins, adminToken } = target;
  const run = new LoadRun({
    caller,
    devices,
    base: url,
    alsoOrigins,
    adminToken,
    mode: plan.mode,
    newShare: plan.newShare,
    random,
    signal: ending.signal,
  });
  const recorder = new Recorder(plan.shape === 'ramp' ? SEARCH_MS : plan.durationSeconds * 1000);
  const watch = new Watch({ plan, run, recorder, target, hooks, ending });
  try {
    await warmUp(plan, run, random);
    watch.begin(caller);
    const knee = await sendAll({ plan, run, recorder, random, ending, watch });
    const seconds = run.nowMs / 1000;
    const measured = watch.end(caller);
    for (const { count, ...error } of await failingScreens(target)) recorder.countError(error, count);
    const warnings = [...target.warnings(), ...warningsOf(measured, run, knee)];
    const { offered, sent, served, held, unchanged } = recorder;
    return {
      format: RESULT_FORMAT,
      stipple: VERSION,
      startedAt,
      machine: describeMachine(),
      plan: describePlan(plan, target),
      cutShort: ending.reason,
      seconds,
      offered,
      sent,
      served,
      held,
      unchanged,
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

interface Sending {
  readonly plan: BenchPlan;
  readonly run: LoadRun;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly ending: Ending;
  readonly watch: Watch;
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
    const rate = Math.min(plannedRate(plan, run.deviceCount) ?? WARM_UP_RATE, LIMITS.benchRate);
    await run.send(wakesAtRate(run.deviceCount, Math.max(rate, 1), ms, random), new Recorder(ms));
  }
  run.restart();
}

function arrivalsOf(plan: BenchPlan, devices: number, random: Random): Arrivals {
  const ms = plan.durationSeconds * 1000;
  if (plan.shape === 'once') return wakesOnce(devices, ms, random);
  if (plan.refreshSeconds !== null) return wakesByRefresh(devices, plan.refreshSeconds * 1000, ms, random);
  return wakesAtRate(devices, plan.ratePerSecond ?? 1, ms, random);
}

function describePlan(plan: BenchPlan, { kind, url, devices, screens }: BenchTarget): BenchResult['plan'] {
  const { preset, mode, refreshSeconds, ratePerSecond, durationSeconds, seed } = plan;
  return {
    preset,
    target: { kind, url },
    devices: devices.length,
    screens,
    mode,
    refreshSeconds,
    ratePerSecond,
    durationSeconds,
    seed,
  };
}

/** Ends a run before its time: when the user wants it, when the server has ended, when nothing answers. */
class Ending {
  readonly #controller = new AbortController();
  reason: string | null = null;

  constructor(user: AbortSignal, ended: Promise<string> | null) {
    user.addEventListener('abort', () => this.end('ended by the user'), { once: true });
    void ended?.then((sentence) => this.end(sentence));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(reason: string): void {
    this.reason ??= reason;
    this.#controller.abort();
  }
}

interface Measured {
  readonly bytes: { readonly sent: number; readonly received: number };
  readonly server: BenchResult['server'];
  readonly clientSeconds: number;
}

interface WatchOptions {
  readonly plan: BenchPlan;
  readonly run: LoadRun;
  readonly recorder: Recorder;
  readonly target: BenchTarget;
  readonly hooks: BenchHooks;
  readonly ending: Ending;
}

/** Looks at the run every second: shows progress, reads what the server uses, ends the run when nothing answers. */
class Watch {
  readonly #options: WatchOptions;
  readonly #timer: NodeJS.Timeout;
  #running = false;
  #usage: ServerUsage | null = null;
  #peakMb = 0;
  #cpu = process.cpuUsage();
  #bytes = { sent: 0, received: 0 };

  constructor(options: WatchOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** What counts begins now. */
  begin({ bytes }: Caller): void {
    this.#running = true;
    this.#cpu = process.cpuUsage();
    this.#bytes = { ...bytes };
    this.#usage = this.#read();
  }

  end({ bytes }: Caller): Measured {
    const now = this.#read();
    const { user, system } = process.cpuUsage(this.#cpu);
    const { startMs } = this.#options.target;
    const server =
      this.#usage === null || now === null || startMs === null
        ? null
        : {
            startMs,
            cpuSeconds: now.cpuSeconds - this.#usage.cpuSeconds,
            peakMb: this.#peakMb,
            endMb: now.mb,
          };
    return {
      bytes: { sent: bytes.sent - this.#bytes.sent, received: bytes.received - this.#bytes.received },
      server,
      clientSeconds: (user + system) / 1e6,
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  show(step: RampStep | null): void {
    const { plan, run, recorder, hooks } = this.#options;
    const { offered, served, held } = recorder;
    const planned = this.#running ? plan.durationSeconds : plan.warmUpSeconds;
    hooks.onProgress({
      phase: this.#running ? 'run' : 'warm-up',
      seconds: run.nowMs / 1000,
      ofSeconds: this.#running && plan.shape === 'ramp' ? null : planned,
      offered,
      served,
      held,
      errors: recorder.errorCount,
      step,
    });
  }

  #tick(): void {
    const { run, ending } = this.#options;
    if (this.#running) this.#read();
    if (run.isSilent) ending.end(`no answer for ${LIMITS.benchSilentMs / 1000} s`);
    this.show(null);
  }

  #read(): ServerUsage | null {
    const { target, run, recorder } = this.#options;
    const usage = target.usage();
    if (usage === null) return null;
    recorder.usage({ atMs: run.nowMs, ...usage });
    this.#peakMb = Math.max(this.#peakMb, usage.mb);
    return usage;
  }
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
  return warnings;
}

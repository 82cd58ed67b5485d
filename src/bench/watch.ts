/** Looks at a run every second: shows progress, reads what the server uses, ends the run when nothing answers. */
import { BENCH_LIMITS } from './bench-limits.ts';
import type { LoadClient } from './load/call.ts';
import type { LoadRun } from './load/load-run.ts';
import type { Recorder } from './load/recorder.ts';
import type { BenchPlan } from './plan.ts';
import type { BenchResult, RampStep } from './result.ts';
import type { BenchTarget, ServerUsage } from './target.ts';

/** A run ends when the user wants it, when the server has ended, and when nothing answers. */
export class Ending {
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
  /** The step of a search that has just ended. */
  readonly step: RampStep | null;
}

export interface BenchHooks {
  /** Aborted when the user wants the run to end; what was measured is kept. */
  readonly signal: AbortSignal;
  /** One connection for all calls of a device, instead of one a call. */
  readonly keepAlive: boolean;
  readonly onProgress: (progress: Progress) => void;
  /** Instead of the limits `callMs` and `silentMs`. */
  readonly callMs?: number;
  readonly silentMs?: number;
}

/** How often progress is shown, and the server's processors and memory are read. */
const TICK_MS = 1_000;
export interface Measured {
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

export class RunWatcher {
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
  begin({ bytes }: LoadClient): void {
    this.#running = true;
    this.#cpu = process.cpuUsage();
    this.#bytes = { ...bytes };
    this.#usage = this.#read();
  }

  end({ bytes }: LoadClient): Measured {
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
    const { run, ending, hooks } = this.#options;
    const { silentMs = BENCH_LIMITS.silentMs } = hooks;
    if (this.#running) this.#read();
    if (run.isSilent) ending.end(`no answer for ${silentMs / 1000} s`);
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

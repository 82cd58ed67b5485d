/** Looks whether something holds up the main thread, on which all calls are answered, and says what had begun before. */
import { monotonicMs } from '../../platform/base/clock.ts';
import { latestWork } from '../../platform/base/current-work.ts';
import type { Logger } from '../../platform/base/logger.ts';

/** How often it looks: so much of a silence may be missed. */
const LOOK_MS = 50;
/** A device that calls meanwhile still gets its answer, but everything else waits with it. */
const HELD_MS = 250;
/** One line in so much time: what happens again and again fills no log. */
const QUIET_MS = 60_000;

const HELD = 'the main thread was held up: no call was answered meanwhile';

export interface WatchdogOptions {
  readonly log: Pick<Logger, 'warn'>;
  /** Processor time of this thread; null where the system does not tell. */
  threadCpuMs(): number | null;
}

export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #timer: NodeJS.Timeout;
  #lookedMs = monotonicMs();
  #cpuMs: number | null;
  #toldMs = Number.NEGATIVE_INFINITY;
  /** Silences since the last line. */
  #untold = 0;

  constructor(options: WatchdogOptions) {
    this.#options = options;
    this.#cpuMs = options.threadCpuMs();
    this.#timer = setInterval(() => this.#look(), LOOK_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const nowMs = monotonicMs();
    const cpuMs = this.#options.threadCpuMs();
    const heldMs = nowMs - this.#lookedMs - LOOK_MS;
    if (heldMs >= HELD_MS) this.#tell(heldMs, cpuMs);
    this.#lookedMs = nowMs;
    this.#cpuMs = cpuMs;
  }

  #tell(heldMs: number, cpuMs: number | null): void {
    const nowMs = monotonicMs();
    if (nowMs - this.#toldMs < QUIET_MS) {
      this.#untold += 1;
      return;
    }
    const computedMs = cpuMs === null || this.#cpuMs === null ? null : Math.round(cpuMs - this.#cpuMs);
    const facts = { ms: Math.round(heldMs), cpuMs: computedMs, begun: latestWork(), before: this.#untold };
    const waited = computedMs !== null && computedMs < heldMs / 2;
    this.#options.log.warn(facts, waited ? 'the main thread had to wait for the machine' : HELD);
    this.#toldMs = nowMs;
    this.#untold = 0;
  }
}

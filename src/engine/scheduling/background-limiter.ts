/**
 * Lets background work (previews) into a pool a few jobs at a time, and each only while no device waits for that pool.
 * So a device waits for at most the previews that have started already, never behind a queue of them.
 */
import { monotonicMs } from '../../platform/base/clock.ts';
import { cappedAt, type Deadline } from '../../platform/base/deadline.ts';

interface BackgroundLimiterOptions {
  /** Jobs that may run at a time. */
  readonly width: number;
  /** Jobs that may wait. */
  readonly maxWaiting: number;
  /** How long one waits at most. */
  readonly waitMs: number;
  /** Jobs of devices that wait for the pool now. */
  queued(): number;
}

/** How often the limiter checks whether the devices are served: a fraction of what one picture takes. */
const CHECK_MS = 15;

export class BackgroundLimiter {
  readonly #options: BackgroundLimiterOptions;
  /** In the order in which they came. */
  #waiting: { readonly start: (started: boolean) => void; readonly until: Deadline }[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: BackgroundLimiterOptions) {
    this.#options = options;
  }

  /** Run work in its turn. Null when too many wait already, or the turn does not come in time. */
  async run<T>(work: () => Promise<T>, deadline: Deadline): Promise<T | null> {
    if (!(await this.#acquire(deadline))) return null;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#tick();
    }
  }

  #acquire(deadline: Deadline): Promise<boolean> | boolean {
    const { maxWaiting, waitMs } = this.#options;
    if (this.#waiting.length === 0 && this.#isFree()) {
      this.#running += 1;
      return true;
    }
    if (this.#waiting.length >= maxWaiting) return false;
    return new Promise((start) => {
      this.#waiting.push({ start, until: cappedAt(deadline, waitMs) });
      this.#schedule();
    });
  }

  #isFree(): boolean {
    return this.#running < this.#options.width && this.#options.queued() === 0;
  }

  /** Refuse the jobs that waited too long, start those that may start, and check again while any wait. */
  #tick(): void {
    const nowMs = monotonicMs();
    const late = this.#waiting.filter(({ until }) => until < nowMs);
    this.#waiting = this.#waiting.filter(({ until }) => until >= nowMs);
    for (const { start } of late) start(false);
    while (this.#waiting.length > 0 && this.#isFree()) {
      this.#running += 1;
      this.#waiting.shift()?.start(true);
    }
    this.#schedule();
  }

  #schedule(): void {
    if (this.#waiting.length === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#tick();
    }, CHECK_MS);
    // A server that stops does not wait for jobs in this queue.
    this.#timer.unref();
  }
}

/**
 * A narrow lane beside a pool: previews go through it, a few at a time, and each only when no device is waiting for
 * that pool. So a device waits for at most the previews that have started already, and never behind a line of them.
 */

export interface LaneOptions {
  /** Jobs that may run at a time. */
  readonly width: number;
  /** Jobs that may wait. */
  readonly maxWaiting: number;
  /** How long one waits at most. */
  readonly waitMs: number;
  /** Jobs of devices that wait for the pool now. */
  queued(): number;
}

/** How often a waiting job looks whether the devices are served: a fraction of what one picture takes. */
const LOOK_MS = 15;

export class Lane {
  readonly #options: LaneOptions;
  /** In the order in which they came. */
  readonly #waiting: { readonly start: (started: boolean) => void; readonly untilMs: number }[] = [];
  #running = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
  }

  /** Run work in its turn. Null when the line is too long, or the turn does not come in time. */
  async run<T>(work: () => Promise<T>): Promise<T | null> {
    if (!(await this.#enter())) return null;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#look();
    }
  }

  #enter(): Promise<boolean> | boolean {
    const { maxWaiting, waitMs } = this.#options;
    if (this.#waiting.length === 0 && this.#isFree()) {
      this.#running += 1;
      return true;
    }
    if (this.#waiting.length >= maxWaiting) return false;
    return new Promise((start) => {
      this.#waiting.push({ start, untilMs: performance.now() + waitMs });
      this.#watch();
    });
  }

  #isFree(): boolean {
    return this.#running < this.#options.width && this.#options.queued() === 0;
  }

  /** Start what may start, give up what waited too long, and look again while somebody waits. */
  #look(): void {
    const nowMs = performance.now();
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const late = nowMs > next.untilMs;
      if (!late && !this.#isFree()) break;
      this.#waiting.shift();
      if (!late) this.#running += 1;
      next.start(!late);
    }
    this.#watch();
  }

  #watch(): void {
    if (this.#waiting.length === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#look();
    }, LOOK_MS);
    // A server that stops does not wait for those who wait here.
    this.#timer.unref();
  }
}

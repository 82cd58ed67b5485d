/**
 * Lets speculations begin: work that may save somebody a wait, and is not needed. One begins only when nothing else is
 * to be done. The oldest go first, and are given up first when there are too many.
 */

/** One of the two is called, once; neither if somebody takes the work upon them. */
interface Speculation {
  /** Never rejects. */
  begin(): Promise<unknown>;
  drop(): void;
}

interface SpeculationQueueOptions {
  /** Speculations that may be under way at a time. */
  readonly width: number;
  /** Speculations that may wait. */
  readonly maxWaiting: number;
  /**
   * True while there is nothing else to be done.
   * @param isLast  asked for one of those that go last
   */
  isFree(isLast: boolean): boolean;
}

/** What has become of speculations: done, taken by somebody who needs the result, given up. */
type SpeculationOutcome = 'done' | 'promoted' | 'dropped';

/** How often it looks whether there is something else to be done: about as long as one picture takes. */
const CHECK_MS = 10;

export class SpeculationQueue<Key> {
  readonly #options: SpeculationQueueOptions;
  readonly #waiting = new Map<Key, Speculation>();
  /** Those that go last, and are given up first. */
  readonly #last = new Map<Key, Speculation>();
  #running = 0;
  #timer: NodeJS.Timeout | null = null;
  /** Since the start, for metrics. */
  readonly outcomes: Record<SpeculationOutcome, number> = { done: 0, promoted: 0, dropped: 0 };

  constructor(options: SpeculationQueueOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#waiting.size + this.#last.size;
  }

  /**
   * Begin now, or when there is nothing else to be done.
   * @param isLast  true for one that goes behind those that are not, and is given up before them
   */
  add(key: Key, speculation: Speculation, isLast = false): void {
    (isLast ? this.#last : this.#waiting).set(key, speculation);
    this.#beginAll();
    if (this.waiting <= this.#options.maxWaiting) return;
    const [oldest] = (this.#last.size > 0 ? this.#last : this.#waiting).keys();
    if (oldest !== undefined) this.drop(oldest);
  }

  /** Somebody needs the result, and begins the work. False where it does not wait. */
  promote(key: Key): boolean {
    if (!this.#waiting.delete(key) && !this.#last.delete(key)) return false;
    this.outcomes.promoted += 1;
    return true;
  }

  /** Give a speculation up, if it waits. */
  drop(key: Key): void {
    const speculation = this.#waiting.get(key) ?? this.#last.get(key);
    if (speculation === undefined) return;
    this.#waiting.delete(key);
    this.#last.delete(key);
    this.outcomes.dropped += 1;
    speculation.drop();
  }

  #beginAll(): void {
    const { width, isFree } = this.#options;
    while (this.#running < width) {
      const isLast = this.#waiting.size === 0;
      const [next] = isLast ? this.#last : this.#waiting;
      if (next === undefined || !isFree(isLast)) break;
      const [key, speculation] = next;
      (isLast ? this.#last : this.#waiting).delete(key);
      this.#running += 1;
      void speculation.begin().then(() => {
        this.#running -= 1;
        this.outcomes.done += 1;
        this.#beginAll();
      });
    }
    this.#lookAgain();
  }

  #lookAgain(): void {
    if (this.waiting === 0 || this.#timer !== null) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#beginAll();
    }, CHECK_MS);
    // A server that stops does not wait for speculations.
    this.#timer.unref();
  }
}

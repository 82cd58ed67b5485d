/** A clock for servers of this process that is moved by hand: for what is true only after some time. */

/** Preset before the server starts, which takes the clock as it is then. */
export class MovedClock {
  readonly #real = Date.now;
  #aheadMs = 0;

  constructor() {
    const real = this.#real;
    Date.now = () => real() + this.#aheadMs;
  }

  /** Let time pass. */
  pass(seconds: number): void {
    this.#aheadMs += seconds * 1000;
  }

  /** Give the process its own clock back. */
  restore(): void {
    Date.now = this.#real;
  }
}

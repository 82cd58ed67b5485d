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

/** The same for a clock that stands still in between: two servers that are called one after the other note the same times. */
export class HeldClock {
  readonly #real = Date.now;
  #nowMs = this.#real();

  constructor() {
    Date.now = () => this.#nowMs;
  }

  /** Let time pass. */
  pass(seconds: number): void {
    this.#nowMs += seconds * 1000;
  }

  /** Give the process its own clock back. */
  restore(): void {
    Date.now = this.#real;
  }
}

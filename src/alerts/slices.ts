/** Long work of the main thread in slices: devices are served between. */
import { setImmediate } from 'node:timers/promises';
import { ALERT_LIMITS } from '../base/alert-limits.ts';
import { monotonicMs } from '../base/clock.ts';

export class Slices {
  #beganMs = monotonicMs();

  /** True when others should have their turn. */
  get isOver(): boolean {
    return monotonicMs() - this.#beganMs >= ALERT_LIMITS.sliceMs;
  }

  /** Let others have it. */
  async next(): Promise<void> {
    await setImmediate();
    this.#beganMs = monotonicMs();
  }
}

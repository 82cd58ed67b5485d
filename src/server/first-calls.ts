/** Lets the first devices go before what the server loads at its start: that keeps the main thread from them for a while. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RenderEngine } from '../engine/render-engine.ts';
import { monotonicMs } from '../platform/base/clock.ts';

/** A device that was told of a picture asks for it so soon. */
const QUIET_MS = 100;
/** In all. A server of a busy fleet becomes ready, too. */
const PATIENCE_MS = 1_000;
const LOOK_MS = 10;

export class FirstCalls {
  readonly #engine: Pick<RenderEngine, 'isIdle' | 'events'>;
  #answeredMs = Number.NEGATIVE_INFINITY;
  #leftMs = PATIENCE_MS;

  constructor(engine: Pick<RenderEngine, 'isIdle' | 'events'>) {
    this.#engine = engine;
    engine.events.on('answered', this.#note);
  }

  /** Listen to no more calls. */
  stop(): void {
    this.#engine.events.off('answered', this.#note);
  }

  /** Resolves when no device waits for anything, or when what loads has waited for long enough. */
  async over(): Promise<void> {
    while (this.#leftMs > 0 && this.#areUnderWay()) {
      await sleep(LOOK_MS);
      this.#leftMs -= LOOK_MS;
    }
  }

  readonly #note = (path: string): void => {
    if (path.startsWith('/api/')) this.#answeredMs = monotonicMs();
  };

  #areUnderWay(): boolean {
    return !this.#engine.isIdle || monotonicMs() - this.#answeredMs < QUIET_MS;
  }
}

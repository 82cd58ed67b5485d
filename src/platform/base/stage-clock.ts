/** Measures stages. Each begins where the one before ends, so that the time of a failure has a stage, too. */
import type { Stage, StageTimes } from './stages.ts';

export class StageClock {
  /** What the stages have taken so far. The running one is counted when it ends. */
  readonly times: StageTimes;
  #running: Stage | null = null;
  #sinceMs = 0;

  /** @param before  times that were measured elsewhere */
  constructor(before: StageTimes = {}) {
    this.times = { ...before };
  }

  /** A stage begins. It may have run before: its times are added up. */
  begin(stage: Stage): void {
    this.#turn(stage);
  }

  /** No stage runs any more. */
  end(): void {
    this.#turn(null);
  }

  /** Count a piece of work as another stage than the one that runs, which then goes on. */
  during<T>(stage: Stage, work: () => T): T {
    const before = this.#running;
    this.#turn(stage);
    try {
      return work();
    } finally {
      this.#turn(before);
    }
  }

  #turn(next: Stage | null): void {
    const nowMs = performance.now();
    const ended = this.#running;
    if (ended !== null) this.times[ended] = (this.times[ended] ?? 0) + nowMs - this.#sinceMs;
    this.#running = next;
    this.#sinceMs = nowMs;
  }
}

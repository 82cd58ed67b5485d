/** Adds up the time of named steps. */
export class StageClock {
  readonly stages: Record<string, number> = {};
  #last = performance.now();

  /** Add the time since the last lap to a stage; to none for null. */
  lap(stage: string | null): void {
    const now = performance.now();
    if (stage !== null) this.add(stage, now - this.#last);
    this.#last = now;
  }

  add(stage: string, ms: number): void {
    this.stages[stage] = (this.stages[stage] ?? 0) + ms;
  }
}

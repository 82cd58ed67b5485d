/** Counts what a run of faults has done, and what must never happen. */

export type CallKind = 'setup' | 'display' | 'image' | 'reset';

export class Tally {
  readonly #calls = new Map<CallKind, { count: number; slowestMs: number }>();
  readonly #faults = new Map<string, { count: number; slowestMs: number }>();
  readonly #violations: string[] = [];
  /** Calls without an answer: their server was killed. */
  lost = 0;
  /** Answers that ask to come back later. */
  busy = 0;
  /** Pictures that were made anew from other data. */
  newer = 0;

  noteCall(kind: CallKind, ms: number): void {
    add(this.#calls, kind, ms);
  }

  /** A fault from which all has recovered. @param ms from its end until everything worked again */
  noteFault(name: string, ms: number): void {
    add(this.#faults, name, ms);
  }

  violate(text: string): void {
    if (this.#violations.length < 100) this.#violations.push(text);
  }

  get violations(): readonly string[] {
    return this.#violations;
  }

  get calls(): number {
    return [...this.#calls.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** For people, a line each. */
  lines(): readonly string[] {
    return [
      ...[...this.#calls].map(
        ([kind, { count, slowestMs }]) => `${kind}: ${count} calls, slowest ${Math.round(slowestMs)} ms`,
      ),
      `without an answer: ${this.lost}; to come back later: ${this.busy}; newer pictures: ${this.newer}`,
      ...[...this.#faults].map(
        ([name, { count, slowestMs }]) =>
          `${name}: ${count} times, slowest recovery ${Math.round(slowestMs)} ms`,
      ),
      ...this.#violations.map((text) => `VIOLATION: ${text}`),
    ];
  }
}

function add<Key>(sums: Map<Key, { count: number; slowestMs: number }>, key: Key, ms: number): void {
  const sum = sums.get(key) ?? { count: 0, slowestMs: 0 };
  sums.set(key, { count: sum.count + 1, slowestMs: Math.max(sum.slowestMs, ms) });
}

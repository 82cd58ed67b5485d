/** Records that were found damaged, by kind: they stay where they are, and count as none until others are written in their places. */
import { STATE_LIMITS } from './limits.ts';

export class SetAside {
  readonly #kinds = new Map<string, Set<string>>();
  #onNote: (kind: string, key: string) => void = () => {};

  /** By kind, the keys of damaged records; kinds without any are left out. */
  get all(): ReadonlyMap<string, ReadonlySet<string>> {
    return new Map([...this.#kinds].filter(([, keys]) => keys.size > 0));
  }

  /** Keep a set of keys that somebody else looks after. */
  add(kind: string, keys: Set<string>): void {
    this.#kinds.set(kind, keys);
  }

  note(kind: string, key: string): void {
    const keys = this.#kinds.get(kind) ?? new Set();
    this.#kinds.set(kind, keys);
    if (keys.size >= STATE_LIMITS.setAsideKeys || keys.has(key)) return;
    keys.add(key);
    this.#onNote(kind, key);
  }

  /** Tell somebody of each record that is noted, and of those that were. */
  tell(onNote: (kind: string, key: string) => void): void {
    for (const [kind, keys] of this.#kinds) for (const key of keys) onNote(kind, key);
    this.#onNote = onNote;
  }

  /** Something whole was written in the place of a record. */
  clear(kind: string, key: string): void {
    this.#kinds.get(kind)?.delete(key);
  }
}

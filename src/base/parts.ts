/**
 * Parts of a program that are loaded late: after what must be quick, and before they are wanted. Node 20 keeps the failure
 * of a module's load for as long as the process lives, so a part that is first loaded while descriptors have run out
 * would never work again.
 */

/** Gives a part; it is made with the first call. */
export type Part<T> = () => Promise<T>;

/**
 * A part that is made once, when it is first wanted. A failure is not kept: whoever asks next tries again.
 */
export function part<T>(make: () => Promise<T>): Part<T> {
  let made: Promise<T> | null = null;
  return () => {
    if (made === null) {
      const making = make();
      made = making;
      making.catch(() => {
        made = null;
      });
    }
    return made;
  };
}

/** The parts of a program, to be made together at a time when that hurts nobody. */
export class Parts {
  readonly #all: Part<unknown>[] = [];

  /** See `part`. */
  add<T>(make: () => Promise<T>): Part<T> {
    const made = part(make);
    this.#all.push(made);
    return made;
  }

  /** Make what has not been made. Rejects with the first failure. */
  async load(): Promise<void> {
    for (const make of this.#all) await make();
  }
}

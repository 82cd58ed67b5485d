/**
 * Parts of the program that are loaded late, after what must start quickly and before they are needed. Node 20
 * remembers a failed import for as long as the process lives, so a module that is first imported while descriptors have
 * run out would never work again.
 */

/** Returns the part; the first call makes it. */
export type Part<T> = () => Promise<T>;

/** Make a part once, when it is first needed. A failure is not remembered: the next call tries again. */
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

/** All late parts of the program, so that they can be made together at a quiet time. */
export class Parts {
  readonly #all: Part<unknown>[] = [];

  /** See `part`. */
  add<T>(make: () => Promise<T>): Part<T> {
    const made = part(make);
    this.#all.push(made);
    return made;
  }

  /**
   * Make all parts that do not exist yet, one after the other. Rejects with the first failure.
   * @param quiet  waited for before each
   */
  async load(quiet: () => Promise<void> = async () => {}): Promise<void> {
    for (const make of this.#all) {
      await quiet();
      await make();
    }
  }
}

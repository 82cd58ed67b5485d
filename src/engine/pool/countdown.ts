/** A promise that is kept after so many calls. */

export interface Countdown {
  /** Resolves with the last call. */
  readonly done: Promise<void>;
  /** One of them. */
  count(): void;
}

export function countdown(calls: number): Countdown {
  let missing = calls;
  let finish: () => void = () => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const count = (): void => {
    missing -= 1;
    if (missing === 0) finish();
  };
  return { done, count };
}

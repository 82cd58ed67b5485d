/** Runs the newest of what is asked for, a moment after the last request; those before are given up. */
import { CallError, type CallOptions, callAdmin } from '../../api/call.ts';

export class LatestRun {
  #controller: AbortController | null = null;
  #timer: number | null = null;

  /** @param run  gets a signal that fires when its result is no longer wanted */
  start(delayMs: number, run: (signal: AbortSignal) => Promise<void>): void {
    this.stop();
    const controller = new AbortController();
    this.#controller = controller;
    this.#timer = window.setTimeout(() => {
      this.#timer = null;
      run(controller.signal).catch((cause: unknown) => {
        if (!controller.signal.aborted) throw cause;
      });
    }, delayMs);
  }

  stop(): void {
    this.#controller?.abort();
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Devices go first, and others draw as well: so often is it tried again. */
const TRIES = 12;
const WAIT_MS = 400;
const MOST_MS = 3_000;

/** Call the server, again while it has no room. @throws {CallError} */
export async function callInTurn<Answer>(
  path: string,
  options: CallOptions & { readonly signal: AbortSignal },
): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await callAdmin<Answer>(path, options);
    } catch (cause) {
      const isFull = cause instanceof CallError && cause.status === 503 && tries < TRIES;
      if (!isFull) throw cause;
      await pause(
        Math.min((cause.retryAfter ?? 0) * 1000 || WAIT_MS, WAIT_MS * tries, MOST_MS),
        options.signal,
      );
    }
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((done) => window.setTimeout(done, ms));
  signal.throwIfAborted();
}

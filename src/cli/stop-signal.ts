/** Waits for the signals that end a command that would otherwise run for ever. */
import { EXIT } from './exit.ts';

/** Resolves at the first signal to stop; the second one ends the process. */
export function stopSignal(): Promise<string> {
  let stopping = false;
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(EXIT.failed);
        stopping = true;
        resolve(signal);
      });
    }
  });
}

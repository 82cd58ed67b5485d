/** Waits for the signals that end a command which would go on for ever. */
import { EXIT } from './exit.ts';

/** Resolves with the first signal to stop; the second ends the process. */
export function toldToStop(): Promise<string> {
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

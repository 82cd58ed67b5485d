/**
 * The signal SIGHUP, which has two meanings. Sent to a server by its operator, it says: read everything again. Sent by
 * the system to the programs of a terminal that is closed, it says: the end.
 */
import { isatty } from 'node:tty';

export interface HangUps {
  /** Call a function at each of the operator's signals; also now, if one came before. */
  onReload(listener: () => void): void;
}

let caught: HangUps | null = null;

/** Do not die of the operator's signal from now on. The first call counts: make it as early as can be. */
export function catchHangUps(): HangUps {
  caught ??= catchSignal();
  return caught;
}

function catchSignal(): HangUps {
  const terminals = [0, 1, 2].filter((descriptor) => isatty(descriptor));
  let hasCome = false;
  let reload = (): void => {
    hasCome = true;
  };
  process.on('SIGHUP', () => {
    // Descriptors of a closed terminal no longer belong to one. Windows has no other hang-up than a closed window.
    const isClosed = process.platform === 'win32' || terminals.some((descriptor) => !isatty(descriptor));
    if (isClosed) die();
    else reload();
  });
  return {
    onReload: (listener) => {
      reload = listener;
      if (hasCome) listener();
    },
  };
}

/** End as the signal ends every program: nothing can be written to the terminal, and Node aborts when it tries at exit. */
function die(): void {
  process.removeAllListeners('SIGHUP');
  process.kill(process.pid, 'SIGHUP');
}

/** Asks a confined process for a check, and ends it: when it is done, when its time is up, or when nobody waits any more. */

import type { WorkerLoss } from '../../domain/engine-events.ts';
import { ConfinedProcess } from '../../pictures/isolation/confined-process.ts';
import type { ReadyHeader } from '../../pictures/isolation/protocol.ts';
import { workerFile } from '../../platform/base/entry-files.ts';
import { NICENESS } from '../../platform/base/niceness.ts';

/** Checking all screens of a tree without running them; a hundred honest ones take a second. */
export const CHECK_WALL_MS = 60_000;
/** The same for a process that checks the screens of a repo; it has no pixels. */
const CHECK_MEMORY_BYTES = 512 * 1024 * 1024;

/** JavaScript heap of the process: enough for thousands of files, because each is released after its check. */
const CHECK_HEAP_MB = 256;

export interface CheckOptions {
  readonly timeoutMs?: number;
  readonly heapMb?: number;
  /** Ends the process as if its time had run out. */
  readonly signal?: AbortSignal;
  /** Called when a process of the check has not come to its end. */
  readonly onLost?: (why: WorkerLoss) => void;
}

interface ProcessCheck {
  readonly timeoutMs: number;
  /** Files, and folders with what is below them, that the check may read. */
  readonly readable: readonly string[];
}

export interface CheckEnd {
  readonly end: 'done' | 'timeout' | 'died';
  /** Why the process has ended. */
  readonly reason: string;
}

/** Send a target to a new process. Never rejects. @param onProgress  receives what it finds */
export function askCheckProcess<Progress extends { readonly kind: string }>(
  target: unknown,
  onProgress: (progress: Progress) => void,
  { timeoutMs, heapMb, signal, onLost, readable }: CheckOptions & ProcessCheck,
): Promise<CheckEnd> {
  return new Promise((resolve) => {
    let end: CheckEnd['end'] = 'died';
    const finish = (how: CheckEnd['end']): void => {
      end = how;
      child.kill('the check is over');
    };
    const giveUp = (): void => finish('timeout');
    const timer = setTimeout(giveUp, timeoutMs);
    const child = new ConfinedProcess({
      entry: workerFile('check-process'),
      setup: null,
      heapMb: heapMb ?? CHECK_HEAP_MB,
      memoryBytes: CHECK_MEMORY_BYTES,
      niceness: NICENESS.check,
      readable,
      onMessage: ({ header }) => {
        const message = header as Progress | ReadyHeader | { readonly kind: 'done' };
        if (message.kind === 'done') finish('done');
        else if (message.kind !== 'ready') onProgress(message as Progress);
      },
      onEnd: ({ outOfMemory, reason }) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        if (end === 'died') onLost?.(outOfMemory ? 'memory' : 'crash');
        else if (end === 'timeout' && signal?.aborted !== true) onLost?.('deadline');
        resolve({
          end,
          reason: outOfMemory ? 'it needed too much memory' : `its process ended (${reason})`,
        });
      },
    });
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    else child.send(target);
  });
}

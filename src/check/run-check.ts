/**
 * Runs a check in a confined process, for the server as well as for the command line.
 *
 * A check has limits of its own: the nodes of YAML, time and memory for Lua's compiler in the sandbox, tokens and
 * nesting of templates. But a tree may have thousands of files that take a second each, and a hostile file may exhaust
 * the heap nevertheless. In a process of its own, a check cannot delay a device, occupy a worker of the compose pool or
 * end the server, and a check that takes too long is killed from outside.
 */
import { workerFile } from '../base/entry-files.ts';
import { LIMITS } from '../base/limits.ts';
import { NICENESS } from '../base/niceness.ts';
import type { WorkerLoss } from '../base/observer.ts';
import { ConfinedProcess } from '../isolation/confined-process.ts';
import type { ReadyHeader } from '../isolation/protocol.ts';
import type { CheckProgress, CheckTarget } from './check-tree.ts';
import { general, type ScreenReport } from './finding.ts';

/** JavaScript heap of the process: enough for thousands of files, because each is released after its check. */
const HEAP_MB = 256;

/** The result of a check. */
export interface TreeReport {
  /** Sorted by path. */
  readonly screens: readonly ScreenReport[];
  /** False when the check ended early: the known screens that were not reached have an error that says so. */
  readonly complete: boolean;
}

export interface CheckOptions {
  readonly timeoutMs?: number;
  readonly heapMb?: number;
  readonly signal?: AbortSignal;
  /** Called when a process of the check has not come to its end. */
  readonly onLost?: (why: WorkerLoss) => void;
}

/** Check screens without running them: metadata, Lua syntax, templates, and the files that these name. Never rejects. */
export async function runCheck(target: CheckTarget, options: CheckOptions = {}): Promise<TreeReport> {
  const deadlineMs = performance.now() + (options.timeoutMs ?? LIMITS.checkWallMs);
  const reports: ScreenReport[] = [];
  const heapMb = options.heapMb ?? HEAP_MB;
  let left: CheckTarget = target;
  for (;;) {
    const round = await checkInProcess(left, deadlineMs - performance.now(), heapMb, options);
    reports.push(...round.reports);
    const [lost, ...rest] = round.paths.slice(round.reports.length);
    if (round.end === 'done' || lost === undefined)
      return { screens: reports, complete: round.end === 'done' };
    if (round.end === 'timeout') {
      const late = [lost, ...rest].map((path) => failed(path, 'not checked: the time for the check ran out'));
      return { screens: [...reports, ...late], complete: false };
    }
    // One screen has crashed the process: the others are checked in a new one.
    reports.push(failed(lost, `the check of this screen failed: ${round.reason}`));
    left = { ...target, paths: rest };
  }
}

interface Round {
  readonly end: 'done' | 'timeout' | 'died';
  /** Why the process has ended. */
  readonly reason: string;
  readonly paths: readonly string[];
  readonly reports: readonly ScreenReport[];
}

/** @param options.signal ends the process as if its time had run out */
function checkInProcess(
  target: CheckTarget,
  timeoutMs: number,
  heapMb: number,
  { signal, onLost }: CheckOptions,
): Promise<Round> {
  return new Promise((resolve) => {
    let paths: readonly string[] = target.paths ?? [];
    let end: Round['end'] = 'died';
    const reports: ScreenReport[] = [];
    const finish = (how: Round['end']): void => {
      end = how;
      child.kill('the check is over');
    };
    const giveUp = (): void => finish('timeout');
    const timer = setTimeout(giveUp, timeoutMs);
    const child = new ConfinedProcess({
      entry: workerFile('check-process'),
      setup: null,
      heapMb,
      memoryBytes: LIMITS.checkMemoryBytes,
      niceness: NICENESS.check,
      onMessage: ({ header }) => {
        const progress = header as CheckMessage;
        if (progress.kind === 'found') paths = progress.paths;
        else if (progress.kind === 'checked') reports.push(progress.report);
        else if (progress.kind === 'done') finish('done');
      },
      onEnd: ({ outOfMemory, reason }) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        if (end === 'died') onLost?.(outOfMemory ? 'memory' : 'crash');
        else if (end === 'timeout' && signal?.aborted !== true) onLost?.('deadline');
        resolve({
          end,
          reason: outOfMemory ? 'it needed too much memory' : `its process ended (${reason})`,
          paths,
          reports,
        });
      },
    });
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    else child.send(target);
  });
}

type CheckMessage = CheckProgress | ReadyHeader | { readonly kind: 'done' };

function failed(path: string, message: string): ScreenReport {
  return { path, findings: [general('error', path, message)] };
}

/**
 * Runs a check in a thread of its own, from the server as well as from the command line.
 *
 * What a check does is bounded by itself: YAML by its nodes, Lua's compiler by the sandbox (time and memory), templates
 * by their tokens and nesting. But a tree may have thousands of such files, each good for a second of work, and a
 * hostile one may exhaust a heap all the same. In a thread of its own none of that holds up a device, takes a worker
 * from the compose pool or ends the process, and a check that takes too long is ended from outside.
 */
import { Worker } from 'node:worker_threads';
import { LIMITS } from '../base/limits.ts';
import type { CheckProgress, CheckTarget } from './check-tree.ts';
import { general, type ScreenReport } from './finding.ts';

/** Memory of the thread: thousands of files fit, as each is looked at and let go. */
const HEAP_MB = 256;

/** What was found in a tree. */
export interface TreeReport {
  /** In the order of their paths. */
  readonly screens: readonly ScreenReport[];
  /** False when it ended early: then the screens that were not reached, as far as they are known, have an error that says so. */
  readonly complete: boolean;
}

/** Check screens without running them: metadata, Lua syntax, templates, and the files that these name. Never rejects. */
export async function runCheck(
  target: CheckTarget,
  options: { readonly timeoutMs?: number; readonly heapMb?: number; readonly signal?: AbortSignal } = {},
): Promise<TreeReport> {
  const deadlineMs = performance.now() + (options.timeoutMs ?? LIMITS.checkWallMs);
  const reports: ScreenReport[] = [];
  const heapMb = options.heapMb ?? HEAP_MB;
  let left: CheckTarget = target;
  for (;;) {
    const round = await checkInThread(left, deadlineMs - performance.now(), heapMb, options.signal);
    reports.push(...round.reports);
    const [lost, ...rest] = round.paths.slice(round.reports.length);
    if (round.end === 'done' || lost === undefined)
      return { screens: reports, complete: round.end === 'done' };
    if (round.end === 'timeout') {
      const late = [lost, ...rest].map((path) => failed(path, 'not checked: the time for the check ran out'));
      return { screens: [...reports, ...late], complete: false };
    }
    // The thread died of one screen: the others are looked at in a new one.
    reports.push(failed(lost, `the check of this screen failed: ${round.reason}`));
    left = { ...target, paths: rest };
  }
}

interface Round {
  readonly end: 'done' | 'timeout' | 'died';
  /** Why the thread died. */
  readonly reason: string;
  readonly paths: readonly string[];
  readonly reports: readonly ScreenReport[];
}

/** @param signal ends the thread as if its time had run out */
function checkInThread(
  target: CheckTarget,
  timeoutMs: number,
  heapMb: number,
  signal: AbortSignal | undefined,
): Promise<Round> {
  return new Promise((resolve) => {
    let paths: readonly string[] = target.paths ?? [];
    let reason = '';
    let end: Round['end'] = 'done';
    const reports: ScreenReport[] = [];
    const worker = new Worker(new URL('../../workers/check.js', import.meta.url), {
      workerData: target,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    const giveUp = (): void => {
      end = 'timeout';
      void worker.terminate();
    };
    const timer = setTimeout(giveUp, timeoutMs);
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted) giveUp();
    worker.on('message', (progress: CheckProgress) => {
      if (progress.kind === 'found') paths = progress.paths;
      else reports.push(progress.report);
    });
    worker.on('error', (error) => {
      if (end === 'done') end = 'died';
      reason = error instanceof Error ? error.message : String(error);
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      resolve({ end, reason, paths, reports });
    });
  });
}

function failed(path: string, message: string): ScreenReport {
  return { path, findings: [general('error', path, message)] };
}

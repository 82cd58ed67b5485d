/**
 * Runs a check in a confined process, for the server as well as for the command line.
 *
 * A check has limits of its own: the nodes of YAML, time and memory for Lua's compiler in the sandbox, tokens and
 * nesting of templates. But a tree may have thousands of files that take a second each, and a hostile file may exhaust
 * the heap nevertheless. In a process of its own, a check cannot delay a device, occupy a worker of the compose pool or
 * end the server, and a check that takes too long is killed from outside.
 */
import { askCheckProcess, CHECK_WALL_MS, type CheckEnd, type CheckOptions } from './check-process.ts';
import type { CheckProgress, CheckTarget } from './check-tree.ts';
import { general, type ScreenReport } from './finding.ts';

/** The result of a check. */
export interface TreeReport {
  /** Sorted by path. */
  readonly screens: readonly ScreenReport[];
  /** False when the check ended early: the known screens that were not reached have an error that says so. */
  readonly complete: boolean;
}

/** Check screens without running them: metadata, Lua syntax, templates, and the files that these name. Never rejects. */
export async function runCheck(target: CheckTarget, options: CheckOptions = {}): Promise<TreeReport> {
  const deadlineMs = performance.now() + (options.timeoutMs ?? CHECK_WALL_MS);
  const reports: ScreenReport[] = [];
  let left: CheckTarget = target;
  for (;;) {
    const round = await checkInProcess(left, deadlineMs - performance.now(), options);
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

interface Round extends CheckEnd {
  readonly paths: readonly string[];
  readonly reports: readonly ScreenReport[];
}

async function checkInProcess(target: CheckTarget, timeoutMs: number, options: CheckOptions): Promise<Round> {
  let paths: readonly string[] = target.paths ?? [];
  const reports: ScreenReport[] = [];
  const onProgress = (progress: CheckProgress): void => {
    if (progress.kind === 'found') paths = progress.paths;
    else reports.push(progress.report);
  };
  const ended = await askCheckProcess<CheckProgress>(target, onProgress, {
    ...options,
    timeoutMs,
    readable: target.roots,
  });
  return { ...ended, paths, reports };
}

function failed(path: string, message: string): ScreenReport {
  return { path, findings: [general('error', path, message)] };
}

/** Draws SVGs in a process of its own, which may die, hang or swell without harm to who asks. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TextMode } from '../../../../src/domain/text-mode.ts';
import type { RasterOutput } from '../../../../src/engine/jobs/jobs.ts';

export interface DrawOrder {
  readonly svg: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly text: TextMode;
  readonly output: RasterOutput;
}

export interface DrawReport {
  /** `drawn`, or the code of a failure. */
  readonly outcome: string;
  readonly message: string;
  readonly warnings: readonly string[];
  readonly ms: number;
  /** Largest memory of the process meanwhile. */
  readonly peakMb: number;
}

/** What became of a picture; `null` for a process that lived. */
export interface Trial {
  readonly report: DrawReport | null;
  /** Why there is none: the process died, or was ended. */
  readonly death: string | null;
}

/** An honest picture takes a tenth. */
export const MAX_MS = 15_000;
/** What a raster worker may take with the largest picture. */
export const MAX_MB = 700;
/** Beyond this the process is ended at once: the machine has others. */
const KILL_MB = 1_500;
const LOOK_MS = 50;

const PROGRAM = path.join(import.meta.dirname, 'drawing-program.js');

/** A process, started when the first picture comes, and anew when it has died. */
export class DrawingProcess {
  #child: ChildProcess | null = null;

  async draw(order: DrawOrder): Promise<Trial> {
    const child = this.#child ?? this.#start();
    this.#child = child;
    const done = new AbortController();
    let death: string | null = null;
    const end = (why: string): void => {
      death ??= why;
      child.kill('SIGKILL');
    };
    // biome-ignore lint/style/noRestrictedGlobals: a deadline, for a process that may never answer.
    const late = setTimeout(() => end(`no picture after ${MAX_MS} ms`), MAX_MS + 5_000);
    const watch = setInterval(() => {
      const mb = memoryMb(child.pid);
      if (mb > KILL_MB) end(`${Math.round(mb)} MB`);
    }, LOOK_MS);
    try {
      const answered = once(child, 'message', { signal: done.signal });
      const died = once(child, 'exit', { signal: done.signal });
      for (const promise of [answered, died]) promise.catch(() => {});
      child.send(order);
      const first = await Promise.race([
        answered.then(([report]) => ({ report: report as DrawReport, death: null })),
        died.then(([code, signal]) => ({ report: null, death: death ?? `exit ${code ?? signal}` })),
      ]);
      if (first.death !== null) this.#child = null;
      return first;
    } finally {
      done.abort();
      clearTimeout(late);
      clearInterval(watch);
    }
  }

  /** End the process, if there is one. */
  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return;
    const left = once(child, 'exit');
    child.disconnect();
    await left;
  }

  #start(): ChildProcess {
    return fork(PROGRAM, {
      // What pictures take, not what resvg's allocator keeps of them for the next; and no reports of its failures.
      env: { ...process.env, MIMALLOC_PURGE_DELAY: '0', RUST_BACKTRACE: '0' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    });
  }
}

function memoryMb(pid: number | undefined): number {
  try {
    const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    return (Number(pages) * 4096) / 1024 ** 2;
  } catch {
    return 0;
  }
}

/** Why a trial is a failure; null for one that is none. */
export function faultOf({ report, death }: Trial): string | null {
  if (report === null) return `the process died: ${death}`;
  if (report.ms > MAX_MS) return `${Math.round(report.ms)} ms`;
  return report.peakMb > MAX_MB ? `${Math.round(report.peakMb)} MB` : null;
}

/** The state of one run on this side of the sandbox: its job, its clocks, and objects that Lua holds by number. */
import { LIMITS } from '../base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { chunkId } from './place.ts';
import type { ScriptLogLevel, ScriptRun } from './script-run.ts';

/** Ends a run whatever the script does: it passes every `pcall` on its way out. */
export class RunEnd extends Error {
  /** Line of the script that was running, where it is known. */
  readonly line: number | null;

  constructor(message: string, line: number | null = null) {
    super(message);
    this.line = line;
  }
}

export class RunContext {
  readonly job: ScriptRun;
  /** The script's name inside Lua. */
  readonly chunk: string;
  /** Objects behind Lua userdata (HTML nodes); a userdata holds the index. */
  readonly objects: unknown[] = [];
  /** Last line at which memory was refused, as a hint for the message. */
  refusedLine: number | null = null;
  readonly #startMs = performance.now();
  #waitedMs = 0;
  #logLines = 0;

  constructor(job: ScriptRun) {
    this.job = job;
    this.chunk = chunkId(job.chunkName);
  }

  /** Time since the start, without the time spent waiting for the network. */
  get cpuMs(): number {
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  get wallMs(): number {
    return performance.now() - this.#startMs;
  }

  /** Ask the network; the CPU clock stands still meanwhile. */
  http(request: FetchRequest): FetchAnswer {
    const start = performance.now();
    const left = this.job.limits.wallMs - this.wallMs;
    const answer = this.job.host.http({
      ...request,
      timeoutMs: Math.max(1, Math.min(request.timeoutMs, Math.ceil(left))),
    });
    this.#waitedMs += performance.now() - start;
    return answer;
  }

  /** Pass a line to the log: too many lines are dropped with one notice, a long one is cut. */
  log(level: ScriptLogLevel, message: string): void {
    this.#logLines += 1;
    if (this.#logLines > LIMITS.scriptLogLines + 1) return;
    if (this.#logLines === LIMITS.scriptLogLines + 1) {
      this.job.host.log('warn', `more than ${LIMITS.scriptLogLines} lines logged; the rest is dropped`);
      return;
    }
    const cut = message.slice(0, LIMITS.scriptLogLineBytes);
    this.job.host.log(level, cut.length < message.length ? `${cut}…` : cut);
  }
}

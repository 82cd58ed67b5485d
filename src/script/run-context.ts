/** The state of one run on this side of the sandbox: its job, its clocks, and objects that Lua holds by number. */
import { LIMITS } from '../base/limits.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ImageAnswer, ImageRequest } from './image/image-request.ts';
import { type Chunks, chunkId, type Place } from './place.ts';
import { RunEnd } from './run-end.ts';
import type { ScriptLogLevel, ScriptRun } from './script-run.ts';

/** How much longer than its CPU time a script may compute on a machine that has too much to do. */
const STARVED_FACTOR = 2;

const NO_PICTURES: ImageAnswer = { ok: false, error: 'pictures are not processed here' };

export class RunContext {
  readonly job: ScriptRun;
  /** HTML parsed so far. */
  htmlBytes = 0;
  /** Finds where the script is. Not for the midst of a Lua function of the library. */
  findPlace: () => Place | null = () => null;
  /** Where memory was refused last, as a hint for the message. */
  refusedAt: Place | null = null;
  /** Whether functions had called each other without end by then. */
  refusedInRecursion = false;
  readonly #chunks = new Map<string, string>();
  readonly #startMs = performance.now();
  readonly #startCpuMs: number | null;
  #waitedMs = 0;
  #overrun: string | null = null;
  #logLines = 0;
  #images = 0;
  /** Objects behind Lua userdata, and their numbers. */
  readonly #objects: object[] = [];
  readonly #handles = new Map<object, number>();

  constructor(job: ScriptRun) {
    this.job = job;
    this.#startCpuMs = job.host.threadCpuMs?.() ?? null;
  }

  /** The script and its modules. */
  get chunks(): Chunks {
    return this.#chunks;
  }

  /** Note a file that is about to be loaded; returns its name inside Lua. */
  addChunk(file: string): string {
    const chunk = chunkId(file);
    this.#chunks.set(chunk, file);
    return chunk;
  }

  /** Time since the start, without the time spent waiting for the network and for pictures. */
  get cpuMs(): number {
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  /**
   * The time that passes is looked at first, as it costs nothing; then the processor's own, which is fair on a crowded
   * machine. Not without end: a script that is starved still takes its share from others.
   */
  #usedUp(cpuMs: number): boolean {
    return this.cpuMs > cpuMs && (this.#threadCpuMs() > cpuMs || this.cpuMs > cpuMs * STARVED_FACTOR);
  }

  /** The processor's time since the start; without a clock for it, as much as it takes. */
  #threadCpuMs(): number {
    const now = this.job.host.threadCpuMs?.() ?? null;
    return now === null || this.#startCpuMs === null ? Number.POSITIVE_INFINITY : now - this.#startCpuMs;
  }

  get wallMs(): number {
    return performance.now() - this.#startMs;
  }

  /** Look at the clocks: why the run has to end, or null while it may go on. */
  limitPassed(): string | null {
    const { cpuMs, wallMs } = this.job.limits;
    if (this.#overrun === null) {
      if (this.#usedUp(cpuMs)) this.#overrun = `the script used more than ${cpuMs / 1000} s of CPU time`;
      else if (this.wallMs > wallMs)
        this.#overrun = `the script took longer than ${Math.round(wallMs / 100) / 10} s`;
    }
    return this.#overrun;
  }

  /**
   * Let others compute for a while, if this run has computed for long; the CPU clock stands still meanwhile.
   * @throws {RunEnd} when others need the thread
   */
  pause(): void {
    this.#waitedMs += this.job.host.pause?.() ?? 0;
  }

  /**
   * For work on this side on the script's behalf: pause if that is due, and end the run if it has no time left.
   * @throws {RunEnd} in that case
   */
  checkpoint(): void {
    this.pause();
    const problem = this.limitPassed();
    if (problem !== null) throw new RunEnd('script_timeout', problem, this.findPlace());
  }

  /** The number by which Lua holds an object of this side; the same object keeps its number. */
  handleOf(object: object): number {
    let handle = this.#handles.get(object);
    if (handle === undefined) {
      handle = this.#objects.push(object) - 1;
      this.#handles.set(object, handle);
    }
    return handle;
  }

  objectOf(handle: number): object | undefined {
    return this.#objects[handle];
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

  /** Have a picture processed by another thread; the CPU clock stands still meanwhile. */
  processImage(request: ImageRequest): ImageAnswer {
    this.#images += 1;
    if (this.#images > LIMITS.scriptImagesPerRun) {
      return { ok: false, error: `a script may process at most ${LIMITS.scriptImagesPerRun} pictures a run` };
    }
    const start = performance.now();
    const answer = this.job.host.processImage?.(request) ?? NO_PICTURES;
    this.#waitedMs += performance.now() - start;
    return answer;
  }

  /** Pass a line to the log: too many lines are dropped with one notice, a long one is cut. */
  log(level: ScriptLogLevel, message: string): void {
    this.#logLines += 1;
    if (this.#logLines > LIMITS.scriptLogLines + 1) return;
    if (this.#logLines === LIMITS.scriptLogLines + 1) {
      const notice = `more than ${LIMITS.scriptLogLines} lines logged; the rest is dropped`;
      this.job.host.log('warn', notice, this.findPlace());
      return;
    }
    const cut = message.slice(0, LIMITS.scriptLogLineBytes);
    const line = cut.length < message.length ? `${cut}…` : cut;
    this.job.host.log(level, line, this.findPlace());
  }
}

/** The state of one run outside of Lua: its job, its time, and objects that Lua refers to by number. */
import { PUSH_LIMITS } from '../../domain/push-limits.ts';
import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { Unrepeatable } from '../../platform/base/unrepeatable.ts';
import type { ClockWindow } from '../../platform/time/clock-window.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import { FactTables } from './fact-tables.ts';
import { type Chunks, chunkId, type FileLine } from './file-line.ts';
import type { ImageAnswer, ImageRequest } from './image/image-request.ts';
import type { ScriptLogLevel, ScriptRun } from './script-run.ts';

/** Lines that one run of a script may log, and their length, so that a loop cannot fill the disk. */
export const SCRIPT_LOG_LINES = 100;
export const SCRIPT_LOG_LINE_BYTES = 2 * 1024;
/** Pictures that one run processes, as each keeps a core busy. */
export const SCRIPT_IMAGES_PER_RUN = 10;

/** Thrown to end a run: it passes every `pcall` of the script. */
export class RunEnd extends Error {
  /** `overloaded` when the script is not the cause: other runs need its thread. */
  readonly code: 'script_timeout' | 'overloaded';
  /** Line that was running; null when it is not known. */
  readonly place: FileLine | null;

  constructor(code: RunEnd['code'], message: string, place: FileLine | null = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}

/** On an overloaded machine a script may take this many times its CPU time in elapsed time. */
const STARVED_FACTOR = 2;

interface TimeLimitsOptions {
  /** Most time that the run may compute, in ms. */
  readonly cpuMs: number;
  /** Most elapsed time, in ms, waiting included. */
  readonly wallMs: number;
}

/** The time limits of one run: how much it may compute, and how long it may take. */
export class TimeLimits {
  readonly #limits: TimeLimitsOptions;
  readonly #threadCpuMs: () => number | null;
  readonly #startMs = performance.now();
  readonly #startCpuMs: number | null;
  #waitedMs = 0;
  #overrun: string | null = null;

  /** @param threadCpuMs  CPU time of this thread in ms; null where the system does not tell, and then elapsed time counts */
  constructor(limits: TimeLimitsOptions, threadCpuMs: () => number | null) {
    this.#limits = limits;
    this.#threadCpuMs = threadCpuMs;
    this.#startCpuMs = threadCpuMs();
  }

  /** Milliseconds since the start, without those that were spent waiting. */
  get cpuMs(): number {
    return performance.now() - this.#startMs - this.#waitedMs;
  }

  /** Milliseconds that are left of the elapsed time. */
  get leftMs(): number {
    return this.#limits.wallMs - (performance.now() - this.#startMs);
  }

  /** Wait for something by `work`. The time of waiting is not CPU time. */
  waiting<T>(work: () => T): T {
    const start = performance.now();
    const result = work();
    this.addWait(performance.now() - start);
    return result;
  }

  /** Count time that was spent waiting. */
  addWait(ms: number): void {
    this.#waitedMs += ms;
  }

  /** The reason why the run must end, or null. Once there is one, it stays. */
  passed(): string | null {
    const { cpuMs, wallMs } = this.#limits;
    if (this.#overrun !== null) return this.#overrun;
    if (this.#isUsedUp(cpuMs)) this.#overrun = `the script used more than ${cpuMs / 1000} s of CPU time`;
    else if (this.leftMs < 0)
      this.#overrun = `the script took longer than ${Math.round(wallMs / 100) / 10} s`;
    return this.#overrun;
  }

  /**
   * The elapsed time is checked first, as it is cheap to read; then the thread's CPU time, which is fair on a busy
   * machine. Beyond `STARVED_FACTOR` the elapsed time alone counts, since a slow script also blocks its thread for others.
   */
  #isUsedUp(cpuMs: number): boolean {
    const elapsed = this.cpuMs;
    return elapsed > cpuMs && (this.#usedCpuMs() > cpuMs || elapsed > cpuMs * STARVED_FACTOR);
  }

  #usedCpuMs(): number {
    const now = this.#threadCpuMs();
    return now === null || this.#startCpuMs === null ? Number.POSITIVE_INFINITY : now - this.#startCpuMs;
  }
}

const NOTHING: DataAnswer = { ok: false };
const NO_PICTURES: ImageAnswer = { ok: false, error: 'pictures are not processed here' };

/** The state of one run. */
export class RunContext {
  readonly job: ScriptRun;
  readonly time: TimeLimits;
  readonly facts: FactTables;
  /** Length of the HTML that was parsed so far. */
  htmlBytes = 0;
  /** Finds the current line of the script. Must not be called while Lua runs a library function. */
  findPlace: () => FileLine | null = () => null;
  /** Where more memory was refused last, for the message. */
  refusedAt: FileLine | null = null;
  /** True when calls were nested so deeply then that an endless recursion is the likely cause. */
  refusedInRecursion = false;
  readonly #chunks = new Map<string, string>();
  #logLines = 0;
  #images = 0;
  /** What the run has read of pushed data: it stays the same to its end. */
  readonly #data = new Map<string, DataAnswer>();
  /** Objects that Lua userdata refer to, by their number. */
  readonly #objects: object[] = [];
  readonly #handles = new Map<object, number>();

  constructor(job: ScriptRun) {
    this.job = job;
    this.facts = new FactTables(job.globals);
    this.time = new TimeLimits(job.limits, () => job.host.threadCpuMs?.() ?? null);
  }

  /** The script and its modules. */
  get chunks(): Chunks {
    return this.#chunks;
  }

  /** Add a file that is about to be loaded, and return its name inside Lua. */
  addChunk(file: string): string {
    const chunk = chunkId(file);
    this.#chunks.set(chunk, file);
    return chunk;
  }

  /**
   * Wait if the host wants other runs to compute first. The time of waiting is not CPU time.
   * @throws {RunEnd} other runs need the thread
   */
  pause(): void {
    this.time.addWait(this.job.host.pause?.() ?? 0);
  }

  /**
   * For long work outside of Lua: pause if that is due, and end the run if it has no time left.
   * @throws {RunEnd} the run has no time left, or other runs need the thread
   */
  checkpoint(): void {
    this.pause();
    const problem = this.time.passed();
    if (problem !== null) throw new RunEnd('script_timeout', problem, this.findPlace());
  }

  /** The number by which Lua refers to an object; always the same for one object. */
  handleOf(object: object): number {
    let handle = this.#handles.get(object);
    if (handle === undefined) {
      handle = this.#objects.push(object) - 1;
      this.#handles.set(object, handle);
    }
    return handle;
  }

  /** The object of a number that `handleOf` returned. */
  objectOf(handle: number): object | undefined {
    return this.#objects[handle];
  }

  /**
   * The clock in whole seconds.
   * @param windowOf  the time in which what the script sees of it stays the same
   */
  nowSeconds(windowOf: (seconds: number) => ClockWindow): number {
    const { host } = this.job;
    const seconds = Math.floor(host.nowMs() / 1000);
    host.noteClock?.(windowOf(seconds));
    return seconds;
  }

  /** Note why another run may give another result, although it reads the same. */
  noteUnrepeatable(why: Unrepeatable): void {
    this.job.host.noteUnrepeatable?.(why);
  }

  /** Make an HTTP request and wait for its answer. */
  http(request: FetchRequest): FetchAnswer {
    const timeoutMs = Math.max(1, Math.min(request.timeoutMs, Math.ceil(this.time.leftMs)));
    return this.time.waiting(() => this.job.host.http({ ...request, timeoutMs }));
  }

  /** Pushed data under a name, the same at each look; null after too many names. */
  data(name: string): DataAnswer | null {
    const known = this.#data.get(name);
    if (known !== undefined) return known;
    if (this.#data.size >= PUSH_LIMITS.dataNamesPerRun) return null;
    const answer = this.time.waiting(() => this.job.host.readData?.(name) ?? NOTHING);
    this.#data.set(name, answer);
    return answer;
  }

  /** Have a picture processed outside of this thread. */
  processImage(request: ImageRequest): ImageAnswer {
    this.#images += 1;
    if (this.#images > SCRIPT_IMAGES_PER_RUN) {
      return { ok: false, error: `a script may process at most ${SCRIPT_IMAGES_PER_RUN} pictures a run` };
    }
    return this.time.waiting(() => this.job.host.processImage?.(request) ?? NO_PICTURES);
  }

  /** Write a line to the log. A long line is cut; lines beyond the limit are dropped, with one notice. */
  log(level: ScriptLogLevel, message: string): void {
    this.#logLines += 1;
    if (this.#logLines > SCRIPT_LOG_LINES + 1) return;
    if (this.#logLines === SCRIPT_LOG_LINES + 1) {
      const notice = `more than ${SCRIPT_LOG_LINES} lines logged; the rest is dropped`;
      this.job.host.log('warn', notice, this.findPlace());
      return;
    }
    const cut = message.slice(0, SCRIPT_LOG_LINE_BYTES);
    const line = cut.length < message.length ? `${cut}…` : cut;
    this.job.host.log(level, line, this.findPlace());
  }
}

/** What one run of a script needs, and what it may ask of the thread that it runs in. */
import type { PlainValue } from '../base/plain.ts';
import type { Result } from '../base/result.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ScreenFile } from '../screens/files.ts';
import type { FileLine } from './file-line.ts';
import type { ImageAnswer, ImageRequest } from './image/image-request.ts';

export type ScriptLogLevel = 'info' | 'warn' | 'error';

export interface ScriptLimits {
  /** Time that the script itself may compute; waiting for HTTP does not count. */
  readonly cpuMs: number;
  /** Lua heap. Below 15 MiB the limit is rounded up to that: the WebAssembly memory starts with it. */
  readonly memoryBytes: number;
  /** Time from start to end, waiting included. */
  readonly wallMs: number;
}

/** A file that a script asked for. */
export interface FoundFile {
  /** Its name relative to the root of the repo. */
  readonly name: string;
  readonly file: ScreenFile;
}

/** The world of a script: everything that is not arithmetic goes through here. */
export interface ScriptHost {
  /** Make a request and block until it is answered. Throws nothing but a `RunEnd`. */
  http(request: FetchRequest): FetchAnswer;
  /** A Lua file beside the script, or below the root of its repo. */
  readModule(path: string): Result<FoundFile>;
  /** A file in the folder of the screen. */
  readAsset(path: string): Result<FoundFile>;
  /** @param place  where the script was; null where that is not known */
  log(level: ScriptLogLevel, message: string, place: FileLine | null): void;
  /** Process a picture and block until it is done; the request's bytes move away. Throws nothing but a `RunEnd`. Absent where nothing is drawn. */
  processImage?(request: ImageRequest): ImageAnswer;
  /**
   * Called every fraction of a millisecond of computing: a host that wants others to compute first blocks here.
   * Returns how long it blocked, in ms. May throw a `RunEnd`. Absent where nobody else waits.
   */
  pause?(): number;
  /** The wall clock, ms since the epoch. */
  nowMs(): number;
  /**
   * Time that a processor has spent on this thread, in ms. Null or absent where nobody knows: then the time that
   * passes counts, and a crowded machine counts against the script.
   */
  threadCpuMs?(): number | null;
  /**
   * Called once, when the script has used up its CPU time and just before the run fails, with the place
   * (`clock.lua:12`). A supervisor that has to kill the thread all the same can then say where it was.
   */
  noteOverrun?(where: string): void;
}

export interface ScriptRun {
  /** The script's file name as its author knows it; used in messages and as the seed of `math.random`. */
  readonly chunkName: string;
  readonly source: Uint8Array;
  /** Global tables such as `params`, `device`, `layout` and `fonts`. */
  readonly globals: Readonly<Record<string, PlainValue>>;
  readonly host: ScriptHost;
  readonly limits: ScriptLimits;
}

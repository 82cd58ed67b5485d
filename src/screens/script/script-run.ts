/** The input of one run of a script, and the services that its host provides. */

import type { DataAnswer } from '../../domain/pushed-data.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { Result } from '../../platform/base/result.ts';
import type { Unrepeatable } from '../../platform/base/unrepeatable.ts';
import type { ClockWindow } from '../../platform/time/clock-window.ts';
import type { FetchAnswer, FetchRequest } from '../fetch/request.ts';
import type { ScreenFile } from '../sources/files.ts';
import type { FileLine } from './file-line.ts';
import type { ImageAnswer, ImageRequest } from './image/image-request.ts';

/** Levels of a script's log lines. */
export type ScriptLogLevel = 'info' | 'warn' | 'error';

/** Limits of one run. */
export interface ScriptLimits {
  /** CPU time of the script; waiting for HTTP and pictures does not count. */
  readonly cpuMs: number;
  /** Size of Lua's heap; at least 15 MiB are always allowed, with which the WebAssembly memory starts. */
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

/** The services of the host. A script has no other access to anything outside of Lua. */
export interface ScriptHost {
  /**
   * Make a request and block until it is answered.
   * @throws {RunEnd} the run has to end
   */
  http(request: FetchRequest): FetchAnswer;
  /** Pushed data; absent where there are none. @throws {RunEnd} the run has to end */
  readData?(name: string): DataAnswer;
  /** Read a Lua file beside the script, or below the root of its repo. */
  readModule(path: string): Result<FoundFile>;
  /** Read a file in the folder of the screen. */
  readAsset(path: string): Result<FoundFile>;
  /**
   * Write a line to the log.
   * @param place  line of the script that logs; null when it is not known
   */
  log(level: ScriptLogLevel, message: string, place: FileLine | null): void;
  /**
   * Process a picture and block until it is done. The buffer of the request's bytes is transferred. Absent where scripts
   * are only checked.
   * @throws {RunEnd} the run has to end
   */
  processImage?(request: ImageRequest): ImageAnswer;
  /**
   * Called every fraction of a millisecond while Lua runs. Blocks while other runs should compute first. Absent where there
   * are no other runs.
   * @returns how long it blocked, in ms
   * @throws {RunEnd} the run has to end
   */
  pause?(): number;
  /** The wall clock, ms since the epoch. */
  nowMs(): number;
  /** Receives for how long the script would read the same of the clock. */
  noteClock?(window: ClockWindow): void;
  /** Receives why another run of the script may give another result, although it reads the same. */
  noteUnrepeatable?(why: Unrepeatable): void;
  /**
   * CPU time of this thread in ms. Null or absent when the system does not tell it; then the elapsed time counts, also on
   * a busy machine.
   */
  threadCpuMs?(): number | null;
  /**
   * Called once with the place (`clock.lua:12`) when the script has exceeded a time limit, just before the run fails. If
   * the thread has to be killed because the run does not end, the place is known then.
   */
  noteOverrun?(where: string): void;
}

/** One run of a script. */
export interface ScriptRun {
  /** The script's file name as its author knows it; used in messages and as the seed of `math.random`. */
  readonly chunkName: string;
  readonly source: Uint8Array;
  /** Global tables such as `params`, `device`, `layout` and `fonts`. */
  readonly globals: Readonly<Record<string, PlainValue>>;
  readonly host: ScriptHost;
  readonly limits: ScriptLimits;
}

/** What crosses between the main thread and its workers: clone-safe data, no functions, no secrets. */
import type { MessagePort } from 'node:worker_threads';
import type { LadderStep } from '../../domain/ladder-steps.ts';
import type { LoggedLine } from '../../domain/reads.ts';
import type { RenderSpec, ScriptChoices } from '../../domain/render-spec.ts';
import type { AssetFolder } from '../../pictures/svg/images/asset-files.ts';
import type { TextReport } from '../../pictures/text/extraction.ts';
import type { Deadline } from '../../platform/base/deadline.ts';
import type { Problem } from '../../platform/base/failure.ts';
import type { PlainObject, PlainValue } from '../../platform/base/plain.ts';
import type { WasmModule } from '../../platform/base/web-assembly.ts';
import type { Screen } from '../../screens/sources/screen.ts';
import type { Origins } from '../../screens/template/origins.ts';

/** What a compose worker gets when it starts. */
export interface ComposeSetup {
  /** The `fonts` table of scripts. */
  readonly fonts: PlainValue;
  readonly lua: WasmModule;
  /** Where screens are composed for devices, how many jobs wait: compose some before the first job. Else null. */
  readonly waiting: SharedArrayBuffer | null;
}

/** What a run needs of its screen. */
export type ComposeScreen = Pick<Screen, 'ref' | 'roots' | 'dir' | 'scriptFile' | 'templateFile'> &
  Partial<Pick<Screen, 'trustsAuthors' | 'allowPrivateNetwork'>>;

export interface ComposeJob {
  readonly jobId: number;
  readonly screen: ComposeScreen;
  /** Params with the screen's defaults merged under the mapping's. */
  readonly params: PlainObject;
  readonly device: PlainObject;
  readonly layout: PlainObject;
  /** True when the device has a picture that a script's `skip_update` may leave in place. */
  readonly hasPrevious: boolean;
  /** True when another screen is tried where the script has nothing to show. */
  readonly hasAlternative?: boolean;
  /** The time that script and template take for the present, in ms since 1970; absent for the actual one. */
  readonly nowMs?: number;
  /** When the pool was asked to run it, on the monotonic clock. */
  readonly askedMs: number;
  /** How long it and its earlier tries have waited for a thread. */
  readonly placeMs: number;
  readonly deadline: Deadline;
  /** Memory of the job's `ScriptClock`. */
  readonly clock: SharedArrayBuffer;
}

/** What every run gives. */
interface RunOutcome {
  /** What the script says of the next call: in so many seconds, or at a time in seconds since 1970. */
  readonly refreshSeconds: number | null;
  readonly refreshAt: number | null;
  /** What the run has read: JSON of a `RunReads`. */
  readonly reads: string;
}

/** A script asked to leave the picture as it is. */
interface Skipped extends RunOutcome {
  readonly kind: 'skipped';
}

/** A script has nothing to show, and there is another screen. */
interface NothingToShow extends RunOutcome {
  readonly kind: 'nothing';
}

export interface Composed extends RunOutcome {
  readonly kind: 'composed';
  readonly svg: string;
  /** SHA-256 of the SVG and of the files that it shows. */
  readonly svgDigest: string;
  /** These files, relative to the folder of the screen. */
  readonly files: readonly string[];
  readonly choices: ScriptChoices;
  readonly warnings: readonly Problem[];
  /** Where the pieces of the SVG stand in its templates. */
  readonly origins: Origins;
}

export type ComposeResult = Composed | Skipped | NothingToShow;

/** A run has loaded a file of an author after requests to the private network: it begins anew, without that reach. */
interface BeginsAnew {
  readonly kind: 'anew';
}

/** What one try of a compose job ends with. */
export type TryResult = ComposeResult | BeginsAnew;

/**
 * The kind of output. `panel`: the file that a device gets. The others are for people, without the panel's limits and
 * padding: `nominal` in the colours that are sent, `measured` the same inks as they look on the panel, `undithered` in
 * full colour.
 */
export type RasterOutput = 'panel' | 'nominal' | 'measured' | 'undithered';

/** A small SVG that is drawn over a finished picture, and its place in pixels. */
export interface Overlay {
  readonly svg: string;
  readonly x: number;
  readonly y: number;
  readonly widthPx: number;
  readonly heightPx: number;
}

export interface RasterJob {
  readonly svg: string;
  /** File name that messages give. */
  readonly name: string;
  readonly assets: AssetFolder;
  /** The files of that folder that it shows; default none. They are read before it is drawn. */
  readonly files?: readonly string[];
  readonly spec: RenderSpec;
  /** Counts only for output `panel`. */
  readonly overlay?: Overlay;
  /** Default `panel`. */
  readonly output?: RasterOutput;
  /** True: also tell how large the file for the panel would be, where the output is another one in inks or truecolour. */
  readonly measuresSize?: boolean;
  /** Where the pieces of the SVG stand in its templates: messages about the SVG then name the place in the template. */
  readonly origins?: Origins | null;
  /** When the pool was asked to draw it, on the monotonic clock; absent where it did not have to wait. */
  readonly askedMs?: number;
}

export interface RasterResult {
  readonly png: Uint8Array;
  /** Which step of the size ladder made it fit: 0 is the picture as specified. */
  readonly ladderStep: LadderStep;
  /** What was given up to make it fit, in plain words; null for the picture as specified. */
  readonly lost: string | null;
  /** Sizes of the PNGs that were tried and were over the limit, in the order of the tries. */
  readonly tooLargeBytes: readonly number[];
  /** Bytes of the file for the panel; absent where that was not made. */
  readonly panelBytes?: number;
  /** How the texts were drawn. */
  readonly texts: TextReport;
  readonly warnings: readonly Problem[];
}

/** What a compose worker tells the main thread, mostly while a job runs. */
export type WorkerMessage =
  /** Sent once, by a thread that is ready for its first job, with the rounds of its warm-up. */
  | { readonly kind: 'bridge'; readonly port: MessagePort; readonly rounds: number }
  | ({ readonly kind: 'log'; readonly jobId: number } & LoggedLine)
  | { readonly kind: 'overrun'; readonly jobId: number; readonly where: string };

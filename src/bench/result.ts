/** What a run of `stipple bench` gives: the content of its JSON file, from which table, report and comparison are made. */
import type { Stage } from '../platform/base/stages.ts';

/** Version of this layout; another one is not compared. */
export const RESULT_FORMAT = 1;

/** What a device calls; `cycle` is a whole wake, from the time at which it was due to its last answer. */
export type BenchRoute = 'cycle' | 'setup' | 'display' | 'image' | 'log';

/** Times in milliseconds. A call that was due earlier than it could be sent counts from when it was due. */
export interface Latency {
  readonly count: number;
  readonly mean: number;
  readonly p50: number;
  readonly p90: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /**
   * How far p50 and p99 of parts of the run are from each other, as a share of themselves (0.05 is 5 %); null where
   * there are too few calls to tell.
   */
  readonly noise: { readonly p50: number; readonly p99: number } | null;
  /** Buckets that are not empty, in order; bounds grow by a constant factor. */
  readonly histogram: readonly { readonly fromMs: number; readonly toMs: number; readonly count: number }[];
}

/** A kind of error, such as `HTTP 500`, `no answer in 15 s`, `connection refused`. */
export interface ErrorCount {
  readonly kind: string;
  readonly route: BenchRoute;
  readonly count: number;
  /** The first of them, in one line. */
  readonly example: string;
}

/** A piece of the run. Calls count in the piece in which they were due. */
export interface TimelinePoint {
  readonly fromSeconds: number;
  readonly seconds: number;
  /** Wakes that were due, those served without an error, 429s and errors among their calls. */
  readonly offered: number;
  readonly served: number;
  readonly held: number;
  readonly errors: number;
  /** Latency of whole cycles; null where none ended. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
  /** What a server that the bench started used: processors (1 is one core), and memory with all processes. */
  readonly serverCores: number | null;
  readonly serverMb: number | null;
}

/** One step of a search for the knee. */
export interface RampStep {
  readonly ratePerSecond: number;
  readonly seconds: number;
  readonly servedPerSecond: number;
  readonly p50: number | null;
  readonly p99: number | null;
  readonly errors: number;
  readonly held: number;
  /** Null where the server kept up, else why it did not, such as `p99 of 1 830 ms is over 1 000 ms`. */
  readonly failure: string | null;
}

/** The highest rate that a server keeps up with. */
export interface Knee {
  /** Wakes a second: the middle of the searches; null where not even the lowest rate was kept. */
  readonly ratePerSecond: number | null;
  /** What each search gave. */
  readonly searches: readonly (number | null)[];
  /** True when the searches agree within 10 %. */
  readonly agrees: boolean;
  /** What the steps had to keep. */
  readonly limits: { readonly p99Ms: number; readonly servedShare: number };
  readonly steps: readonly RampStep[];
}

/** Where the contents of a run came from: what a server composed, and what it did not have to. */
export interface Reuse {
  /** Taken from an earlier run that had read the same. */
  readonly reused: number;
  /** Joined to the same run while it was under way. */
  readonly joined: number;
  readonly fresh: number;
  /** Runs that none can be taken from, by the reason. */
  readonly notReusable: Readonly<Record<string, number>>;
}

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly node: string;
  readonly platform: string;
}

export interface BenchResult {
  readonly format: typeof RESULT_FORMAT;
  readonly stipple: string;
  readonly startedAt: string;
  readonly machine: Machine;
  readonly plan: {
    readonly preset: string;
    /** `own` is a server that the bench started. */
    readonly target: { readonly kind: 'own' | 'running'; readonly url: string };
    readonly devices: number;
    /** What the devices show, with the number of devices; empty for a running server, which decides itself. */
    readonly screens: Readonly<Record<string, number>>;
    readonly mode: 'device' | 'cold' | 'hot';
    readonly refreshSeconds: number | null;
    readonly ratePerSecond: number | null;
    readonly durationSeconds: number;
    readonly seed: number;
  };
  /** True when the run was ended before its time, and why. */
  readonly cutShort: string | null;
  /** Time from the first wake that was due to the last answer. */
  readonly seconds: number;
  /** Wakes that were due, that were sent, and that were served without an error. */
  readonly offered: number;
  readonly sent: number;
  readonly served: number;
  /** Answers of 429. */
  readonly held: number;
  /** Wakes for which no picture was fetched, because the device had it. */
  readonly unchanged: number;
  /** Null where the server does not tell. */
  readonly reuse: Reuse | null;
  readonly routes: Readonly<Partial<Record<BenchRoute, Latency>>>;
  /** Empty where the server did not tell: it does so only to the admin token. */
  readonly stages: Readonly<Partial<Record<Stage, Latency>>>;
  readonly errors: readonly ErrorCount[];
  readonly bytes: { readonly received: number; readonly sent: number; readonly pictures: number };
  readonly timeline: readonly TimelinePoint[];
  /** A server that the bench started; null for another. */
  readonly server: {
    readonly startMs: number;
    readonly cpuSeconds: number;
    readonly peakMb: number;
    readonly endMb: number;
  } | null;
  /** The bench itself. `lagP99Ms`: how late it sent calls that were due, for reasons of its own. */
  readonly client: { readonly cpuSeconds: number; readonly lagP99Ms: number };
  readonly knee: Knee | null;
  /** What the reader must know, such as that the client was too slow. */
  readonly warnings: readonly string[];
}

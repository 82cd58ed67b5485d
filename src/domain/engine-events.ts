/** What the engine announces while it works: an event is declared here, and whoever wants it listens with `on`. */
import { EventEmitter } from 'node:events';
import type { FailureCode } from '../platform/base/failure.ts';
import type { StageTimes } from '../platform/base/stages.ts';
import type { Unrepeatable } from '../platform/base/unrepeatable.ts';
import type { ContentHash } from './content-hash.ts';
import type { DrawingFacts } from './trail/entries.ts';

/** Kinds of workers: threads that run screens, and workers that draw, process images of scripts, or check screens. */
export type WorkerKind = 'compose' | 'raster' | 'image' | 'check';

/** Why a worker was ended before its time, or ended by itself. */
export type WorkerLoss = 'deadline' | 'cpu_limit' | 'memory' | 'crash';

/** How a request of a script to another server ended. */
export type UpstreamOutcome = 'ok' | 'http_error' | 'failed' | 'refused';

/** When the picture was drawn that a device fetched for the first time. */
export type DrawnWhen = 'ahead' | 'while_waiting' | 'on_call';

/** Where the SVG of a device came from: an earlier run, a run for another device that was under way, or its own. */
export type ComposedHow = 'reused' | 'joined' | 'fresh';

/** Names of events, and what their listeners are given. */
interface EventTable {
  /** A run of a screen, or a drawing, has ended, be it in a failure. */
  stages: [screen: string, timesMs: StageTimes];
  /** A screen has failed, or its picture could not be drawn. */
  screenFailed: [screen: string, code: FailureCode];
  /** A picture was fetched for the first time, so long after a device was told of it. */
  firstFetch: [screen: string, afterMs: number, drawn: DrawnWhen];
  /** A picture was drawn before any device asked for it; nobody has asked for it when it leaves the store. */
  drawnInVain: [screen: string];
  /** A picture was drawn: its size, and the limit that it has to keep. */
  pictureDrawn: [screen: string, bytes: number, maxBytes: number];
  /** A picture was made for a call of a device, or for nobody that is known. */
  pictureMade: [hash: ContentHash, drawing: Omit<DrawingFacts, 'atMs'>, device: string | null];
  /** A picture that was drawn here is kept. */
  pictureKept: [hash: ContentHash, png: Buffer];
  /** A worker has ended that should have lived on. */
  workerLost: [kind: WorkerKind, why: WorkerLoss];
  /** A request of a script to a host has ended. */
  upstream: [host: string, outcome: UpstreamOutcome, ms: number];
  /** A screen was composed for a device, in one of three ways. */
  composed: [screen: string, how: ComposedHow];
  /** The result of a run cannot be used again. */
  notReusable: [screen: string, why: Unrepeatable];
  /** A result in use was compared with that of a new run. */
  reuseVerified: [screen: string, isSame: boolean];
  /** A device calls that should have called so many times since its last call. */
  missedPolls: [count: number];
  /** A request to this server was answered, or its caller has left. */
  answered: [path: string, status: number, ms: number];
}

/** Announces events. Listeners are called at once, in the order in which they came, and must neither throw nor take long. */
export class EngineEvents extends EventEmitter<EventTable> {}

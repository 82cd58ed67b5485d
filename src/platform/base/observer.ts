/** What the engine tells while it works, for metrics. Nothing waits for whoever listens. */
import type { FailureCode } from './failure.ts';
import type { StageTimes } from './stages.ts';
import type { Unrepeatable } from './unrepeatable.ts';

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

export interface EngineObserver {
  /** A run of a screen, or a drawing, has ended, be it in a failure. */
  stages(screen: string, timesMs: StageTimes): void;
  /** A screen has failed, or its picture could not be drawn. */
  screenFailed(screen: string, code: FailureCode): void;
  /** A picture was fetched for the first time, so long after a device was told of it. */
  firstFetch(screen: string, afterMs: number, drawn: DrawnWhen): void;
  /** A picture was drawn before any device asked for it; nobody has asked for it when it leaves the store. */
  drawnInVain(screen: string): void;
  /** A picture was drawn: its size, and the limit that it has to keep. */
  pictureDrawn(screen: string, bytes: number, maxBytes: number): void;
  /** A worker has ended that should have lived on. */
  workerLost(kind: WorkerKind, why: WorkerLoss): void;
  /** A request of a script to a host has ended. */
  upstream(host: string, outcome: UpstreamOutcome, ms: number): void;
  /** A screen was composed for a device, in one of three ways. */
  composed(screen: string, how: ComposedHow): void;
  /** The result of a run cannot be used again. */
  notReusable(screen: string, why: Unrepeatable): void;
  /** A result in use was compared with that of a new run. */
  reuseVerified(screen: string, isSame: boolean): void;
  /** A device calls that should have called so many times since its last call. */
  missedPolls(count: number): void;
}

/** Listens to nothing. */
export const NO_OBSERVER: EngineObserver = {
  stages: () => {},
  screenFailed: () => {},
  firstFetch: () => {},
  drawnInVain: () => {},
  pictureDrawn: () => {},
  workerLost: () => {},
  upstream: () => {},
  composed: () => {},
  notReusable: () => {},
  reuseVerified: () => {},
  missedPolls: () => {},
};

/** Hands on what the engine tells: whoever listens is there only later, or never. */
export class ObserverLink implements EngineObserver {
  listener: EngineObserver = NO_OBSERVER;

  stages(screen: string, timesMs: StageTimes): void {
    this.listener.stages(screen, timesMs);
  }

  screenFailed(screen: string, code: FailureCode): void {
    this.listener.screenFailed(screen, code);
  }

  firstFetch(screen: string, afterMs: number, drawn: DrawnWhen): void {
    this.listener.firstFetch(screen, afterMs, drawn);
  }

  drawnInVain(screen: string): void {
    this.listener.drawnInVain(screen);
  }

  pictureDrawn(screen: string, bytes: number, maxBytes: number): void {
    this.listener.pictureDrawn(screen, bytes, maxBytes);
  }

  workerLost(kind: WorkerKind, why: WorkerLoss): void {
    this.listener.workerLost(kind, why);
  }

  upstream(host: string, outcome: UpstreamOutcome, ms: number): void {
    this.listener.upstream(host, outcome, ms);
  }

  composed(screen: string, how: ComposedHow): void {
    this.listener.composed(screen, how);
  }

  notReusable(screen: string, why: Unrepeatable): void {
    this.listener.notReusable(screen, why);
  }

  reuseVerified(screen: string, isSame: boolean): void {
    this.listener.reuseVerified(screen, isSame);
  }

  missedPolls(count: number): void {
    this.listener.missedPolls(count);
  }
}

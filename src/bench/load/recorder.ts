/** Collects what a run measures: latencies of routes and stages, errors, bytes, and the course of the run. */
import { STAGES, type Stage, type StageTimes } from '../../platform/base/stages.ts';
import type { BenchResult, BenchRoute, ErrorCount, Latency, TimelinePoint } from '../result.ts';
import { LatencyParts } from './latency-parts.ts';
import { type WakeEnd, Window } from './window.ts';

/** Parts of the run whose percentiles are compared, to know how much they vary. */
const PARTS = 8;
/** Pieces of the timeline: as many as a chart can show. */
const MAX_POINTS = 120;

/** An error of a call, or of a wake that was not sent. */
export interface BenchError {
  readonly route: BenchRoute;
  readonly kind: string;
  readonly example: string;
}

/** Server figures at a moment. */
export interface UsagePoint {
  readonly atMs: number;
  readonly cpuSeconds: number;
  readonly mb: number;
}

const MAX_ERROR_KINDS = 50;

export class Recorder {
  readonly #durationMs: number;
  readonly #pieceMs: number;
  readonly #pieces: Window[] = [];
  /** Further spans that somebody looks at. */
  readonly #watched: Window[] = [];
  readonly #routes = new Map<BenchRoute, LatencyParts>();
  readonly #stages = new Map<Stage, LatencyParts>();
  readonly #errors = new Map<string, { error: BenchError; count: number }>();
  readonly #usage: UsagePoint[] = [];
  offered = 0;
  sent = 0;
  served = 0;
  held = 0;
  unchanged = 0;
  pictures = 0;
  pictureBytes = 0;

  /** @param durationMs  of the run as planned; for a search, what it takes at most */
  constructor(durationMs: number) {
    this.#durationMs = durationMs;
    this.#pieceMs = Math.max(1, Math.ceil(durationMs / 1000 / MAX_POINTS)) * 1000;
  }

  /** Count the wakes that are due from now on in a span of time on their own, too. */
  watch(window: Window): void {
    this.#watched.push(window);
  }

  /** A wake is due. */
  due(dueMs: number): void {
    this.offered += 1;
    for (const window of this.#windowsOf(dueMs)) window.offered += 1;
  }

  /** A call has been answered. `dueMs` is the time at which its wake was due. */
  call(route: BenchRoute, dueMs: number, tookMs: number): void {
    this.#parts(this.#routes, route).record(dueMs, tookMs);
  }

  stages(dueMs: number, times: StageTimes): void {
    for (const [stage, ms] of Object.entries(times)) {
      this.#parts(this.#stages, stage as Stage).record(dueMs, ms);
    }
  }

  error(dueMs: number, error: BenchError): void {
    for (const window of this.#windowsOf(dueMs)) window.errors += 1;
    this.countError(error, 1);
  }

  /** Errors that belong to no moment of the run. */
  countError(error: BenchError, count: number): void {
    const key = `${error.route} ${error.kind}`;
    const known = this.#errors.get(key);
    if (known !== undefined) known.count += count;
    // Kinds are few; a server that makes up a new one with every answer is counted under the last.
    else if (this.#errors.size < MAX_ERROR_KINDS) this.#errors.set(key, { error, count });
    else this.#addToLast(count);
  }

  /** A wake has ended. */
  end(dueMs: number, tookMs: number, how: WakeEnd): void {
    for (const window of this.#windowsOf(dueMs)) window.end(dueMs, tookMs, how);
    if (how === 'held') this.held += 1;
    if (how !== 'served') return;
    this.served += 1;
    this.#parts(this.#routes, 'cycle').record(dueMs, tookMs);
  }

  usage(point: UsagePoint): void {
    this.#usage.push(point);
  }

  get errorCount(): number {
    let count = 0;
    for (const entry of this.#errors.values()) count += entry.count;
    return count;
  }

  errors(): readonly ErrorCount[] {
    return [...this.#errors.values()]
      .map(({ error, count }) => ({ ...error, count }))
      .toSorted((a, b) => b.count - a.count);
  }

  figures(): Pick<BenchResult, 'routes' | 'stages' | 'timeline'> {
    return {
      routes: summaries(this.#routes, ROUTES),
      stages: summaries(this.#stages, Object.keys(STAGES) as Stage[]),
      timeline: this.#timeline(),
    };
  }

  #timeline(): readonly TimelinePoint[] {
    return Array.from(this.#pieces, (piece, index) => {
      const window = piece ?? this.#newPiece(index);
      const { fromMs, toMs, offered, served, held, errors } = window;
      return {
        fromSeconds: fromMs / 1000,
        seconds: this.#pieceMs / 1000,
        offered,
        served,
        held,
        errors,
        p50: window.percentile(50),
        p99: window.percentile(99),
        max: window.percentile(100),
        ...this.#usageOf(fromMs, toMs),
      };
    });
  }

  /** Processors in use and memory in a piece, from the figures at its ends. */
  #usageOf(fromMs: number, toMs: number): Pick<TimelinePoint, 'serverCores' | 'serverMb'> {
    const before = this.#usage.findLast(({ atMs }) => atMs <= fromMs) ?? this.#usage[0];
    const after = this.#usage.findLast(({ atMs }) => atMs <= toMs);
    if (before === undefined || after === undefined || after.atMs <= before.atMs) {
      return { serverCores: null, serverMb: null };
    }
    const seconds = (after.atMs - before.atMs) / 1000;
    return { serverCores: (after.cpuSeconds - before.cpuSeconds) / seconds, serverMb: after.mb };
  }

  #windowsOf(dueMs: number): Window[] {
    const index = Math.max(0, Math.floor(dueMs / this.#pieceMs));
    const piece = this.#pieces[index] ?? this.#newPiece(index);
    this.#pieces[index] = piece;
    return [piece, ...this.#watched.filter((window) => window.covers(dueMs))];
  }

  #newPiece(index: number): Window {
    return new Window(index * this.#pieceMs, (index + 1) * this.#pieceMs);
  }

  #parts<Name>(all: Map<Name, LatencyParts>, name: Name): LatencyParts {
    let parts = all.get(name);
    if (parts === undefined) {
      parts = new LatencyParts(this.#durationMs / PARTS);
      all.set(name, parts);
    }
    return parts;
  }

  #addToLast(count: number): void {
    const last = [...this.#errors.values()].at(-1);
    if (last !== undefined) last.count += count;
  }
}

const ROUTES: readonly BenchRoute[] = ['cycle', 'setup', 'display', 'image', 'log'];

/** The figures of those that were measured, in order. */
function summaries<Name extends string>(
  all: ReadonlyMap<Name, LatencyParts>,
  order: readonly Name[],
): Partial<Record<Name, Latency>> {
  const found: Partial<Record<Name, Latency>> = {};
  for (const name of order) {
    const parts = all.get(name);
    if (parts !== undefined) found[name] = parts.summary();
  }
  return found;
}

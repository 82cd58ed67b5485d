/** What a look at the health of a server reads. */
import type { HealthRecorder } from '../../fleet/health/health-recorder.ts';
import type { ServerFacts } from '../../fleet/register/presence.ts';
import type { StateEngine } from '../../state/state.ts';

export interface QueueFigures {
  readonly name: 'compose' | 'raster';
  readonly waiting: number;
  readonly running: number;
  readonly limit: number;
}

export interface ThreadFigures {
  readonly size: number;
  readonly busy: number;
}

export interface CacheFigures {
  readonly name: string;
  /** Null where nobody counts. */
  readonly entries: number | null;
  readonly bytes: number;
  readonly limitBytes: number;
  readonly hits: number | null;
  readonly misses: number | null;
}

/** The state store. */
export interface StateFigures {
  readonly engine: StateEngine;
  readonly isUp: boolean;
  readonly calls: number;
  readonly failed: number;
  /** Mean time of a call since the start; null before the first. */
  readonly meanMs: number | null;
  /** Damaged records by kind, with their keys. */
  readonly setAside: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What keeps processes that draw, and the server, apart from others. */
export interface ConfinementFigures {
  readonly landlock: number;
  readonly seccomp: boolean;
  readonly hidden: boolean;
  /** What does not hold, in words. */
  readonly missing: readonly string[];
}

export interface HealthSources {
  readonly startedMs: number;
  readonly recorder: HealthRecorder;
  isReady(): boolean;
  queues(): readonly QueueFigures[];
  threads(): Readonly<Record<'compose' | 'raster', ThreadFigures>>;
  caches(): readonly CacheFigures[];
  confinement(): ConfinementFigures;
  state(): StateFigures;
  /** This server is one of them; empty where it is alone. */
  servers(): ReadonlyMap<string, ServerFacts>;
  readonly ownId: string;
}

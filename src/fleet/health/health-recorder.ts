/** Keeps how long answers, stages and screens took in the last minutes, with metrics or without. */

import type { EngineEvents, WorkerKind } from '../../domain/engine-events.ts';
import { BoundedNames } from '../../platform/base/bounded-names.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { RecentTimes, type TimesSummary } from '../../platform/base/recent-times.ts';
import { ownTime, STAGES, type Stage, type StageTimes } from '../../platform/base/stages.ts';

/** Answers whose times are kept: those that devices wait for. */
export const TIMED_ROUTES = [
  'display',
  'image',
  'setup',
  'log',
  'frame',
] as const satisfies readonly AnswerRoute[];
export type TimedRoute = (typeof TIMED_ROUTES)[number];

const ALL_STAGES = Object.keys(STAGES) as Stage[];

interface ScreenTimes {
  readonly times: RecentTimes;
  /** Runs that failed, as times of nothing: of them only the number counts. */
  readonly failures: RecentTimes;
}

/** One screen in the last minutes. */
export interface ScreenHealth extends TimesSummary {
  readonly screen: string;
  readonly failures: number;
}

export class HealthRecorder {
  /** Workers that ended before their time, since the start. */
  readonly lost: Record<WorkerKind, number> = { compose: 0, raster: 0, image: 0, check: 0 };
  /** Where the SVGs of display calls came from, since the start. */
  readonly reuse = { hits: 0, misses: 0 };
  readonly #nowMs: () => number;
  readonly #routes = new Map<AnswerRoute, RecentTimes>(TIMED_ROUTES.map((route) => [route, recent()]));
  readonly #stages = new Map<Stage, RecentTimes>(ALL_STAGES.map((stage) => [stage, recent()]));
  readonly #names = new BoundedNames(LIMITS.metricScreens);
  readonly #screens = new Map<string, ScreenTimes>();

  /** @param nowMs  a clock that never goes back */
  constructor(events: EngineEvents, nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    events.on('answered', (path, _status, ms) => this.#routes.get(routeOf(path))?.note(ms, nowMs()));
    events.on('stages', (screen, timesMs) => this.#noteStages(screen, timesMs));
    events.on('screenFailed', (screen) => this.#screenOf(screen).failures.note(0, nowMs()));
    events.on('workerLost', (kind) => {
      this.lost[kind] += 1;
    });
    events.on('composed', (_screen, how) => {
      this.reuse[how === 'fresh' ? 'misses' : 'hits'] += 1;
    });
  }

  #noteStages(screen: string, timesMs: StageTimes): void {
    const nowMs = this.#nowMs();
    for (const stage of ALL_STAGES) {
      const ms = timesMs[stage];
      if (ms !== undefined) this.#stages.get(stage)?.note(ms, nowMs);
    }
    const ownMs = ownTime(timesMs);
    if (ownMs !== null) this.#screenOf(screen).times.note(ownMs, nowMs);
  }

  /** Times of answers and stages; those that did not take place are left out. */
  latency(): readonly (TimesSummary & {
    readonly kind: 'answer' | 'stage';
    readonly name: TimedRoute | Stage;
  })[] {
    const nowMs = this.#nowMs();
    const answers = [...this.#routes].map(([name, times]) => ({ kind: 'answer', name, times }) as const);
    const stages = [...this.#stages].map(([name, times]) => ({ kind: 'stage', name, times }) as const);
    return [...answers, ...stages].flatMap(({ kind, name, times }) => {
      const summary = times.summary(nowMs);
      return summary === null ? [] : [{ kind, name: name as TimedRoute | Stage, ...summary }];
    });
  }

  /** The screens that took longest, the slowest first. */
  slowest(most: number): readonly ScreenHealth[] {
    const nowMs = this.#nowMs();
    const screens = [...this.#screens].flatMap(([screen, { times, failures }]) => {
      const summary = times.summary(nowMs);
      const failed = failures.summary(nowMs)?.count ?? 0;
      return summary === null ? [] : [{ screen, ...summary, failures: failed }];
    });
    return screens.sort((a, b) => b.p95Ms - a.p95Ms).slice(0, most);
  }

  #screenOf(screen: string): ScreenTimes {
    const name = this.#names.of(screen);
    let known = this.#screens.get(name);
    if (known === undefined) {
      known = { times: recentOfScreen(), failures: recentOfScreen() };
      this.#screens.set(name, known);
    }
    return known;
  }
}

function recent(): RecentTimes {
  return new RecentTimes(HEALTH_LIMITS.slots, HEALTH_LIMITS.slotMs);
}

function recentOfScreen(): RecentTimes {
  return new RecentTimes(HEALTH_LIMITS.screenSlots, HEALTH_LIMITS.screenSlotMs);
}

export const HEALTH_LIMITS = {
  /** Answers and stages: long enough that a device with a usual refresh has called. 5 KB for each of some twenty names. */
  slots: 15,
  slotMs: 60_000,
  /** There are many screens, so their spans are coarser: 1 KB each. */
  screenSlots: 3,
  screenSlotMs: 300_000,
  /** A page shows no more. */
  slowest: 20,
  failing: 50,
  servers: 100,
  damagedKeys: 20,
} as const;

const ROUTES = [
  // A mirror calls these: they are no poll.
  ['/api/display/current', 'other'],
  ['/api/display', 'display'],
  ['/api/image/', 'image'],
  ['/api/setup', 'setup'],
  ['/api/log', 'log'],
  ['/frame/', 'frame'],
  // Lasts as long as its reader stays.
  ['/api/admin/stream', 'stream'],
  ['/api/admin', 'admin'],
  ['/health', 'probe'],
  ['/ready', 'probe'],
] as const;

export type AnswerRoute = (typeof ROUTES)[number][1] | 'other';

export function routeOf(path: string): AnswerRoute {
  return ROUTES.find(([start]) => path.startsWith(start))?.[1] ?? 'other';
}

/** The stages of a picture, from the call of a device to the PNG, and their times: for metrics, logs and the header `Server-Timing`. */
import type { Result } from './result.ts';

/** Each stage with what happens in it, in order. */
export const STAGES = {
  place: 'wait for a thread that runs the screen',
  script: 'script, without its waiting for HTTP',
  upstream: 'HTTP requests of the script, and images that it has processed',
  template: 'template',
  check: 'check and hash of the SVG',
  queue: 'wait for a worker that draws',
  svg: 'SVG pass: parsing, styles, geometry',
  text: 'text engine',
  images: 'decoding of images',
  fonts: 'fonts for the renderer',
  plan: 'plan of the tiles',
  draw: 'drawing',
  tone: 'mask of continuous tone',
  dither: 'dithering',
  encode: 'encoding of the PNG',
} as const;

export type Stage = keyof typeof STAGES;

/** Time of each stage that took place, in milliseconds. */
export type StageTimes = Partial<Record<Stage, number>>;

export class StageClock {
  /** What the stages have taken so far. The running one is counted when it ends. */
  readonly times: StageTimes;
  #running: Stage | null = null;
  #sinceMs = 0;

  /** @param before  times that were measured elsewhere */
  constructor(before: StageTimes = {}) {
    this.times = { ...before };
  }

  /** A stage begins. It may have run before: its times are added up. */
  begin(stage: Stage): void {
    this.#turn(stage);
  }

  /** No stage runs any more. */
  end(): void {
    this.#turn(null);
  }

  /** Count a piece of work as another stage than the one that runs, which then goes on. */
  during<T>(stage: Stage, work: () => T): T {
    const before = this.#running;
    this.#turn(stage);
    try {
      return work();
    } finally {
      this.#turn(before);
    }
  }

  #turn(next: Stage | null): void {
    const nowMs = performance.now();
    const ended = this.#running;
    if (ended !== null) this.times[ended] = (this.times[ended] ?? 0) + nowMs - this.#sinceMs;
    this.#running = next;
    this.#sinceMs = nowMs;
  }
}

/** A result with the time of each stage that was reached, be it a failure. */
export type Timed<T> = Result<T> & { readonly stagesMs: StageTimes };

/** A result from a pool of workers: without times where the worker does not measure, or was killed. */
export type Answered<T> = Result<T> & { readonly stagesMs?: StageTimes };

const NAMES = Object.keys(STAGES) as readonly Stage[];

/** What a screen itself takes until its picture can be drawn: all but the wait for a thread. */
const OWN_STAGES: readonly Stage[] = ['script', 'upstream', 'template', 'check'];

/** The stages that took place and their times, in order. */
export function stagesIn(times: StageTimes): readonly (readonly [stage: Stage, ms: number])[] {
  return NAMES.flatMap((stage) => {
    const ms = times[stage];
    return ms === undefined ? [] : [[stage, ms] as const];
  });
}

/** The times of two pieces of work in one. */
export function addTimes(first: StageTimes, second: StageTimes): StageTimes {
  const sum: StageTimes = { ...first };
  for (const [stage, ms] of stagesIn(second)) sum[stage] = (sum[stage] ?? 0) + ms;
  return sum;
}

/** The time of the screen itself, without drawing and waiting; null where it did not run. */
export function ownTime(timesMs: StageTimes): number | null {
  let [sum, hasRun] = [0, false];
  for (const stage of OWN_STAGES) {
    const ms = timesMs[stage];
    if (ms === undefined) continue;
    sum += ms;
    hasRun = true;
  }
  return hasRun ? sum : null;
}

/** Times as log lines show them: to a hundredth of a millisecond. */
export function roundTimes(times: StageTimes): StageTimes {
  return Object.fromEntries(stagesIn(times).map(([stage, ms]) => [stage, Math.round(ms * 100) / 100]));
}

/**
 * Read times that come from a confined process, which may send anything: only stages that exist, and times that are
 * possible.
 * @param withinMs  how long the work took, as its observer saw it
 */
export function readTimes(sent: unknown, withinMs: number): StageTimes {
  const given = (typeof sent === 'object' && sent !== null ? sent : {}) as Readonly<Record<string, unknown>>;
  const times: StageTimes = {};
  for (const stage of NAMES) {
    const ms = Object.hasOwn(given, stage) ? given[stage] : undefined;
    if (typeof ms === 'number' && ms >= 0 && ms <= withinMs) times[stage] = ms;
  }
  return times;
}

/** Searches the knee: the highest rate of wakes that a server keeps up with. */
import { BENCH_LIMITS } from './bench-limits.ts';
import { wakesAtRate } from './load/arrivals.ts';
import type { LoadRun } from './load/load-run.ts';
import type { Random } from './load/random.ts';
import type { Recorder } from './load/recorder.ts';
import { Window } from './load/window.ts';
import type { Knee, RampStep } from './result.ts';

/** What a step has to keep to count as kept up with. */
export const RAMP_LIMITS = { p99Ms: 1_000, servedShare: 0.97 } as const;

/** The first rate of a search, and the lowest one that is tried. */
const FIRST_RATE = 8;
const LOWEST_RATE = 0.5;
const FACTOR = 1.5;
/** Halvings of the last interval, on a logarithmic scale: the knee is known to 1.5^(1/8), which is 5 %. */
const HALVINGS = 3;
/** Where two searches differ by more, a third one is made; the machine is too noisy for an exact knee then. */
const AGREE_SHARE = 0.1;
const SEARCHES = 3;
/** Wakes at the rate of a step before those that count: a fifth of its time. */
const LEAD_IN = 0.2;
/** Wakes that are due in the last part of a step may end after it. */
const GRACE = 0.05;
/** Pause between steps, in which the server finishes what it does in the background. */
const REST_MS = 300;

export interface RampOptions {
  readonly run: LoadRun;
  readonly recorder: Recorder;
  readonly stepSeconds: number;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly onStep: (step: RampStep) => void;
}

/** Search two times, and a third time where the two do not agree. */
export async function findKnee(options: RampOptions): Promise<Knee> {
  const steps: RampStep[] = [];
  const ramp = new Ramp({ ...options, onStep: (step) => options.onStep(step) }, steps);
  const searches: (number | null)[] = [];
  let from = FIRST_RATE;
  while (searches.length < SEARCHES && !options.signal.aborted && agreement(searches) === null) {
    const found = await ramp.search(from);
    if (options.signal.aborted) break;
    searches.push(found);
    from = Math.max((found ?? LOWEST_RATE) / FACTOR, LOWEST_RATE);
  }
  const agreed = agreement(searches);
  return {
    ratePerSecond: agreed ?? middle(searches),
    searches,
    agrees: agreed !== null,
    limits: RAMP_LIMITS,
    steps,
  };
}

class Ramp {
  readonly #options: RampOptions;
  readonly #steps: RampStep[];

  constructor(options: RampOptions, steps: RampStep[]) {
    this.#options = options;
    this.#steps = steps;
  }

  /** The highest rate that is kept, or null when not even the lowest one is. */
  async search(from: number): Promise<number | null> {
    let { good, bad } = await this.#climb(from);
    while (good === 0 && bad > LOWEST_RATE && !this.#aborted) {
      if (await this.#keeps(bad / FACTOR)) good = bad / FACTOR;
      else bad /= FACTOR;
    }
    if (good === 0) return null;
    return Number.isFinite(bad) ? this.#halve(good, bad) : good;
  }

  /** Raise the rate until it is not kept. */
  async #climb(from: number): Promise<{ good: number; bad: number }> {
    let good = 0;
    for (let rate = from; rate <= BENCH_LIMITS.rate && !this.#aborted; rate *= FACTOR) {
      // A step may fail for a reason of the machine's own.
      const keeps = (await this.#keeps(rate)) || (await this.#keeps(rate));
      if (!keeps) return { good, bad: rate };
      good = rate;
    }
    return { good, bad: Number.POSITIVE_INFINITY };
  }

  async #halve(from: number, to: number): Promise<number> {
    let [good, bad] = [from, to];
    for (let halving = 0; halving < HALVINGS && !this.#aborted; halving += 1) {
      const between = Math.sqrt(good * bad);
      if (await this.#keeps(between)) good = between;
      else bad = between;
    }
    return good;
  }

  get #aborted(): boolean {
    return this.#options.signal.aborted;
  }

  async #keeps(ratePerSecond: number): Promise<boolean> {
    const { run, recorder, stepSeconds, random, signal, onStep } = this.#options;
    if (signal.aborted) return false;
    const leadInMs = stepSeconds * 1000 * LEAD_IN;
    const durationMs = leadInMs + stepSeconds * 1000;
    const fromMs = run.nowMs + leadInMs;
    const window = new Window(fromMs, fromMs + stepSeconds * 1000);
    recorder.watch(window);
    await run.send(wakesAtRate(run.deviceCount, ratePerSecond, durationMs, random), recorder);
    await run.rest(REST_MS);
    if (signal.aborted) return false;
    const step = judge(window, ratePerSecond, stepSeconds);
    this.#steps.push(step);
    onStep(step);
    return step.failure === null;
  }
}

function judge(window: Window, ratePerSecond: number, seconds: number): RampStep {
  const { offered, errors, held, endedInside } = window;
  const p99 = window.percentile(99);
  const excused = ratePerSecond * seconds * GRACE;
  const share = offered === 0 ? 1 : Math.min((endedInside + excused) / offered, 1);
  return {
    ratePerSecond,
    seconds,
    servedPerSecond: endedInside / seconds,
    p50: window.percentile(50),
    p99,
    errors,
    held,
    failure: failureOf({ errors, held, p99, share }),
  };
}

function failureOf(figures: {
  readonly errors: number;
  readonly held: number;
  readonly p99: number | null;
  readonly share: number;
}): string | null {
  const { errors, held, p99, share } = figures;
  const { p99Ms, servedShare } = RAMP_LIMITS;
  if (errors > 0) return `${errors} errors`;
  if (held > 0) return `${held} answers of 429`;
  if (p99 !== null && p99 > p99Ms) return `p99 of ${Math.round(p99)} ms is over ${p99Ms} ms`;
  if (share < servedShare) return `${Math.round(share * 100)} % of the wakes ended in time`;
  return null;
}

/** The mean of searches that all lie within 10 % of each other; null where they do not, and for a single one. */
export function agreement(searches: readonly (number | null)[]): number | null {
  const known = searches.filter((rate) => rate !== null);
  if (known.length < 2 || known.length < searches.length) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if ((most - least) / most > AGREE_SHARE) return null;
  return known.reduce((sum, rate) => sum + rate, 0) / known.length;
}

function middle(searches: readonly (number | null)[]): number | null {
  const known = searches.filter((rate) => rate !== null).toSorted((a, b) => a - b);
  return known[Math.floor((known.length - 1) / 2)] ?? null;
}

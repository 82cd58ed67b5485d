/** What runs of each screen have cost so far, which decides the class of the next run before it has used anything. */
import { recentlyUsed } from '../../platform/base/recently-used.ts';
import type { Standing } from '../../platform/queues/priority-semaphore.ts';

/** There are several threads a core: one ms of computing costs other jobs as much as so many ms of waiting. */
const CPU_WEIGHT = 5;
/** A quick run computes for at most 100 ms, or waits for half a second. */
const QUICK_COST = 500;
/** An honest slow one waits for three seconds, for instance, and computes for 300 ms. */
const SLOW_COST = 5_000;
/** The cost of a run that was cut short, or took long and then failed: screens with something to show go first. */
const FAILED_COST = 20_000;

/** Classes of runs, the quickest first. */
export const RANK = {
  /** Asks no server, so no server can keep it waiting. */
  alone: 0,
  quick: 1,
  slow: 2,
  /** The first run of a screen. */
  unknown: 3,
  worst: 4,
} as const;

/** The part of a cost that remains after each cheaper run: one good run does not make a screen quick. */
const DECAY = 0.5;
/** Screens that are remembered, and hosts of one. */
const MAX_SCREENS = 4_000;
const MAX_HOSTS = 8;

/** What one run has used, so far or in all. */
export interface Usage {
  /** Time that it waited for other servers or for other threads' work. */
  readonly waitedMs: number;
  readonly cpuMs: number;
  /** Hosts that it asked. */
  readonly hosts: ReadonlySet<string>;
  /** True when it asked for anything but a turn. */
  readonly asked: boolean;
}

interface Known {
  rank: number;
  sharers: readonly string[];
  cost: number;
}

/** The class of a run that has used so much. */
export function costRank({ waitedMs, cpuMs, asked }: Usage): number {
  return rankOfCost(costOf(waitedMs, cpuMs), asked);
}

function costOf(waitedMs: number, cpuMs: number): number {
  return waitedMs + CPU_WEIGHT * cpuMs;
}

function rankOfCost(cost: number, asked: boolean): number {
  if (cost > SLOW_COST) return RANK.worst;
  if (cost > QUICK_COST) return RANK.slow;
  return asked ? RANK.quick : RANK.alone;
}

/** How a run ended; `running` when it goes on, or was ended for the sake of others. */
export type RunEnding = 'done' | 'failed' | 'cut short' | 'running';

/** How the next run of a screen stands, and what the last ones have cost. */
export interface ScreenStanding extends Standing {
  readonly cost: number;
}

export class ScreenCosts {
  readonly #known = recentlyUsed<string, Known>(MAX_SCREENS);

  /** How a screen stands now; it changes as its runs are noted. */
  standingOf(screen: string): ScreenStanding {
    let known = this.#known.get(screen);
    if (known === undefined) {
      known = { rank: RANK.unknown, sharers: [screenSharer(screen)], cost: 0 };
      this.#known.set(screen, known);
    }
    return known;
  }

  /** Note what a run has used when it ended, or when it takes longer than was expected. */
  note(screen: string, usage: Usage, end: RunEnding): void {
    const known = this.#known.get(screen);
    if (known === undefined) return;
    const used = costOf(usage.waitedMs, usage.cpuMs);
    const isVain = end === 'cut short' || (end === 'failed' && used > QUICK_COST);
    const cost = isVain ? FAILED_COST : used;
    const before = end === 'running' ? known.cost : known.cost * DECAY;
    known.cost = Math.max(cost, before);
    known.rank = rankOfCost(known.cost, usage.asked);
    known.sharers = [screenSharer(screen), ...[...usage.hosts].slice(0, MAX_HOSTS).map(hostSharer)];
  }
}

function screenSharer(screen: string): string {
  return `screen ${screen}`;
}

/** The sharer that stands for a host. */
export function hostSharer(host: string): string {
  return `host ${host}`;
}

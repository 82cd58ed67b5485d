/** How long a panel with a schedule sleeps until it asks again. */
import { LIMITS } from '../../platform/base/limits.ts';
import type { BatterySaving } from './schedule.ts';
import { SCHEDULE_LIMITS } from './schedule-limits.ts';
import type { Timetable } from './timetable.ts';

export interface WakeSources {
  /** What it would be told without a schedule. */
  readonly refreshSeconds: number;
  /** The longest that somebody has set for what is shown; null for none. */
  readonly longestSeconds: number | null;
  /** The rule for its low battery; null where none holds. */
  readonly battery: BatterySaving | null;
  /** In ms since 1970. */
  readonly nowMs: number;
}

/**
 * Seconds until the next call: as the screen and the battery have it, but no longer than until something else is shown. A panel
 * that is asleep is woken when it is to be awake. While its battery is low, the items of a playlist wake no panel.
 */
export function wakeSeconds(timetable: Timetable, sources: WakeSources): number {
  const { nowMs, battery } = sources;
  const now = nowMs / 1000;
  const { changeAt, windowChangeAt, asleepUntil } = timetable.at(now);
  if (asleepUntil !== null) return bounded(untilThen(asleepUntil, now));
  const seconds = saving(wanted(sources), battery);
  const change = battery === null ? changeAt : windowChangeAt;
  if (change === null) return bounded(seconds);
  const wake = untilThen(awakeAt(timetable, change), now);
  return bounded(Math.min(seconds, Math.max(wake, SCHEDULE_LIMITS.wakeMinSeconds)));
}

/** A screen that fails is tried again as soon as ever, and a pushed picture stays as long as ever, unless the panel is asleep. */
export function wakeUnlessAsleep(timetable: Timetable, refreshSeconds: number, nowMs: number): number {
  const { asleepUntil } = timetable.at(nowMs / 1000);
  return asleepUntil === null ? refreshSeconds : bounded(untilThen(asleepUntil, nowMs / 1000));
}

function wanted({ refreshSeconds, longestSeconds }: WakeSources): number {
  return longestSeconds === null || longestSeconds === 0
    ? refreshSeconds
    : Math.min(refreshSeconds, longestSeconds);
}

function saving(seconds: number, battery: BatterySaving | null): number {
  return battery === null ? seconds : Math.max(seconds * battery.refreshTimes, battery.refreshSeconds);
}

/** When the panel can show a change: one within a sleep waits for its end, one at its beginning does not. */
function awakeAt(timetable: Timetable, change: number): number {
  const end = timetable.asleepUntil(change - 1);
  return end === null ? change : Math.max(end, change);
}

/** With a margin, as clocks of panels drift. */
function untilThen(moment: number, now: number): number {
  const seconds = Math.max(moment - now, 0);
  return seconds + SCHEDULE_LIMITS.wakeMarginSeconds + seconds * SCHEDULE_LIMITS.wakeMarginShare;
}

function bounded(seconds: number): number {
  return Math.min(Math.max(Math.ceil(seconds), 1), LIMITS.refreshMaxSeconds);
}

/** When a window holds: from its beginning on each of its days to its end, as moments. */

import type { WindowTimes } from './schedule.ts';
import { SCHEDULE_LIMITS } from './schedule-limits.ts';
import { nextWindowDay } from './window-days.ts';
import { firstMoment, lastMoment, localTime, type ZoneClock } from './zone-clock.ts';

const DAY = 86_400;

/** From the first second to the one behind the last. */
export interface Occurrence {
  readonly begin: number;
  readonly end: number;
}

/** The window's time around a moment; of two that overlap, as in a doubled hour, the later one. Null where it does not hold. */
export function occurrenceAt(times: WindowTimes, clock: ZoneClock, moment: number): Occurrence | null {
  const today = Math.floor(localTime(clock, moment) / DAY);
  // Set back over midnight, a clock shows the end of a day that has ended before.
  for (let day = today + 1; day >= today - 1; day -= 1) {
    if (nextWindowDay(times, day) !== day) continue;
    const found = occurrenceOf(times, clock, day);
    if (moment >= found.begin && moment < found.end) return found;
  }
  return null;
}

/** When the window begins next after a moment; infinite beyond the horizon. */
export function nextBegin(times: WindowTimes, clock: ZoneClock, moment: number): number {
  const horizon = moment + SCHEDULE_LIMITS.horizonSeconds;
  let day = nextWindowDay(times, Math.floor(localTime(clock, moment) / DAY) - 1);
  while (day !== null && day * DAY <= horizon + DAY) {
    const { begin, end } = occurrenceOf(times, clock, day);
    // In a day that the clock skips, it is empty.
    if (begin > moment && begin < end) return begin > horizon ? Infinity : begin;
    day = nextWindowDay(times, day + 1);
  }
  return Infinity;
}

function occurrenceOf({ from, to }: WindowTimes, clock: ZoneClock, day: number): Occurrence {
  return { begin: firstMoment(clock, day * DAY + from), end: lastMoment(clock, day * DAY + to) };
}

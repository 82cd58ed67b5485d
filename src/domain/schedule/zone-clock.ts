/** From the clock of a zone to moments. All numbers are whole seconds: since 1970 for moments, as if in UTC for local times. */

/** The offsets of a zone. They change at full quarters of an hour, and not twice within three days. */
export interface ZoneClock {
  /** Seconds east of UTC at a moment. */
  offsetSeconds(moment: number): number;
}

const QUARTER = 900;
const HALF_DAY = 43_200;
/** No zone is farther from UTC, with an hour to spare. */
const FARTHEST = 15 * 3_600;

/** What the clock of a zone says. */
export function localTime(clock: ZoneClock, moment: number): number {
  return moment + clock.offsetSeconds(moment);
}

/** The first moment with a local time; where the clock skips it, the first one behind the gap. */
export function firstMoment(clock: ZoneClock, local: number): number {
  return momentOf(clock, local, 'first');
}

/** The last moment with a local time; where the clock skips it, the first one behind the gap. */
export function lastMoment(clock: ZoneClock, local: number): number {
  return momentOf(clock, local, 'last');
}

function momentOf(clock: ZoneClock, local: number, which: 'first' | 'last'): number {
  // Few different moments are looked at, so that their offsets are found in the cache of the zone.
  const early = Math.floor((local - FARTHEST) / HALF_DAY) * HALF_DAY;
  const late = Math.ceil((local + FARTHEST) / HALF_DAY) * HALF_DAY;
  const [before, after] = [clock.offsetSeconds(early), clock.offsetSeconds(late)];
  if (before === after) return local - before;
  const found = [before, after]
    .map((offset) => local - offset)
    .filter((moment) => localTime(clock, moment) === local);
  if (found.length === 0) return changeWithin(clock, early, late);
  return which === 'first' ? Math.min(...found) : Math.max(...found);
}

/** Up to which moment the offset surely stays: the one at which it changes, or the end of half a day. */
export function steadyUntil(clock: ZoneClock, moment: number): number {
  const end = (Math.floor(moment / HALF_DAY) + 1) * HALF_DAY;
  return clock.offsetSeconds(moment) === clock.offsetSeconds(end) ? end : changeWithin(clock, moment, end);
}

/** The moment at which the offset becomes that of `late`. */
function changeWithin(clock: ZoneClock, early: number, late: number): number {
  const wanted = clock.offsetSeconds(late);
  let [before, after] = [Math.floor(early / QUARTER), Math.ceil(late / QUARTER)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (clock.offsetSeconds(middle * QUARTER) === wanted) after = middle;
    else before = middle;
  }
  return after * QUARTER;
}

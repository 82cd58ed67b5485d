/** Which item of a playlist is shown. Nothing is kept: it is counted from a beginning that all servers know. */
import type { Occurrence } from './occurrences.ts';
import type { Playlist } from './schedule.ts';
import { localTime, steadyUntil, type ZoneClock } from './zone-clock.ts';

const DAY = 86_400;
/** Monday 1970-01-05: a round of seven days begins on Mondays. */
const FIRST_MONDAY = 4 * DAY;

/** An item, and up to when it is surely shown. */
export interface ItemAt {
  readonly item: number;
  readonly until: number;
}

/** One item follows itself for ever: whoever looks for a change need not go through its turns. */
const ALONE: ItemAt = { item: 0, until: Infinity };

/**
 * The item of a playlist that belongs to no window. A round of at most a day begins anew at each local midnight, so that the
 * same time shows the same screen every day; a longer one is counted from a Monday on.
 * @param offset  seconds by which it begins later
 */
export function itemByClock(playlist: Playlist, clock: ZoneClock, moment: number, offset: number): ItemAt {
  if (playlist.length === 1) return ALONE;
  const local = localTime(clock, moment) - offset;
  const round = roundOf(playlist);
  const ofDay = rest(local, DAY);
  const { item, left } = itemIn(playlist, round > DAY ? rest(local - FIRST_MONDAY, round) : ofDay % round);
  const steps = round > DAY ? left : Math.min(left, DAY - ofDay);
  // A change of the clock moves it to another item.
  return { item, until: Math.min(moment + steps, steadyUntil(clock, moment)) };
}

/** The item of a window's playlist, which begins with the window. */
export function itemInWindow(
  playlist: Playlist,
  { begin }: Occurrence,
  moment: number,
  offset: number,
): ItemAt {
  if (playlist.length === 1) return ALONE;
  const { item, left } = itemIn(playlist, rest(moment - begin - offset, roundOf(playlist)));
  return { item, until: moment + left };
}

/** Seconds that all items of a playlist take. */
export function roundOf(playlist: Playlist): number {
  return playlist.reduce((sum, { seconds }) => sum + seconds, 0);
}

function itemIn(playlist: Playlist, position: number): { readonly item: number; readonly left: number } {
  let end = 0;
  for (const [item, { seconds }] of playlist.entries()) {
    end += seconds;
    if (position < end) return { item, left: end - position };
  }
  throw new RangeError(`no item of the playlist at ${position} s`);
}

function rest(value: number, of: number): number {
  return ((value % of) + of) % of;
}

/** A schedule, worked out the slow way: minute by minute, from the words of its documentation. */
import type { Playlist, Schedule, WindowTimes } from '../../../src/domain/schedule/schedule.ts';
import type { ZoneClock } from '../../../src/domain/schedule/zone-clock.ts';

const DAY = 1_440;
/** Minutes around a local time within which its moment lies: zones are up to 14 hours from UTC. */
const AROUND = 16 * 60;
const MARGIN = 3 * DAY;

export interface Walk {
  /** In minutes since 1970; the first and the one behind the last. */
  readonly from: number;
  readonly until: number;
  /** What is shown in each minute, as `window 1 0`; equal texts have equal numbers. */
  readonly states: Int32Array;
  readonly names: readonly string[];
}

/** Walk through all minutes of some days. */
export function walk(schedule: Schedule, clock: ZoneClock, fromDay: number, days: number): Walk {
  const from = fromDay * DAY;
  const until = from + days * DAY;
  const at = localMinutes(clock, from - MARGIN, until + MARGIN);
  const held = (times: WindowTimes): Int32Array => beginnings(times, at, from, until);
  const windows = schedule.windows.map(held);
  const sleeps = schedule.sleep.map(held);
  const orders = [schedule.playlist, ...schedule.windows.map(({ playlist }) => playlist)].map(orderOf);
  const numbers = new Map<number, number>();
  const names: string[] = [];
  const states = new Int32Array(until - from);
  for (let n = 0; n < states.length; n += 1) {
    const window = windows.findIndex((minutes) => (minutes[n] as number) > 0);
    const order = orders[window + 1] as Int32Array;
    const item = itemOf(order, windows[window]?.[n] ?? null, from + n, at(from + n));
    const asleep = sleeps.some((minutes) => (minutes[n] as number) > 0);
    const key = ((window + 1) * 1_000 + (item ?? 999)) * 2 + Number(asleep);
    const number = numbers.get(key) ?? names.push(nameOf(window, item, asleep)) - 1;
    numbers.set(key, number);
    states[n] = number;
  }
  return { from, until, states, names };
}

function nameOf(window: number, item: number | null, asleep: boolean): string {
  const by = window >= 0 ? 'window' : item === null ? 'base' : 'playlist';
  return `${by} ${window} ${item ?? '-'}${asleep ? ' asleep' : ''}`;
}

/** What the clock says in each minute. */
function localMinutes(clock: ZoneClock, from: number, until: number): (minute: number) => number {
  const locals = new Int32Array(until - from);
  for (let n = 0; n < locals.length; n += 1) {
    // Offsets change at full quarters.
    const isQuarter = n % 15 === 0;
    locals[n] = isQuarter
      ? from + n + clock.offsetSeconds((from + n) * 60) / 60
      : (locals[n - 1] as number) + 1;
  }
  return (minute) => locals[minute - from] as number;
}

/** For each minute in which a window holds, the minute in which it began; else 0. */
function beginnings(
  times: WindowTimes,
  at: (minute: number) => number,
  from: number,
  until: number,
): Int32Array {
  const minutes = new Int32Array(until - from);
  for (let day = Math.floor(from / DAY) - 1; day * DAY < until + DAY; day += 1) {
    if (!isDay(times, day)) continue;
    const [begins, ends] = [day * DAY + times.from / 60, day * DAY + times.to / 60];
    let first = begins - AROUND;
    while (at(first) < begins) first += 1;
    let last = ends + AROUND;
    while (at(last - 1) >= ends) last -= 1;
    for (let minute = Math.max(first, from); minute < Math.min(last, until); minute += 1) {
      minutes[minute - from] = first;
    }
  }
  return minutes;
}

function isDay({ days, dates }: WindowTimes, day: number): boolean {
  const date = new Date(day * DAY * 60_000);
  if ((days & (1 << date.getUTCDay())) === 0) return false;
  if (dates === null) return true;
  const today = (date.getUTCMonth() + 1) * 100 + date.getUTCDate();
  return dates.some(({ kind, from, to }) => {
    if (kind === 'once') return day >= from && day <= to;
    return from <= to ? today >= from && today <= to : today >= from || today <= to;
  });
}

/** The item of each minute of a round. */
function orderOf(playlist: Playlist): Int32Array {
  return Int32Array.from(playlist.flatMap(({ seconds }, n) => new Array<number>(seconds / 60).fill(n)));
}

/** @param begin  of the window that the playlist belongs to; null for none */
function itemOf(order: Int32Array, begin: number | null, minute: number, local: number): number | null {
  if (order.length === 0) return null;
  const sinceMonday = local - 4 * DAY;
  const counted = begin !== null ? minute - begin : order.length > DAY ? sinceMonday : local % DAY;
  return order[counted % order.length] as number;
}

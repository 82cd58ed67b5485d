/** What a schedule says of a moment, and when it says something else. A pure function of the clock. */

import { nextBegin, occurrenceAt } from './occurrences.ts';
import { itemByClock, itemInWindow } from './playlist-turns.ts';
import type { Schedule } from './schedule.ts';
import { SCHEDULE_LIMITS } from './schedule-limits.ts';
import type { ZoneClock } from './zone-clock.ts';

/** What decides the screen: the first of these that says something. */
export type ShownBy = 'pin' | 'window' | 'playlist' | 'base';

/** What is shown: the place in the schedule. */
export interface Showing {
  readonly by: ShownBy;
  /** Null outside windows. */
  readonly window: number | null;
  /** Null outside playlists. */
  readonly item: number | null;
}

/** What holds at a moment; times in seconds since 1970. */
export interface TimetableMoment {
  readonly showing: Showing;
  /** When something else is shown; null where that is beyond the horizon. */
  readonly changeAt: number | null;
  /** The same without regard to the items of playlists. */
  readonly windowChangeAt: number | null;
  /** When the panel is to wake; null while it is awake. */
  readonly asleepUntil: number | null;
}

/** A moment, and from when to when it is the same. */
interface KeptMoment extends TimetableMoment {
  readonly from: number;
  readonly until: number;
}

interface Piece {
  readonly showing: Showing;
  /** Up to when it surely is the same. */
  readonly until: number;
}

const BASE: Showing = { by: 'base', window: null, item: null };
const PINNED: Showing = { by: 'pin', window: null, item: null };
/** Pieces that show the same follow each other where a window ends as it begins again, and twice a day in long items. */
const MAX_PIECES = 1_000;

/** The schedule of an entry with the clock of its zone. */
export class Timetable {
  readonly #schedule: Schedule;
  readonly #clock: ZoneClock;
  #kept: KeptMoment | null = null;

  constructor(schedule: Schedule, clock: ZoneClock) {
    this.#schedule = schedule;
    this.#clock = clock;
  }

  /** What holds at a moment, from the cache while nothing has changed. */
  at(moment: number): TimetableMoment {
    const second = Math.floor(moment);
    const kept = this.#kept;
    if (kept !== null && second >= kept.from && second < kept.until) return kept;
    this.#kept = this.#look(second);
    return this.#kept;
  }

  /** What is shown at a moment. */
  showingAt(moment: number): Showing {
    return this.#piece(Math.floor(moment), true).showing;
  }

  /** When the panel is to wake from the sleep around a moment; null where it is awake. */
  asleepUntil(moment: number): number | null {
    let end = Math.floor(moment);
    const horizon = end + SCHEDULE_LIMITS.horizonSeconds;
    while (end < horizon) {
      const ends = this.#schedule.sleep.map((times) => occurrenceAt(times, this.#clock, end)?.end ?? end);
      const latest = Math.max(end, ...ends);
      if (latest === end) break;
      end = latest;
    }
    return end === Math.floor(moment) ? null : end;
  }

  /** When something else is shown, or the panel falls asleep or wakes; null where that is beyond the horizon. */
  nextChange(moment: number): number | null {
    const { changeAt, asleepUntil } = this.at(moment);
    const next = Math.min(changeAt ?? Infinity, asleepUntil ?? this.#nextSleep(moment));
    return Number.isFinite(next) ? next : null;
  }

  #look(moment: number): KeptMoment {
    const { showing } = this.#piece(moment, true);
    const changeAt = this.#changeAfter(moment, true);
    const windowChangeAt = showing.item === null ? changeAt : this.#changeAfter(moment, false);
    const asleepUntil = this.asleepUntil(moment);
    const until = Math.min(
      changeAt ?? Infinity,
      asleepUntil ?? this.#nextSleep(moment),
      moment + SCHEDULE_LIMITS.momentMaxSeconds,
    );
    return { showing, changeAt, windowChangeAt, asleepUntil, from: moment, until };
  }

  #nextSleep(moment: number): number {
    return Math.min(...this.#schedule.sleep.map((times) => nextBegin(times, this.#clock, moment)));
  }

  #changeAfter(moment: number, withItems: boolean): number | null {
    const horizon = moment + SCHEDULE_LIMITS.horizonSeconds;
    const { showing: before, until } = this.#piece(moment, withItems);
    let end = until;
    for (let pieces = 0; pieces < MAX_PIECES && end < horizon; pieces += 1) {
      const next = this.#piece(end, withItems);
      if (!isSame(before, next.showing)) return end;
      end = next.until;
    }
    return null;
  }

  #piece(moment: number, withItems: boolean): Piece {
    const { pin, windows, playlist, offsetSeconds } = this.#schedule;
    if (pin !== null && moment < pin.until) return { showing: PINNED, until: pin.until };
    // An earlier window takes over when it begins.
    let until = Infinity;
    for (const [window, times] of windows.entries()) {
      const occurrence = occurrenceAt(times, this.#clock, moment);
      if (occurrence === null) {
        until = Math.min(until, nextBegin(times, this.#clock, moment));
        continue;
      }
      const end = Math.min(until, occurrence.end);
      if (times.playlist.length === 0 || !withItems)
        return { showing: { by: 'window', window, item: null }, until: end };
      const at = itemInWindow(times.playlist, occurrence, moment, offsetSeconds);
      return { showing: { by: 'window', window, item: at.item }, until: Math.min(end, at.until) };
    }
    if (playlist.length === 0) return { showing: BASE, until };
    if (!withItems) return { showing: { by: 'playlist', window: null, item: null }, until };
    const { item, until: left } = itemByClock(playlist, this.#clock, moment, offsetSeconds);
    return { showing: { by: 'playlist', window: null, item }, until: Math.min(until, left) };
  }
}

function isSame(a: Showing, b: Showing): boolean {
  return a.by === b.by && a.window === b.window && a.item === b.item;
}

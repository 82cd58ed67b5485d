/** What a schedule has in store: what is shown from when to when. */
import type { Schedule } from './schedule.ts';
import type { Showing, ShownBy, Timetable } from './timetable.ts';

/** A time in which one thing is shown; in seconds since 1970. */
export interface Stretch {
  readonly begin: number;
  readonly end: number;
  /** At its beginning: a panel that is asleep goes on showing it. */
  readonly showing: Showing;
  readonly why: ShownBy | 'sleep';
}

/** The stretches from one moment to another, at most so many. */
export function stretchesAhead(
  timetable: Timetable,
  from: number,
  until: number,
  most: number,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let begin = from;
  while (begin < until && stretches.length < most) {
    const { showing, asleepUntil } = timetable.at(begin);
    const end = Math.min(asleepUntil ?? timetable.nextChange(begin) ?? until, until);
    stretches.push({ begin, end, showing, why: asleepUntil === null ? showing.by : 'sleep' });
    begin = end;
  }
  return stretches;
}

/** Where what is shown stands below `schedule`, as `windows.0.playlist.1`; empty for the screen of the entry. */
export function placeOfShowing(schedule: Schedule, { by, window, item }: Showing): string {
  if (by === 'pin') return 'pin';
  if (by === 'base') return '';
  const place = window === null ? [] : ['windows', String(window)];
  const list = window === null ? schedule.playlist : (schedule.windows[window]?.playlist ?? []);
  return [...place, ...(list.length === 0 || item === null ? [] : ['playlist', String(item)])].join('.');
}

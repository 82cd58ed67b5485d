/** What of a schedule never has an effect. */
import { roundOf } from './playlist-turns.ts';
import type { Schedule, ScheduleWindow, WindowTimes } from './schedule.ts';
import { nextWindowDay } from './window-days.ts';

const DAY = 86_400;
const ALL_DAYS = 0b1111111;

/** A part without effect, and why. */
interface IdlePart {
  readonly field: string;
  readonly message: string;
}

/** The parts that are never seen, whatever the time. What is over is not among them. */
export function idleParts({ windows, playlist, sleep, offsetSeconds }: Schedule): readonly IdlePart[] {
  const found: IdlePart[] = [];
  const note = (field: string, why: string): void => {
    found.push({ field: `schedule.${field}`, message: `schedule.${field}: ${why}` });
  };
  const always = windows.findIndex(holdsAlways);
  for (const [n, window] of windows.entries()) {
    if (always >= 0 && n > always) note(`windows.${n}`, `never holds, because windows.${always} always does`);
    else if (isNever(window))
      note(`windows.${n}`, 'never holds, because none of its dates is one of its days');
    const unseen = notReached(window, offsetSeconds);
    if (unseen !== null)
      note(`windows.${n}.playlist.${unseen}`, 'is never shown, because the window is over before');
  }
  if (always >= 0 && playlist.length > 0)
    note('playlist', `is never shown, because windows.${always} always holds`);
  for (const [n, times] of sleep.entries()) {
    if (isNever(times)) note(`sleep.${n}`, 'never holds, because none of its dates is one of its days');
    if (holdsAlways(times)) note(`sleep.${n}`, 'always holds, so the panel is never told of a change');
  }
  return found;
}

function holdsAlways({ days, dates, from, to }: WindowTimes): boolean {
  return days === ALL_DAYS && dates === null && to - from === DAY;
}

/** Windows that could not be read have no days, and were told of. */
function isNever(times: WindowTimes): boolean {
  return times.days !== 0 && nextWindowDay(times, 0) === null;
}

/** The first item of a window's playlist that does not come before its end. With an offset the window begins within the round. */
function notReached({ playlist, from, to }: ScheduleWindow, offsetSeconds: number): number | null {
  const round = roundOf(playlist);
  if (playlist.length === 0 || to - from >= round) return null;
  const begin = (round - (offsetSeconds % round)) % round;
  const end = begin + to - from;
  let start = 0;
  for (const [n, { seconds }] of playlist.entries()) {
    const stop = start + seconds;
    // The end of the round goes on with its beginning.
    const isSeen = (start < end && stop > begin) || start + round < end;
    if (!isSeen) return n;
    start = stop;
  }
  return null;
}

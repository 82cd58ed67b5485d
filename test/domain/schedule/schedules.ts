/** Parts of schedules for tests. */
import type {
  PlaylistItem,
  Schedule,
  ScheduleWindow,
  WindowTimes,
} from '../../../src/domain/schedule/schedule.ts';

export const DAILY = 0b1111111;
export const WORKDAYS = 0b0111110;

const HOUR = 3_600;

/** A time of a window: `at(22, 30)`. */
export function at(hours: number, minutes = 0): number {
  return hours * HOUR + minutes * 60;
}

export function times(from: number, to: number, more: Partial<WindowTimes> = {}): WindowTimes {
  return { days: DAILY, dates: null, from, to: to > from ? to : to + 24 * HOUR, ...more };
}

export function item(screen: string | null, minutes: number): PlaylistItem {
  return { screen, params: {}, refreshSeconds: null, seconds: minutes * 60 };
}

export function window(
  screen: string | null,
  when: WindowTimes,
  more: Partial<ScheduleWindow> = {},
): ScheduleWindow {
  return { ...when, shows: { screen, params: {}, refreshSeconds: null }, playlist: [], ...more };
}

export function schedule(parts: Partial<Schedule>): Schedule {
  return {
    ...{ zone: null, windows: [], playlist: [], offsetSeconds: 0, sleep: [], battery: [], pin: null },
    written: {},
    ...parts,
  };
}

/** Schedules: which of several screens a viewer shows at a time, and when its panel is woken. Plain data, as the config says it. */
import type { PlainObject } from '../../platform/base/plain.ts';

/** What is to be shown. */
export interface ScheduledScreen {
  /** Null for the screen of the entry. */
  readonly screen: string | null;
  readonly params: PlainObject;
  /** The longest refresh that the panel is told meanwhile; null leaves it to the screen. */
  readonly refreshSeconds: number | null;
}

/** A screen of a playlist. */
export interface PlaylistItem extends ScheduledScreen {
  /** For how long it is shown. */
  readonly seconds: number;
}

export type Playlist = readonly PlaylistItem[];

/** A range of days, both included. */
export type DateRange =
  /** Days since 1970-01-01. */
  | { readonly kind: 'once'; readonly from: number; readonly to: number }
  /** Month times 100 plus day; over new year where `from` is the later one. */
  | { readonly kind: 'yearly'; readonly from: number; readonly to: number };

/** When something holds, by the clock of a zone. */
export interface WindowTimes {
  /** On which days of the week it begins: bit 0 is Sunday. */
  readonly days: number;
  /** On which dates it begins; null for all. */
  readonly dates: readonly DateRange[] | null;
  /** Seconds since midnight, below a day. */
  readonly from: number;
  /** Seconds since the midnight before `from`: above it, by at most a day. */
  readonly to: number;
}

export interface ScheduleWindow extends WindowTimes {
  readonly shows: ScheduledScreen;
  /** In the place of the screen; empty for none. */
  readonly playlist: Playlist;
}

/** What the refresh becomes while the battery is low. */
export interface BatterySaving {
  /** Per cent. */
  readonly below: number;
  readonly refreshTimes: number;
  /** The shortest refresh; 0 for none. */
  readonly refreshSeconds: number;
}

/** A screen for a while, before all else. */
export interface Pin extends ScheduledScreen {
  /** True where an author has chosen its params. */
  readonly isPublicOnly?: boolean;
  /** In seconds since 1970. */
  readonly until: number;
}

export interface Schedule {
  /** Null for the zone of the server. */
  readonly zone: string | null;
  /** The first that holds wins. */
  readonly windows: readonly ScheduleWindow[];
  /** What is shown where no window holds; empty for the screen of the entry. */
  readonly playlist: Playlist;
  /** By how much later the playlists of this entry begin. */
  readonly offsetSeconds: number;
  readonly sleep: readonly WindowTimes[];
  /** The lowest `below` first: the first that holds wins. */
  readonly battery: readonly BatterySaving[];
  readonly pin: Pin | null;
  /** The schedule as it stands in the config, for people. */
  readonly written: PlainObject;
}

/** Everything that a schedule may show, each with its place below `schedule`. */
export function scheduledScreens({ windows, playlist, pin }: Schedule): readonly PlacedScreen[] {
  const itemsOf = (list: Playlist, place: readonly string[]): PlacedScreen[] =>
    list.map((shows, n) => ({ shows, place: [...place, 'playlist', String(n)] }));
  return [
    ...windows.flatMap(({ shows, playlist: own }, n) => {
      const place = ['windows', String(n)];
      return own.length === 0 ? [{ shows, place }] : itemsOf(own, place);
    }),
    ...itemsOf(playlist, []),
    ...(pin === null ? [] : [{ shows: pin, place: ['pin'] }]),
  ];
}

/** Something that a schedule may show, and the keys that lead to it. */
export interface PlacedScreen {
  readonly shows: ScheduledScreen;
  readonly place: readonly string[];
}

/** The screens that an entry may show: its own, and those of its schedule. */
export function screensOf({
  screen,
  schedule,
}: {
  readonly screen: string | null;
  readonly schedule?: Schedule;
}): readonly string[] {
  if (schedule === undefined) return screen === null ? [] : [screen];
  const named = scheduledScreens(schedule).map(({ shows }) => shows.screen);
  return [...new Set([screen, ...named])].filter((ref) => ref !== null);
}

/** What an entry with a schedule shows at a time, as mappings without one. They stay the same objects while the entry does. */
import type { Mapping } from '../mapping.ts';
import {
  type Pin,
  type Playlist,
  type Schedule,
  type ScheduledScreen,
  scheduledScreens,
} from './schedule.ts';
import type { Showing } from './timetable.ts';

/** Something that may be shown. */
export interface ScreenCandidate {
  readonly mapping: Mapping;
  /** The longest refresh that somebody has set for the time; null for none. */
  readonly longestSeconds: number | null;
}

/** By entry, and by what is shown. */
const made = new WeakMap<Mapping, Map<string, Candidates>>();

/** At least one. */
export type Candidates = readonly [ScreenCandidate, ...ScreenCandidate[]];

/**
 * What is to be shown, and what in its place where its script has nothing to show: the other items of the playlist in their
 * order, and at last the screen of the entry.
 */
export function candidatesOf(entry: Mapping, schedule: Schedule, showing: Showing): Candidates {
  let known = made.get(entry);
  if (known === undefined) {
    known = new Map();
    made.set(entry, known);
  }
  const key = `${showing.by} ${showing.window} ${showing.item}`;
  let candidates = known.get(key);
  if (candidates === undefined) {
    const own: ScreenCandidate = known.get('own')?.[0] ?? {
      mapping: withoutSchedule(entry),
      longestSeconds: null,
    };
    known.set('own', [own]);
    const [first, ...others] = [
      ...screensAt(schedule, showing).map((shows) => candidate(own.mapping, shows)),
      own,
    ];
    candidates = [first ?? own, ...others];
    known.set(key, candidates);
  }
  return candidates;
}

/** Everything that an entry may show: itself, and an entry for each screen of its schedule. */
export function shownMappings(entry: Mapping): readonly Mapping[] {
  const { schedule } = entry;
  if (schedule === undefined) return [entry];
  const own = withoutSchedule(entry);
  return [own, ...scheduledScreens(schedule).map(({ shows }) => mappingShowing(own, shows))];
}

/** An entry as it would be if it only showed this. */
export function mappingShowing(own: Mapping, shows: ScheduledScreen & Pick<Pin, 'isPublicOnly'>): Mapping {
  const { screen, params, refreshSeconds, isPublicOnly = false } = shows;
  // The params of one screen mean nothing to another.
  const isOwn = screen === null || screen === own.screen;
  return {
    ...own,
    screen: screen ?? own.screen,
    params: isOwn ? { ...own.params, ...params } : params,
    ...(refreshSeconds === null ? {} : { refreshSeconds }),
    ...(isPublicOnly ? { isPublicOnly } : {}),
  };
}

/** An entry with its own screen alone. */
export function withoutSchedule({ schedule: _, ...rest }: Mapping): Mapping {
  return rest;
}

function candidate(own: Mapping, shows: ScheduledScreen): ScreenCandidate {
  return { mapping: mappingShowing(own, shows), longestSeconds: shows.refreshSeconds };
}

function screensAt(schedule: Schedule, { by, window, item }: Showing): readonly ScheduledScreen[] {
  if (by === 'pin') return schedule.pin === null ? [] : [schedule.pin];
  const shown = window === null ? undefined : schedule.windows[window];
  if (item !== null) return from(shown?.playlist ?? schedule.playlist, item);
  return shown === undefined ? [] : [shown.shows];
}

function from(playlist: Playlist, item: number): Playlist {
  return [...playlist.slice(item), ...playlist.slice(0, item)];
}

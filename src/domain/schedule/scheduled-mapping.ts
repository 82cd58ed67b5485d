/** What an entry with a schedule shows at a time, as mappings without one. They stay the same objects while the entry does. */
import type { Mapping } from '../mapping.ts';
import type { Playlist, Schedule, ScheduledScreen } from './schedule.ts';
import type { Showing } from './timetable.ts';

/** By entry, and by what is shown. */
const made = new WeakMap<Mapping, Map<string, readonly Mapping[]>>();

/**
 * What is to be shown, and what in its place where its script has nothing to show: the other items of the playlist in their
 * order, and at last the screen of the entry. The first is always there.
 */
export function scheduledMappings(entry: Mapping, schedule: Schedule, showing: Showing): readonly Mapping[] {
  let known = made.get(entry);
  if (known === undefined) {
    known = new Map();
    made.set(entry, known);
  }
  const key = `${showing.by} ${showing.window} ${showing.item}`;
  let mappings = known.get(key);
  if (mappings === undefined) {
    const own = known.get('own')?.[0] ?? withoutSchedule(entry);
    known.set('own', [own]);
    mappings = [...candidates(schedule, showing).map((shows) => mappingOf(own, shows)), own];
    known.set(key, mappings);
  }
  return mappings;
}

/** An entry as it would be if it only showed this. */
export function mappingOf(own: Mapping, { screen, params, refreshSeconds }: ScheduledScreen): Mapping {
  // The params of one screen mean nothing to another.
  const isOwn = screen === null || screen === own.screen;
  return {
    ...own,
    screen: screen ?? own.screen,
    params: isOwn ? { ...own.params, ...params } : params,
    ...(refreshSeconds === null ? {} : { refreshSeconds }),
  };
}

function candidates(schedule: Schedule, { by, window, item }: Showing): readonly ScheduledScreen[] {
  if (by === 'pin') return schedule.pin === null ? [] : [schedule.pin];
  const shown = window === null ? undefined : schedule.windows[window];
  if (item !== null) return from(shown?.playlist ?? schedule.playlist, item);
  return shown === undefined ? [] : [shown.shows];
}

function from(playlist: Playlist, item: number): Playlist {
  return [...playlist.slice(item), ...playlist.slice(0, item)];
}

function withoutSchedule({ schedule: _, ...rest }: Mapping): Mapping {
  return rest;
}

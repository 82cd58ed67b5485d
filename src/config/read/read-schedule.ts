/** Reads `schedule`, of a device, a frame or whatever else has one: which screens are shown when, and when the panel sleeps. */

import type {
  BatterySaving,
  Pin,
  PlaylistItem,
  Schedule,
  ScheduleWindow,
} from '../../domain/schedule/schedule.ts';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { parseZonedTime } from '../../domain/schedule/words.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { unknownZone } from '../../platform/time/zone-names.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import type { YamlMap } from '../../platform/yaml/node.ts';
import { nested } from './entries.ts';
import {
  BATTERY_KEYS,
  PIN_KEYS,
  PLAYLIST_ITEM_KEYS,
  SCHEDULE_KEYS,
  SCHEDULE_WINDOW_KEYS,
  WINDOW_TIME_KEYS,
} from './keys.ts';
import { eachMap, readScheduledScreen, readSpan, readWindowTimes } from './read-schedule-parts.ts';

const KEY = 'schedule';

type ScheduleReader = MapReader<(typeof SCHEDULE_KEYS)[number]>;

/** Read the schedule of an entry. A part that cannot be used is left out with a warning. Undefined where there is none. */
export function readSchedule(entry: MapReader<typeof KEY>): Schedule | undefined {
  const node = entry.node(KEY);
  if (node === undefined) return undefined;
  if (node.kind !== 'map') return entry.reject(KEY, node, 'a map such as { windows: […] }');
  const reader = nested(entry, entry.pathOf(KEY), node, SCHEDULE_KEYS);
  const schedule: Schedule = {
    zone: readZone(reader),
    windows: eachMap(
      reader,
      'windows',
      SCHEDULE_LIMITS.windows,
      (map, path) => readWindow(reader, map, path) ?? NEVER,
    ),
    playlist: readPlaylist(reader),
    offsetSeconds: readSpan(reader, 'offset', 0, SCHEDULE_LIMITS.itemMaxSeconds) ?? 0,
    sleep: eachMap(reader, 'sleep', SCHEDULE_LIMITS.sleeps, (map, path) => {
      return unlessWarned(reader, () => readWindowTimes(nested(reader, path, map, WINDOW_TIME_KEYS)));
    }),
    battery: eachMap(reader, 'battery', SCHEDULE_LIMITS.batteryRules, (map, path) => {
      return unlessWarned(reader, () => readBatteryRule(nested(reader, path, map, BATTERY_KEYS)));
    }).toSorted((a, b) => a.below - b.below),
    pin: readPin(reader),
    written: entry.plain(KEY),
  };
  return schedule;
}

/** In the place of a window that cannot be used, so that the others keep their numbers. */
const NEVER: ScheduleWindow = {
  days: 0,
  dates: null,
  from: 0,
  to: 1,
  playlist: [],
  shows: { screen: null, params: {}, refreshSeconds: null },
};

/** What is read, unless something of it is wrong: half a window would hold at other times than are meant. */
function unlessWarned<T>({ findings }: MapReader<string>, read: () => T | undefined): T | undefined {
  const before = findings.count;
  const value = read();
  return findings.count === before ? value : undefined;
}

function readZone(reader: ScheduleReader): string | null {
  const zone = reader.text('zone');
  if (zone === undefined) return null;
  const problem = unknownZone(zone, reader.findings.comparisons);
  if (problem === null) return zone;
  const at = reader.positionOf('zone');
  reader.findings.warn(
    at,
    `${reader.pathOf('zone')}: ${problem.replace(/\.$/, '')}; the zone of the server is used`,
  );
  return null;
}

function readWindow(within: ScheduleReader, map: YamlMap, path: string): ScheduleWindow | undefined {
  return unlessWarned(within, () => {
    const reader = nested(within, path, map, SCHEDULE_WINDOW_KEYS);
    const times = readWindowTimes(reader);
    const playlist = readPlaylist(reader);
    const shows = readScheduledScreen(reader);
    if (times === undefined) return undefined;
    const beside = (['screen', 'params'] as const).filter((key) => reader.has(key));
    if (playlist.length > 0 && beside.length > 0) {
      const got = `a playlist and ${beside.join(' and ')}`;
      reader.findings.warn(map, `${path}: expected a screen or a playlist, got ${got}; it is left out`);
    }
    const isEmpty =
      playlist.length === 0 && !(reader.has('screen') || reader.has('params') || reader.has('refresh'));
    if (isEmpty) {
      reader.findings.warn(map, `${path}: expected a \`screen\` or a \`playlist\`, got none; it is left out`);
    }
    return { ...times, shows, playlist: withRefresh(playlist, shows.refreshSeconds) };
  });
}

/** The refresh of a window is that of all its items which have none of their own. */
function withRefresh(
  playlist: readonly PlaylistItem[],
  refreshSeconds: number | null,
): readonly PlaylistItem[] {
  if (refreshSeconds === null) return playlist;
  return playlist.map((item) => ({ ...item, refreshSeconds: item.refreshSeconds ?? refreshSeconds }));
}

function readPlaylist(within: MapReader<'playlist'>): readonly PlaylistItem[] {
  return eachMap(within, 'playlist', SCHEDULE_LIMITS.items, (map, path) =>
    unlessWarned(within, () => {
      const reader = nested(within, path, map, PLAYLIST_ITEM_KEYS);
      const shows = readScheduledScreen(reader);
      const seconds = readSpan(reader, 'for', SCHEDULE_LIMITS.itemMinSeconds, SCHEDULE_LIMITS.itemMaxSeconds);
      if (seconds !== undefined) return { ...shows, seconds };
      if (!reader.has('for'))
        reader.findings.warn(map, `${path}: expected \`for\`, such as 30m, got none; it is left out`);
      return undefined;
    }),
  );
}

function readBatteryRule(reader: MapReader<(typeof BATTERY_KEYS)[number]>): BatterySaving | undefined {
  const below = reader.number('below', 1, 100);
  const refreshTimes = reader.number('refresh_times', 1, 100);
  const refreshSeconds = readSpan(reader, 'refresh', 1, LIMITS.refreshMaxSeconds);
  const { findings, path, position } = reader;
  if (below === undefined || (refreshTimes === undefined && refreshSeconds === undefined)) {
    findings.warn(
      position,
      `${path}: expected \`below\` with \`refresh_times\` or \`refresh\`; it is left out`,
    );
    return undefined;
  }
  return { below, refreshTimes: refreshTimes ?? 1, refreshSeconds: refreshSeconds ?? 0 };
}

function readPin(within: ScheduleReader): Pin | null {
  const map = within.map('pin');
  if (map === undefined) return null;
  const pin = unlessWarned(within, () => {
    const reader = nested(within, within.pathOf('pin'), map, PIN_KEYS);
    const shows = readScheduledScreen(reader);
    const node = reader.node('until');
    const until = node === undefined ? null : parseZonedTime(textOfScalar(node) ?? '');
    const isPublicOnly = reader.boolean('allow_private_network') === false;
    if (until !== null) return { ...shows, until, ...(isPublicOnly ? { isPublicOnly } : {}) };
    const expected = 'a time with its offset, such as 2026-12-01T10:00:00+01:00';
    if (node !== undefined) return reader.reject('until', node, expected);
    reader.findings.warn(map, `${reader.path}: expected \`until\`, ${expected}, got none; it is left out`);
    return undefined;
  });
  return pin ?? null;
}

/** Reads the parts that schedules are made of: times, spans, screens, lists of maps. */

import type { DateRange, ScheduledScreen, WindowTimes } from '../../domain/schedule/schedule.ts';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { parseDates, parseDays, parseSpan, parseTimeOfDay } from '../../domain/schedule/words.ts';
import { parseScreenRef } from '../../domain/screen-ref.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { type MapReader, textOfScalar } from '../../platform/yaml/map-reader.ts';
import { describeNode, type YamlMap, type YamlNode } from '../../platform/yaml/node.ts';
import type { SCHEDULED_SCREEN_KEYS, WINDOW_TIME_KEYS } from './keys.ts';

const DAY_SECONDS = 86_400;

/** What is read of each map of a list, or of one map that stands alone. What cannot be used is left out. */
export function eachMap<Key extends string, T>(
  reader: MapReader<Key>,
  key: Key,
  most: number,
  read: (map: YamlMap, path: string) => T | undefined,
): readonly T[] {
  const node = reader.node(key);
  if (node === undefined) return [];
  if (node.kind === 'scalar') {
    reader.reject(key, node, 'a list of maps');
    return [];
  }
  const items = node.kind === 'list' ? node.items : [node];
  if (items.length > most) {
    reader.findings.warn(
      node,
      `${reader.pathOf(key)}: expected at most ${most}, got ${items.length}; the others are left out`,
    );
  }
  return items.slice(0, most).flatMap((item, n) => {
    const path = `${reader.pathOf(key)}.${n}`;
    const value = item.kind === 'map' ? read(item, path) : notMap(reader, item, path);
    return value === undefined ? [] : [value];
  });
}

function notMap({ findings }: MapReader<string>, item: YamlNode, path: string): undefined {
  findings.warn(item, `${path}: expected a map, got ${describeNode(item)}; it is left out`);
}

/** A span of time such as `30m`, or seconds; undefined with a warning for anything else. */
export function readSpan<Key extends string>(
  reader: MapReader<Key>,
  key: Key,
  min: number,
  max: number,
): number | undefined {
  const node = reader.node(key);
  if (node === undefined) return undefined;
  const seconds = parseSpan(textOfScalar(node) ?? '');
  if (seconds !== null && seconds >= min && seconds <= max) return seconds;
  return reader.reject(key, node, `a time such as 30m or 1h, from ${min} to ${max} seconds`);
}

/** What is to be shown. */
export function readScheduledScreen(
  reader: MapReader<(typeof SCHEDULED_SCREEN_KEYS)[number]>,
): ScheduledScreen {
  const screen = reader.text('screen') ?? null;
  if (screen?.includes('/') && parseScreenRef(screen) === null) {
    const at = reader.positionOf('screen');
    reader.findings.warn(
      at,
      `${reader.pathOf('screen')}: expected a screen as name or handle/path, got ${JSON.stringify(screen)}`,
    );
  }
  const refreshSeconds = readSpan(reader, 'refresh', 0, LIMITS.refreshMaxSeconds) ?? null;
  return { screen, params: reader.plain('params'), refreshSeconds };
}

/** When something holds. Undefined where nobody can say. */
export function readWindowTimes(
  reader: MapReader<(typeof WINDOW_TIME_KEYS)[number]>,
): WindowTimes | undefined {
  const days = readDays(reader);
  const dates = readDates(reader);
  const from = readTime(reader, 'from') ?? 0;
  const to = readTime(reader, 'to') ?? DAY_SECONDS;
  if (days === undefined || dates === undefined) return undefined;
  if (from === DAY_SECONDS) {
    const at = reader.positionOf('from');
    reader.findings.warn(at, `${reader.pathOf('from')}: expected a time before 24:00; it is left out`);
    return undefined;
  }
  // Up to a time that is no later: of the next day.
  return { days, dates, from, to: to <= from ? to + DAY_SECONDS : to };
}

function readTime<Key extends string>(reader: MapReader<Key>, key: Key): number | undefined {
  const node = reader.node(key);
  if (node === undefined) return undefined;
  const seconds = parseTimeOfDay(textOfScalar(node) ?? '');
  return seconds ?? reader.reject(key, node, 'a time such as "08:30"');
}

function readDays(reader: MapReader<'days'>): number | undefined {
  const words = wordsOf(reader, 'days');
  if (words === undefined) return 0b1111111;
  let days = 0;
  for (const word of words) {
    const some = parseDays(word);
    if (some === null) return reject(reader, 'days', word, 'days such as mon-fri, [sat, sun] or daily');
    days |= some;
  }
  return days;
}

/** Null for every date. */
function readDates(reader: MapReader<'dates'>): readonly DateRange[] | null | undefined {
  const words = wordsOf(reader, 'dates');
  if (words === undefined) return null;
  const dates: DateRange[] = [];
  for (const word of words.slice(0, SCHEDULE_LIMITS.dates + 1)) {
    const range = parseDates(word);
    const expected = 'dates such as 2026-12-24, 2026-12-24..2027-01-06 or 12-24..01-06';
    if (range === null) return reject(reader, 'dates', word, expected);
    dates.push(range);
  }
  if (dates.length <= SCHEDULE_LIMITS.dates) return dates;
  return reject(reader, 'dates', `${words.length} of them`, `at most ${SCHEDULE_LIMITS.dates} dates`);
}

/** The words of a list, or of a text with commas. Undefined where the key is absent. */
function wordsOf<Key extends string>(reader: MapReader<Key>, key: Key): readonly string[] | undefined {
  const node = reader.node(key);
  if (node === undefined) return undefined;
  if (node.kind === 'list') return node.items.map((item) => textOfScalar(item) ?? describeNode(item));
  return (textOfScalar(node) ?? describeNode(node)).split(',');
}

function reject<Key extends string>(
  reader: MapReader<Key>,
  key: Key,
  got: string,
  expected: string,
): undefined {
  const shown = JSON.stringify(got.trim().slice(0, 60));
  reader.findings.warn(
    reader.positionOf(key),
    `${reader.pathOf(key)}: expected ${expected}, got ${shown}; it is left out`,
  );
}

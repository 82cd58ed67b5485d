/** `GET /api/admin/devices/{key}/schedule`: what a device shows in the time ahead. */
import { z } from 'zod';
import { type ConfigSnapshot, defaultMapping } from '../../domain/config-snapshot.ts';
import type { Mapping } from '../../domain/mapping.ts';
import { placeOfShowing, stretchesAhead } from '../../domain/schedule/ahead.ts';
import type { Schedule } from '../../domain/schedule/schedule.ts';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { candidatesOf } from '../../domain/schedule/scheduled-mapping.ts';
import { Timetable } from '../../domain/schedule/timetable.ts';
import { AppError } from '../../platform/base/errors.ts';
import { zoneOf } from '../../platform/time/zone.ts';
import type { AdminApi } from '../admin-api.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import { effectiveMapping } from './effective-mapping.ts';
import { type FoundDevice, requireDevice } from './find-device.ts';

export const scheduleSchema = z
  .object({
    zone: z.string().nullable().describe('Its time zone; null for that of the server'),
    from: timeSchema,
    until: timeSchema.describe('The end of the list; earlier than asked for where it has 1 000 entries'),
    entries: z.array(
      z.object({
        begin: timeSchema,
        end: timeSchema,
        screen: z.string(),
        why: z
          .enum(['pin', 'window', 'playlist', 'base', 'sleep'])
          .describe(
            '`base` is the screen of the entry; during `sleep` the panel shows what it showed before',
          ),
        place: z.string().describe('Where that stands below `schedule`; empty for the screen of the entry'),
        refresh: z.int().nullable().describe('The longest refresh that is set for it, or that of the entry'),
      }),
    ),
  })
  .meta({
    id: 'DeviceSchedule',
    examples: [
      {
        zone: 'Europe/Berlin',
        from: '2026-02-21T06:00:00.000Z',
        until: '2026-02-22T06:00:00.000Z',
        entries: [
          {
            begin: '2026-02-21T06:00:00.000Z',
            end: '2026-02-21T17:00:00.000Z',
            screen: 'local/transit',
            why: 'window',
            place: 'windows.0',
            refresh: 300,
          },
          {
            begin: '2026-02-21T17:00:00.000Z',
            end: '2026-02-22T06:00:00.000Z',
            screen: 'local/clock',
            why: 'base',
            place: '',
            refresh: null,
          },
        ],
      },
    ],
  });

const NO_SCHEDULE: Schedule = {
  zone: null,
  windows: [],
  playlist: [],
  offsetSeconds: 0,
  sleep: [],
  battery: [],
  pin: null,
  written: {},
};

/**
 * What a device shows, from now on or from another time on.
 * @throws {AppError} unknown_device, no_screen
 */
export function getDeviceSchedule(
  api: AdminApi,
  key: string,
  query: { readonly from: number | null; readonly hours: number },
): View<typeof scheduleSchema> {
  const config = api.config();
  const entry = entryOf(config, requireDevice(config, api.registry, key));
  const from = Math.floor((query.from ?? Date.now()) / 1000);
  const until = from + query.hours * 3_600;
  const { schedule = NO_SCHEDULE } = entry;
  // One of its own: that of the devices remembers the present.
  const timetable = new Timetable(schedule, zoneOf(schedule.zone ?? undefined));
  const stretches = stretchesAhead(timetable, from, until, SCHEDULE_LIMITS.aheadEntries);
  return {
    zone: schedule.zone,
    from: timeText(from * 1000),
    until: timeText((stretches.at(-1)?.end ?? until) * 1000),
    entries: stretches.map(({ begin, end, showing, why }) => {
      const { mapping } = candidatesOf(entry, schedule, showing)[0];
      const times = { begin: timeText(begin * 1000), end: timeText(end * 1000) };
      const refresh = mapping.refreshSeconds ?? null;
      return { ...times, screen: mapping.screen, why, place: placeOfShowing(schedule, showing), refresh };
    }),
  };
}

/** The entry that decides what a device shows, be it its own or not. @throws {AppError} no_screen */
function entryOf(config: ConfigSnapshot, found: FoundDevice): Mapping {
  const entry = effectiveMapping(config, found)?.mapping ?? defaultMapping(config);
  if (entry === null) throw new AppError('no_screen');
  return entry;
}

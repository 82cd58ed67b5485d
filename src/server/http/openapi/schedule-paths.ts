/** Paths of schedules, for the OpenAPI document. */
import { SCHEDULE_LIMITS } from '../../../domain/schedule/schedule-limits.ts';
import { adminCall, KEY } from './admin-call.ts';
import { json, type PathItem } from './parts.ts';
import { timeQuery, wholeQuery } from './query-parameters.ts';

export const SCHEDULE_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/devices/{key}/schedule': {
    get: adminCall({
      id: 'getDeviceSchedule',
      summary: 'What a device shows in the time ahead',
      description: 'As its entry says now, be it its own or `DEFAULT`. What is pushed to it comes before.',
      parameters: [
        KEY,
        timeQuery('from', 'Begin of the list'),
        wholeQuery('hours', 'Length of the list', {
          ...{ minimum: 1, maximum: SCHEDULE_LIMITS.aheadMaxHours },
          default: SCHEDULE_LIMITS.aheadDefaultHours,
        }),
      ],
      answer: json('DeviceSchedule', 'What is shown from when to when'),
      errors: ['invalid_path', 'unknown_device', 'no_screen'],
    }),
  },
  '/api/admin/devices/{key}/pin': {
    put: adminCall({
      id: 'pinScreen',
      summary: 'Show a screen on a device for a while',
      description:
        'Written into `schedule.pin` of its entry, before all else that its schedule says. It has no effect any more when it is over, and the next one takes its place.',
      parameters: [KEY],
      body: 'Pin',
      answer: json('Pinned', 'Written; in effect with the next display call'),
      writes: true,
      errors: ['invalid_path', 'unknown_device'],
    }),
    delete: adminCall({
      id: 'unpinScreen',
      summary: 'Let a device show again what its schedule says',
      parameters: [KEY],
      answer: json('Done', 'Removed, or there was none'),
      writes: true,
      errors: ['invalid_path', 'unknown_device'],
    }),
  },
};

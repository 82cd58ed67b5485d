/** Calls about one device, and the lists of all. */
import { z } from 'zod';
import { SCHEDULE_LIMITS } from '../../domain/schedule/schedule-limits.ts';
import { TRAIL_LIMITS } from '../../fleet/register/trail-limits.ts';
import { adminCall, DEVICE_KEY, ETAG } from '../admin-call.ts';
import { createDeviceBody, updateDeviceBody } from '../bodies.ts';
import { flagQuery, momentQuery, timeQuery, wholeQuery } from '../query-fields.ts';
import { doneSchema } from '../view.ts';
import { deleteDevice, deletedSchema, forgetDevice } from './delete-device.ts';
import { eventsSchema, getDeviceEvents } from './device-events.ts';
import { getDeviceHistory, historySchema } from './device-history.ts';
import { resetDevice, resetSchema } from './device-identity.ts';
import { pinBody, pinSchema, pinScreen, unpinScreen } from './device-pin.ts';
import { getDeviceSchedule, scheduleSchema } from './device-schedule.ts';
import { deviceSchema, oneDeviceSchema, pendingSchema } from './device-view.ts';
import { getDevice, getDeviceLogs, listDevices, listPending, logsSchema } from './devices.ts';
import { createDevice, updateDevice, writtenSchema } from './write-device.ts';

const params = { key: DEVICE_KEY };

const WRITTEN = { schema: writtenSchema, description: 'Written; in effect with the next display call' };

export const DEVICE_CALLS = {
  listDevices: adminCall({
    method: 'GET',
    path: '/devices',
    role: 'viewer',
    summary: 'All devices',
    answer: { schema: z.array(deviceSchema), description: 'The devices' },
    run: async ({ api, call, exchange }) =>
      exchange.sendLong('application/json', await exchange.makeList(listDevices(api, call.caller))),
  }),
  createDevice: adminCall({
    method: 'POST',
    path: '/devices',
    role: 'admin',
    summary: 'Give a device an entry in the config',
    description:
      'A registration code that no device has shown is refused as a typing error, unless `expected` is true.',
    body: { schema: createDeviceBody },
    answer: WRITTEN,
    writesConfig: true,
    errors: ['device_exists'],
    run: ({ api, call, body }) => createDevice(api, call, body),
  }),
  getDevice: adminCall({
    method: 'GET',
    path: '/devices/{key}',
    role: 'viewer',
    summary: 'One device',
    description:
      'The `ETag` names the state of its entry; absent without an entry, and for callers from whom secrets of it are hidden.',
    params,
    answer: {
      schema: oneDeviceSchema,
      description: 'The device, and where each value comes from',
      headers: ETAG,
    },
    errors: ['invalid_path', 'unknown_device'],
    run: ({ api, call, params: { key }, exchange: { response } }) => {
      const { device, digest } = getDevice(api, key, call.caller);
      if (digest !== null) response.setHeader('ETag', `"${digest}"`);
      return device;
    },
  }),
  updateDevice: adminCall({
    method: 'PATCH',
    path: '/devices/{key}',
    role: 'admin',
    summary: 'Change settings of a device',
    description:
      'A field that is left out keeps its value. `params` merge key by key, unless `screen` changes: then they replace the old ones; a new screen without `params` keeps them. `clear` removes settings, and single parameters as `params.city`; so does null as the value of a parameter.',
    params,
    ifMatch: 'its entry',
    body: { schema: updateDeviceBody },
    answer: WRITTEN,
    writesConfig: true,
    errors: ['invalid_path', 'unknown_device', 'device_changed'],
    run: ({ api, call, params: { key }, body, expected }) => updateDevice(api, call, key, body, expected),
  }),
  deleteDevice: adminCall({
    method: 'DELETE',
    path: '/devices/{key}',
    role: 'admin',
    summary: 'Remove the entry of a device, or forget the device',
    description:
      'With `forget` also its tokens, keys, code, telemetry, log, events and last good picture; its next call is that of an unknown device. A device without an entry can be forgotten, too.',
    params,
    query: { forget: flagQuery('Forget the device, too') },
    answer: { schema: deletedSchema, description: 'Removed' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_device', 'reserved_key', 'store_unavailable'],
    run: ({ api, call, params: { key }, query: { forget } }) =>
      forget ? forgetDevice(api, call, key) : deleteDevice(api, call, key),
  }),
  getDeviceLogs: adminCall({
    method: 'GET',
    path: '/devices/{key}/logs',
    role: 'viewer',
    summary: 'The last log entries of a device',
    params,
    answer: { schema: logsSchema, description: 'At most 200 entries, the oldest first' },
    errors: ['invalid_path', 'unknown_device'],
    run: ({ api, params: { key } }) => getDeviceLogs(api, key),
  }),
  getDeviceEvents: adminCall({
    method: 'GET',
    path: '/devices/{key}/events',
    role: 'viewer',
    summary: 'What happened to a device',
    description:
      '`events`: registrations, keys handed out, refusals and resets of the last 7 days; repeats of one kind from one address are counted, and `authenticated` is false for what anybody can cause. `trail`: its polls with what they were told, drawn and fetched, and what else happened.',
    params,
    query: {
      limit: wholeQuery('The most steps of the trail', {
        min: 1,
        max: TRAIL_LIMITS.answerSteps,
        default: TRAIL_LIMITS.defaultSteps,
      }),
      before: momentQuery('Only steps before it'),
    },
    answer: { schema: eventsSchema, description: 'Events and steps, the oldest first' },
    errors: ['invalid_path', 'unknown_device'],
    run: ({ api, params: { key }, query }) => getDeviceEvents(api, key, query),
  }),
  getDeviceHistory: adminCall({
    method: 'GET',
    path: '/devices/{key}/history',
    role: 'viewer',
    summary: 'How a device was, hour by hour',
    description:
      'Polls, missed polls, battery and signal of each hour with a poll, kept for a year. Without `from` the last 7 days.',
    params,
    query: {
      from: momentQuery('The first hour'),
      to: momentQuery('The last hour; now where it is absent'),
    },
    answer: { schema: historySchema, description: 'The hours, the oldest first' },
    errors: ['invalid_path', 'unknown_device', 'store_unavailable'],
    run: ({ api, params: { key }, query }) => getDeviceHistory(api, key, query),
  }),
  getDeviceSchedule: adminCall({
    method: 'GET',
    path: '/devices/{key}/schedule',
    role: 'viewer',
    summary: 'What a device shows in the time ahead',
    description: 'As its entry says now, be it its own or `DEFAULT`. What is pushed to it comes before.',
    params,
    query: {
      from: timeQuery('Begin of the list'),
      hours: wholeQuery(
        'Length of the list',
        { min: 1, max: SCHEDULE_LIMITS.aheadMaxHours, default: SCHEDULE_LIMITS.aheadDefaultHours },
        {},
        `whole hours from 1 to ${SCHEDULE_LIMITS.aheadMaxHours}`,
      ),
    },
    answer: { schema: scheduleSchema, description: 'What is shown from when to when' },
    errors: ['invalid_path', 'unknown_device', 'no_screen'],
    run: ({ api, params: { key }, query }) => getDeviceSchedule(api, key, query),
  }),
  pinScreen: adminCall({
    method: 'PUT',
    path: '/devices/{key}/pin',
    // A screen for a while is the work of authors.
    role: 'author',
    summary: 'Show a screen on a device for a while',
    description:
      'Written into `schedule.pin` of its entry, before all else that its schedule says. It has no effect any more when it is over, and the next one takes its place.',
    params,
    body: { schema: pinBody },
    answer: { schema: pinSchema, description: 'Written; in effect with the next display call' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_device'],
    run: ({ api, call, params: { key }, body }) => pinScreen(api, call, key, body),
  }),
  unpinScreen: adminCall({
    method: 'DELETE',
    path: '/devices/{key}/pin',
    role: 'author',
    summary: 'Let a device show again what its schedule says',
    params,
    answer: { schema: doneSchema, description: 'Removed, or there was none' },
    writesConfig: true,
    errors: ['invalid_path', 'unknown_device'],
    run: ({ api, call, params: { key } }) => unpinScreen(api, call, key),
  }),
  resetDevice: adminCall({
    method: 'POST',
    path: '/devices/{key}/reset',
    role: 'admin',
    summary: 'Forget the tokens and the pinned key of a device',
    description:
      'For a device that has lost its token or key, or whose address somebody else has claimed. Whoever registers next under the address has it. The entry in the config stays.',
    params,
    answer: { schema: resetSchema, description: 'Forgotten' },
    errors: ['invalid_path', 'unknown_device', 'store_unavailable'],
    run: ({ api, call, params: { key } }) => resetDevice(api, call, key),
  }),
  listPending: adminCall({
    method: 'GET',
    path: '/pending',
    role: 'viewer',
    summary: 'Devices that have called and have no entry',
    answer: { schema: z.array(pendingSchema), description: 'The devices' },
    run: async ({ api, exchange }) =>
      exchange.sendLong('application/json', await exchange.makeList(listPending(api))),
  }),
};

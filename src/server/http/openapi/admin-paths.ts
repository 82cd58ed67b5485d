/** Paths of the admin API, for the OpenAPI document. */
import { TRAIL_LIMITS } from '../../../fleet/register/trail-limits.ts';
import { adminCall, KEY } from './admin-call.ts';
import { COMPRESSED, headers, ifMatch, json, type PathItem, png, serverTiming } from './parts.ts';
import { flagQuery, momentQuery, queryParameter, timeQuery, wholeQuery } from './query-parameters.ts';

/** A switch that is off for some words, and on for all others. */
const switchQuery = (name: string, description: string) =>
  queryParameter(name, description, { type: 'string', examples: ['off'] });

const devicePath: PathItem = {
  get: adminCall({
    id: 'getDevice',
    summary: 'One device',
    parameters: [KEY],
    description:
      'The `ETag` names the state of its entry; absent without an entry, and for callers from whom secrets of it are hidden.',
    answer: json('OneDevice', 'The device, and where each value comes from', false, headers('ETag')),
    errors: ['invalid_path', 'unknown_device'],
  }),
  patch: adminCall({
    id: 'updateDevice',
    summary: 'Change settings of a device',
    description:
      'A field that is left out keeps its value. `params` merge key by key, unless `screen` changes: then they replace the old ones; a new screen without `params` keeps them. `clear` removes settings, and single parameters as `params.city`; so does null as the value of a parameter.',
    parameters: [KEY, ifMatch('its entry')],
    body: 'UpdateDevice',
    answer: json('DeviceWritten', 'Written; in effect with the next display call'),
    writes: true,
    errors: ['invalid_path', 'unknown_device', 'device_changed'],
  }),
  delete: adminCall({
    id: 'deleteDevice',
    summary: 'Remove the entry of a device, or forget the device',
    description:
      'With `forget` also its tokens, keys, code, telemetry, log, events and last good picture; its next call is that of an unknown device. A device without an entry can be forgotten, too.',
    parameters: [KEY, flagQuery('forget', 'Forget the device, too')],
    answer: json('DeviceDeleted', 'Removed'),
    writes: true,
    errors: ['invalid_path', 'unknown_device', 'reserved_key', 'store_unavailable'],
  }),
};

const previewPath: PathItem = {
  get: adminCall({
    id: 'previewDevice',
    summary: 'The picture that a device would show',
    parameters: [
      KEY,
      {
        ...queryParameter('force', 'Present in any form: make it anew', { type: 'string', examples: [''] }),
        allowEmptyValue: true,
      },
      switchQuery('dither', '`off`, `0`, `false` or `no`: full colour, before dithering'),
      switchQuery(
        'measured',
        '`off`, `0`, `false` or `no`: the colours that are sent, not those of the real panel',
      ),
      timeQuery('at', 'The time of the schedule and of the screen'),
    ],
    answer: png('The picture; the error screen where the screen fails', {
      ...serverTiming(
        'For a picture that was made for this call:',
        'script;dur=1.2, draw;dur=2.44, total;dur=12.1',
      ),
      'X-Service-Preview': {
        description: '`hit`: made before and sent again; `miss`: made for this call',
        schema: { type: 'string', enum: ['hit', 'miss'] },
      },
      'X-Stipple-Texts': {
        description: 'How many texts are fitted to the pixels, and why others are not',
        schema: { type: 'string', examples: ['14 fitted, 2 plain: stroke (2)'] },
      },
      'X-Stipple-Problems': {
        description:
          'What is wrong with the screen, as a JSON array of lines; absent where there is nothing to say',
        schema: {
          type: 'string',
          examples: ['["clock.svg:3:5: data.tme is not set, so this prints nothing"]'],
        },
      },
      'X-Stipple-Reads': {
        description:
          'What the screen has read, and whether its result is used again; absent for an error screen',
        schema: {
          type: 'string',
          examples: [
            '{"reusable":true,"tables":{"device":["name"]},"clock":"minute","files":2,"answers":0,"fonts":false,"previous":false}',
          ],
        },
      },
    }),
    errors: ['invalid_path', 'unknown_device', 'render_failed', 'overloaded'],
  }),
};

/** The admin API by path. */
export const ADMIN_PATHS: Readonly<Record<string, PathItem>> = {
  '/api/admin/devices': {
    get: adminCall({
      id: 'listDevices',
      summary: 'All devices',
      answer: json('Device', 'The devices', true),
    }),
    post: adminCall({
      id: 'createDevice',
      summary: 'Give a device an entry in the config',
      description:
        'A registration code that no device has shown is refused as a typing error, unless `expected` is true.',
      body: 'CreateDevice',
      answer: json('DeviceWritten', 'Written; in effect with the next display call'),
      writes: true,
      errors: ['device_exists'],
    }),
  },
  '/api/admin/devices/{key}': devicePath,
  '/api/admin/devices/{key}/preview': previewPath,
  '/api/admin/devices/{key}/logs': {
    get: adminCall({
      id: 'getDeviceLogs',
      summary: 'The last log entries of a device',
      parameters: [KEY],
      answer: json('DeviceLogs', 'At most 200 entries, the oldest first'),
      errors: ['invalid_path', 'unknown_device'],
    }),
  },
  '/api/admin/devices/{key}/events': {
    get: adminCall({
      id: 'getDeviceEvents',
      summary: 'What happened to a device',
      description:
        '`events`: registrations, keys handed out, refusals and resets of the last 7 days; repeats of one kind from one address are counted, and `authenticated` is false for what anybody can cause. `trail`: its polls with what they were told, drawn and fetched, and what else happened.',
      parameters: [
        KEY,
        wholeQuery('limit', 'The most steps of the trail', {
          ...{ minimum: 1, maximum: TRAIL_LIMITS.answerSteps, default: TRAIL_LIMITS.defaultSteps },
        }),
        momentQuery('before', 'Only steps before it'),
      ],
      answer: json('DeviceEvents', 'Events and steps, the oldest first'),
      errors: ['invalid_path', 'invalid_query', 'unknown_device'],
    }),
  },
  '/api/admin/devices/{key}/explain': {
    get: adminCall({
      id: 'explainDevice',
      summary: 'Why a device shows what it shows',
      parameters: [KEY],
      answer: json('DeviceExplanation', 'A sentence, what it rests on, and what else was found'),
      errors: ['invalid_path', 'unknown_device', 'reserved_key'],
    }),
  },
  '/api/admin/devices/{key}/history': {
    get: adminCall({
      id: 'getDeviceHistory',
      summary: 'How a device was, hour by hour',
      description:
        'Polls, missed polls, battery and signal of each hour with a poll, kept for a year. Without `from` the last 7 days.',
      parameters: [
        KEY,
        momentQuery('from', 'The first hour'),
        momentQuery('to', 'The last hour; now where it is absent'),
      ],
      answer: json('DeviceHistory', 'The hours, the oldest first'),
      errors: ['invalid_path', 'invalid_query', 'unknown_device', 'store_unavailable'],
    }),
  },
  '/api/admin/devices/{key}/reset': {
    post: adminCall({
      id: 'resetDevice',
      summary: 'Forget the tokens and the pinned key of a device',
      description:
        'For a device that has lost its token or key, or whose address somebody else has claimed. Whoever registers next under the address has it. The entry in the config stays.',
      parameters: [KEY],
      answer: json('DeviceReset', 'Forgotten'),
      errors: ['invalid_path', 'unknown_device', 'store_unavailable'],
    }),
  },
  '/api/admin/pending': {
    get: adminCall({
      id: 'listPending',
      summary: 'Devices that have called and have no entry',
      answer: json('PendingDevice', 'The devices', true),
    }),
  },
  '/api/admin/config': {
    get: adminCall({
      id: 'getConfig',
      summary: 'The config file',
      answer: json('Config', 'The config file, without tokens'),
    }),
  },
  '/api/admin/screens': {
    get: adminCall({
      id: 'listScreens',
      summary: 'Screens, panels and dither algorithms that a device can be given',
      answer: json('Assignable', 'What there is', false, COMPRESSED),
    }),
  },
  '/api/admin/settings': {
    get: adminCall({
      id: 'getSettings',
      summary: 'Settings of the server',
      answer: json('SettingsInEffect', 'The values in effect, and where they come from'),
    }),
    patch: adminCall({
      id: 'updateSettings',
      summary: 'Change settings of the server',
      body: 'Settings',
      answer: json('Done', 'Written'),
      writes: true,
    }),
  },
};

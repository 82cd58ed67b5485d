/** Schemas of the admin API: its bodies, and the answers that `/openapi.json` publishes. */
import { type ZodType, z } from 'zod';
import { createDeviceBody, settingsBody, updateDeviceBody } from '../../admin/bodies.ts';
import type { EventView } from '../../admin/device-identity.ts';
import type { DeviceView, PendingDevice } from '../../admin/devices.ts';
import { FAILING_SHOWN } from '../../domain/failure-run.ts';
import { ON_ERROR } from '../../domain/on-error.ts';
import { PARAM_TYPES } from '../../domain/params.ts';
import { EVENT_KINDS } from '../../store/device-events.ts';

const time = z.string().describe('RFC 3339').meta({ format: 'date-time' });
const anyMap = z.record(z.string(), z.unknown());

const DEVICE_EXAMPLE: DeviceView = {
  key: 'AA:BB:CC:DD:EE:FF',
  mac: 'AA:BB:CC:DD:EE:FF',
  registration_code: 'TTFYSCFDVR',
  registered: true,
  reserved: false,
  name: 'Kitchen',
  model: 'og',
  firmware_version: '1.8.15',
  last_seen: '2026-02-21T09:30:00.000Z',
  battery_voltage: 4.12,
  rssi: -63,
  screen: 'service-builtin/weather',
  dither: null,
  panel: null,
  colors: null,
  refresh: null,
  on_error: 'keep',
  params: { place: 'Berlin' },
  failing: {
    since: '2026-02-21T09:28:00.000Z',
    last: '2026-02-21T09:30:00.000Z',
    tries: 3,
    code: 'script_error',
    reason: 'weather.lua:12: the forecast has no days',
    shown: 'last_good',
  },
  problems: [],
};

const failing = z
  .object({
    since: time,
    last: time,
    tries: z.int().min(1).describe('Failed tries in a row'),
    code: z.string().describe('Why the last one failed'),
    reason: z.string().describe('The same in a sentence, with file and line'),
    shown: z.enum(FAILING_SHOWN).describe('What the device shows: the error, or its last good picture'),
  })
  .describe('What is wrong with the screen of a device; null while it works');

const device = z
  .object({
    key: z.string().describe('Key in the config file; the MAC address of a device without an entry'),
    mac: z.string().describe('Empty for a device that is configured by its code and never called'),
    registration_code: z
      .string()
      .describe('The first ten letters, without hyphen; empty for a device that never called'),
    registered: z.boolean().describe('True when the config has an entry for it'),
    reserved: z.boolean().describe('True for `DEFAULT`, which stands for all devices without an entry'),
    name: z.string().nullable(),
    model: z.string().nullable(),
    firmware_version: z.string().nullable(),
    last_seen: time.nullable(),
    battery_voltage: z.number().nullable(),
    rssi: z.int().nullable(),
    screen: z.string().nullable(),
    dither: z.string().nullable(),
    panel: z.string().nullable(),
    colors: z.string().nullable().describe('`#rrggbb`, comma-separated'),
    refresh: z.int().nullable(),
    on_error: z.enum(ON_ERROR).nullable(),
    params: anyMap.nullable(),
    failing: failing.nullable(),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('What is wrong with screen and params, as the screen is now'),
  })
  .describe('Telemetry is null before the first call, settings where there are none')
  .meta({ examples: [DEVICE_EXAMPLE] });

const pendingDevice = z
  .object({
    mac: z.string(),
    registration_code: z.string().describe('Without hyphen'),
    model: z.string().nullable(),
    firmware_version: z.string().nullable(),
    last_seen: time,
  })
  .describe('A device that has called and has no entry in the config')
  .meta({
    examples: [
      {
        mac: 'AA:BB:CC:DD:EE:01',
        registration_code: 'TTFYSCFDVR',
        model: 'og',
        firmware_version: '1.8.15',
        last_seen: '2026-02-21T09:30:00.000Z',
      } satisfies PendingDevice,
    ],
  });

const deviceWritten = z
  .object({
    key: z.string().describe('As it stands in the config file'),
    screen: z.string(),
  })
  .meta({ examples: [{ key: 'AA:BB:CC:DD:EE:FF', screen: 'service-builtin/weather' }] });

const deviceDeleted = z
  .object({ deleted: z.string().describe('The key, as it stood in the config file') })
  .meta({ examples: [{ deleted: 'AA:BB:CC:DD:EE:FF' }] });

const deviceLogs = z
  .object({
    logs: z
      .array(z.unknown())
      .describe(
        'As the device sent them, the oldest first; one that was too long as a map of its beginning (`cut`) and its length (`characters`)',
      ),
  })
  .meta({ examples: [{ logs: [{ id: 17, message: 'GET failed', level: 'error' }] }] });

const deviceEvents = z
  .object({
    events: z.array(
      z.object({
        kind: z.enum(EVENT_KINDS),
        count: z.int().min(1).describe('How often'),
        first: time,
        last: time,
        address: z.string().nullable().describe('The caller; null where several share the entry'),
        detail: z.string().nullable().describe('About the last time'),
      }),
    ),
  })
  .meta({
    examples: [
      {
        events: [
          {
            kind: 'setup_refused',
            count: 3,
            first: '2026-02-21T09:30:00.000Z',
            last: '2026-02-21T10:00:00.000Z',
            address: '192.0.2.7',
            detail: null,
          } satisfies EventView,
        ],
      },
    ],
  });

const deviceReset = z
  .object({ reset: z.string().describe('MAC address of the device') })
  .meta({ examples: [{ reset: 'AA:BB:CC:DD:EE:FF' }] });

const done = z.object({ ok: z.literal(true) }).meta({ examples: [{ ok: true }] });

const config = anyMap
  .describe('The config file as it is, without `admin.token` and the tokens of screen repos')
  .meta({ examples: [{ default_screen: 'clock', devices: { DEFAULT: { screen: 'clock' } } }] });

const param = z
  .object({
    name: z.string(),
    type: z.enum(PARAM_TYPES),
    required: z.boolean(),
    default: z.unknown().describe('Null when there is none'),
    label: z.string().optional(),
    description: z.string().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().optional(),
    unit: z.string().optional(),
    mode: z.string().optional(),
    options: z
      .array(z.object({ value: z.union([z.string(), z.number(), z.boolean()]), label: z.string() }))
      .optional(),
    sensitive: z.boolean(),
    multiline: z.boolean(),
    hidden: z.boolean(),
    advanced: z.boolean(),
  })
  .describe('What a screen takes; optional keys are absent where the metadata has none');

const screen = z.object({
  ref: z.string().describe('`handle/path`: what a device is given'),
  title: z.string(),
  description: z.string(),
  params: z.array(param),
  service: z.string().describe('The engine that the screen asks for; empty when it does not'),
  compat_warning: z.string().nullable().describe('Why it may not work with this engine'),
});

const source = z.object({
  handle: z.string(),
  name: z.string(),
  description: z.string(),
  author: z.string(),
  license: z.string(),
  screens: z.array(screen),
  broken: z
    .array(z.object({ ref: z.string(), problem: z.string() }))
    .describe('What looks like a screen and cannot be shown as it is on disk'),
});

const panel = z.object({
  name: z.string(),
  width: z.int().nullable(),
  height: z.int().nullable(),
  colors: z.string().describe('`#rrggbb`, comma-separated'),
});

const screens = z.object({
  screen_repos: z.array(source),
  panels: z.array(panel),
  dither_algorithms: z.array(z.string()),
});

/** The schemas of the admin API by the names that the document gives them. */
export const ADMIN_SCHEMAS: Readonly<Record<string, ZodType>> = {
  Device: device,
  PendingDevice: pendingDevice,
  CreateDevice: createDeviceBody,
  UpdateDevice: updateDeviceBody,
  DeviceWritten: deviceWritten,
  DeviceDeleted: deviceDeleted,
  DeviceLogs: deviceLogs,
  DeviceEvents: deviceEvents,
  DeviceReset: deviceReset,
  Settings: settingsBody,
  Done: done,
  Config: config,
  Assignable: screens,
  ScreenSource: source,
  Screen: screen,
  Param: param,
  Panel: panel,
};

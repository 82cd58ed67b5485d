/** A device as the admin API shows it, alone and in lists. */
import { z } from 'zod';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import { parseDeviceId } from '../../domain/device-id.ts';
import { deviceFrameId, type FrameId, normalDeviceKey } from '../../domain/frame.ts';
import { isDefaultKey, type ResolvedMapping } from '../../domain/mapping.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { listedFields, NO_REPORT, namedValues } from '../../domain/report.ts';
import { READINGS, type ReportFields, TRAITS } from '../../domain/report-fields.ts';
import { hasNoScreen, noScreenText } from '../../domain/without-screen.ts';
import type { MappingCheck } from '../../engine/check/mapping-check.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import type { FrameRecords } from '../../fleet/register/frame-records.ts';
import { failingSchema, failingView, lastFailureSchema, lastFailureView } from '../alerts/failing-view.ts';
import {
  type Concealing,
  fetchedOf,
  frameTokensSchema,
  frameTokensView,
  paramsSchema,
  paramsView,
} from '../sensitive/secret-views.ts';
import { NO_SETTINGS, SETTING_VIEWS, screenRefSchema, settingsOf } from '../settings/settings-view.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import {
  EFFECTIVE_EXAMPLE,
  effectiveMapping,
  effectiveSchema,
  effectiveView,
  groupNames,
} from './effective-mapping.ts';
import type { FoundDevice } from './find-device.ts';
import { scheduleField, scheduleView } from './schedule-view.ts';

const LISTED_TRAITS = listedFields(TRAITS);
const LISTED_READINGS = listedFields(READINGS);

const KINDS = {
  text: z.string().nullable(),
  number: z.number().nullable(),
  integer: z.int().nullable(),
  flag: z.boolean().nullable(),
  sensors: z
    .array(
      z.object({
        make: z.string().optional(),
        model: z.string().optional(),
        kind: z.string(),
        value: z.number(),
        unit: z.string().optional(),
        created_at: z.number().optional().describe('Seconds since 1970'),
      }),
    )
    .nullable(),
};

type Shape<Fields extends ReportFields> = {
  [Field in keyof Fields as Fields[Field]['name']]: (typeof KINDS)[Fields[Field]['kind']];
};

/** The schemas of values that devices send, by name. */
function shapeOf<Fields extends ReportFields>(fields: Fields): Shape<Fields> {
  const schemas = Object.values(fields).map(({ name, kind }) => [name, KINDS[kind]]);
  return Object.fromEntries(schemas) as Shape<Fields>;
}

const DEVICE_EXAMPLE = {
  key: 'AA:BB:CC:DD:EE:FF',
  mac: 'AA:BB:CC:DD:EE:FF',
  registration_code: 'TTFYSCFDVR',
  registered: true,
  reserved: false,
  name: 'Kitchen',
  model: 'og',
  firmware_version: '1.8.15',
  firmware_commit: null,
  last_seen: '2026-02-21T09:30:00.000Z',
  battery_voltage: 4.12,
  percent_charged: null,
  rssi: -63,
  wifi_band: '2.4',
  update_source: 'timer',
  wake_time_ms: 6_120,
  image_cached: false,
  usb_connected: false,
  battery_charging: false,
  battery_count: null,
  battery_health: null,
  battery_current: null,
  battery_temp: null,
  battery_capacity: null,
  sensors: [
    {
      make: 'Sensirion',
      model: 'SCD41',
      kind: 'temperature',
      value: 20.9,
      unit: 'celsius',
      created_at: 1_771_666_200,
    },
  ],
  screen: 'service-builtin/weather',
  screen_ref: 'service-builtin/weather',
  ...NO_SETTINGS,
  on_error: 'keep',
  params: { place: 'Berlin' },
  schedule: null,
  frame_tokens: null,
  frame_fetched: null,
  failing: {
    since: '2026-02-21T09:28:00.000Z',
    last: '2026-02-21T09:30:00.000Z',
    tries: 3,
    code: 'script_error',
    reason: 'weather.lua:12: the forecast has no days',
    shown: 'last_good',
  },
  last_failure: {
    at: '2026-02-21T09:30:00.000Z',
    code: 'script_error',
    reason: 'weather.lua:12: the forecast has no days',
  },
  tags: ['kitchen'],
  groups: [],
  problems: [],
};

export const deviceSchema = z
  .object({
    key: z.string().describe('Key in the config file; the MAC address of a device without an entry'),
    mac: z.string().describe('Empty for a device that is configured by its code and never called'),
    registration_code: z
      .string()
      .describe('The first ten letters, without hyphen; empty for a device that never called'),
    registered: z.boolean().describe('True when the config has an entry for it'),
    reserved: z.boolean().describe('True for `DEFAULT`, which stands for all devices without an entry'),
    name: z.string().nullable(),
    ...shapeOf(LISTED_TRAITS),
    last_seen: timeSchema.nullable(),
    ...shapeOf(LISTED_READINGS),
    screen: z.string().nullable(),
    screen_ref: screenRefSchema,
    ...SETTING_VIEWS,
    params: paramsSchema.nullable(),
    schedule: scheduleField,
    frame_tokens: frameTokensSchema,
    frame_fetched: timeSchema
      .nullable()
      .describe('The last time that somebody has fetched its picture from `/frame/{key}.png` of this server'),
    failing: failingSchema.nullable(),
    last_failure: lastFailureSchema.nullable(),
    tags: z.array(z.string()),
    groups: z
      .array(z.string())
      .describe('Names of the groups that select it, the first one that counts first'),
    problems: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .describe('What is wrong with screen and params, as the screen is now'),
  })
  .describe('Telemetry is null before the first call, settings where there are none')
  .meta({ id: 'Device', examples: [DEVICE_EXAMPLE] });

export type DeviceView = View<typeof deviceSchema>;

/** One device alone. */
export const oneDeviceSchema = deviceSchema
  .extend({ effective: effectiveSchema })
  .meta({ id: 'OneDevice', examples: [{ ...DEVICE_EXAMPLE, effective: EFFECTIVE_EXAMPLE }] });

export type OneDeviceView = View<typeof oneDeviceSchema>;

/** Describe a device, and where each value comes from. */
export function oneDeviceView(
  config: ConfigSnapshot,
  found: FoundDevice,
  check: MappingCheck,
  frames: FrameRecords,
  concealing: Concealing,
): OneDeviceView {
  const device = deviceView(config, found, check, frames, concealing);
  return { ...device, effective: effectiveView(config, found, concealing) };
}

/**
 * Describe a device.
 * @param concealing  hides its secrets
 */
export function deviceView(
  config: ConfigSnapshot,
  found: FoundDevice,
  check: MappingCheck,
  frames: FrameRecords,
  concealing: Concealing,
): DeviceView {
  const { mapping, record } = found;
  const effective = effectiveMapping(config, found);
  const key = mapping?.key ?? record?.id ?? '';
  const id = record?.id ?? parseDeviceId(key);
  const report = record?.report ?? NO_REPORT;
  return {
    key,
    mac: id ?? '',
    registration_code: shortCode(record?.registrationCode ?? ''),
    registered: mapping !== null,
    reserved: isDefaultKey(key),
    name: mapping?.name ?? null,
    ...namedValues(LISTED_TRAITS, report),
    last_seen: record === null ? null : timeText(record.lastSeenMs),
    ...namedValues(LISTED_READINGS, report),
    screen: mapping?.screen ?? null,
    screen_ref: mapping === null || mapping.screen === null ? null : check.qualified(mapping.screen),
    ...(mapping === null ? NO_SETTINGS : settingsOf(mapping)),
    params: paramsView(mapping, mapping?.screen ?? effective?.mapping.screen ?? null, concealing),
    schedule: scheduleView(mapping, concealing),
    frame_tokens: frameTokensView(mapping, concealing),
    frame_fetched: fetchedOf({ frames }, frameIdOf(key)),
    failing: failingView(record),
    last_failure: lastFailureView(record),
    tags: mapping?.tags ?? [],
    groups: groupNames(config, found),
    problems: problemsOf(config, found, effective, check),
  };
}

function problemsOf(
  config: ConfigSnapshot,
  found: FoundDevice,
  effective: ResolvedMapping | null,
  check: MappingCheck,
): DeviceView['problems'] {
  if (isShown(found, effective)) return [...check.problemsOf(effective.mapping)];
  const { mapping, record } = found;
  if (mapping === null || !hasNoScreen(config, record, mapping)) return [];
  return [{ field: 'screen', message: `screen: nobody gives it one: ${noScreenText(config, mapping)}` }];
}

/** True for a device that shows something of its own, and not just the default screen. */
function isShown({ mapping }: FoundDevice, effective: ResolvedMapping | null): effective is ResolvedMapping {
  return effective !== null && (mapping !== null || effective.own);
}

function frameIdOf(key: string): FrameId | null {
  const normal = normalDeviceKey(key);
  return normal === null ? null : deviceFrameId(normal);
}

export const pendingSchema = z
  .object({
    mac: z.string(),
    registration_code: z.string().describe('Without hyphen'),
    ...shapeOf(LISTED_TRAITS),
    last_seen: timeSchema,
  })
  .describe('A device that has called and has no entry in the config')
  .meta({
    id: 'PendingDevice',
    examples: [
      {
        mac: 'AA:BB:CC:DD:EE:01',
        registration_code: 'TTFYSCFDVR',
        model: 'og',
        firmware_version: '1.8.15',
        firmware_commit: null,
        last_seen: '2026-02-21T09:30:00.000Z',
      },
    ],
  });

export type PendingDevice = View<typeof pendingSchema>;

/** Describe a device that has called and has no entry in the config. */
export function pendingView({ id, registrationCode, report, lastSeenMs }: DeviceRecord): PendingDevice {
  return {
    mac: id,
    registration_code: shortCode(registrationCode ?? ''),
    ...namedValues(LISTED_TRAITS, report),
    last_seen: timeText(lastSeenMs),
  };
}

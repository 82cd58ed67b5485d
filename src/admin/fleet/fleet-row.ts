/** A device as a row of the fleet: what a table of thousands shows, and no more. */
import { z } from 'zod';
import { CONDITIONS, FLEET_STATES } from '../../domain/fleet-state.ts';
import { missedPolls } from '../../domain/polls.ts';
import { shortCode } from '../../domain/registration-code.ts';
import { type DeviceReport, NO_REPORT } from '../../domain/report.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import type { FleetDevice } from './fleet-devices.ts';

export const fleetRowSchema = z
  .object({
    key: z.string().describe('As in `GET /api/admin/devices`'),
    mac: z.string().describe('Empty for a device that is configured by its code and never called'),
    registration_code: z.string().describe('The first ten letters; empty for a device that never called'),
    registered: z.boolean().describe('True when the config has an entry for it'),
    name: z.string().nullable(),
    tags: z.array(z.string()),
    groups: z.array(z.string()).describe('The groups that select it'),
    screen: z
      .string()
      .nullable()
      .describe(
        'What it is to show now, be it by its own entry, a group or the default, and by the schedule',
      ),
    panel: z
      .string()
      .nullable()
      .describe('The panel that counts, be it named or found by what the device says'),
    width: z.int().describe('Of the layout, in pixels'),
    height: z.int(),
    model: z.string().nullable(),
    firmware_version: z.string().nullable(),
    battery_percent: z.int().min(0).max(100).nullable().describe('As the device says, or by its volts'),
    battery_voltage: z.number().nullable(),
    rssi: z.int().nullable(),
    address: z.string().nullable().describe('From where it called last with a token that was accepted'),
    first_seen: timeSchema.nullable().describe('Its first call that this server knows of'),
    last_seen: timeSchema.nullable(),
    next_poll: timeSchema.nullable().describe('When it wakes next, by the refresh that it was told last'),
    missed_polls: z.int().min(0).describe('Calls that should have come since the last one; 100 at most'),
    state: z.enum(FLEET_STATES).describe('The most urgent of its conditions, or `ok`'),
    conditions: z.array(z.enum(CONDITIONS)).describe('Everything that is the matter, the most urgent first'),
    failing: z
      .object({ since: timeSchema, code: z.string() })
      .nullable()
      .describe('Since when its screen fails, and why the last try did'),
    picture: z.string().nullable().describe('Hash of the picture that it was told to show'),
  })
  .meta({
    id: 'FleetRow',
    examples: [
      {
        key: 'AA:BB:CC:DD:EE:FF',
        mac: 'AA:BB:CC:DD:EE:FF',
        registration_code: 'TTFYSCFDVR',
        registered: true,
        name: 'Kitchen',
        tags: ['hall'],
        groups: ['halls'],
        screen: 'service-builtin/weather',
        panel: 'trmnl_og',
        width: 800,
        height: 480,
        model: 'og',
        firmware_version: '1.8.15',
        battery_percent: 16,
        battery_voltage: 3.72,
        rssi: -63,
        address: '192.168.1.23',
        first_seen: '2026-02-20T18:02:11.000Z',
        last_seen: '2026-02-21T09:30:00.000Z',
        next_poll: '2026-02-21T09:45:00.000Z',
        missed_polls: 0,
        state: 'low_battery',
        conditions: ['low_battery'],
        failing: null,
        picture: '7624b721b5611743056ce33f079133',
      },
    ],
  });

export type FleetRow = View<typeof fleetRowSchema>;

/** Describe a device of the fleet. */
export function fleetRow(device: FleetDevice, nowMs: number): FleetRow {
  const { key, mac, own, record, batteryPercent, conditions } = device;
  const { panel, widthPx, heightPx } = device.display;
  return {
    key,
    mac: mac ?? '',
    registration_code: shortCode(record?.registrationCode ?? ''),
    registered: own !== null,
    name: own?.name ?? null,
    tags: own?.tags ?? [],
    groups: device.groups,
    screen: device.screen,
    panel,
    width: widthPx,
    height: heightPx,
    ...saidBy(record?.report ?? NO_REPORT),
    battery_percent: batteryPercent,
    ...contactsOf(record, nowMs),
    state: conditions[0] ?? 'ok',
    conditions,
    failing: failureOf(record),
    picture: record?.lastContent ?? null,
  };
}

function saidBy({ model, firmwareVersion, batteryVoltage, rssi }: DeviceReport) {
  return { model, firmware_version: firmwareVersion, battery_voltage: batteryVoltage, rssi };
}

function contactsOf(record: DeviceRecord | null, nowMs: number) {
  if (record === null)
    return { address: null, first_seen: null, last_seen: null, next_poll: null, missed_polls: 0 };
  const { address, firstSeenMs, lastSeenMs, toldRefreshSeconds: refreshSeconds } = record;
  return {
    address,
    first_seen: timeText(firstSeenMs),
    last_seen: timeText(lastSeenMs),
    next_poll: refreshSeconds === null ? null : timeText(lastSeenMs + refreshSeconds * 1000),
    missed_polls: missedPolls(refreshSeconds, nowMs - lastSeenMs),
  };
}

function failureOf(record: DeviceRecord | null): FleetRow['failing'] {
  const failing = record?.failing ?? null;
  return failing === null ? null : { since: timeText(failing.sinceMs), code: failing.code };
}

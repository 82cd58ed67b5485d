/** Lists of devices: those in the config, and those that have called. */
import { z } from 'zod';
import { MappingCheck } from '../check/mapping-check.ts';
import type { AdminCaller } from '../domain/admin-token.ts';
import { type ConfigSnapshot, ownMapping } from '../domain/mapping.ts';
import { resolveMapping } from '../domain/resolve-mapping.ts';
import type { DeviceRecord } from '../store/device-record.ts';
import type { Registry } from '../store/registry.ts';
import type { AdminApi } from './admin-api.ts';
import { concealingFor } from './concealed.ts';
import {
  type DeviceView,
  deviceView,
  type OneDeviceView,
  oneDeviceView,
  type PendingDevice,
  pendingView,
} from './device-view.ts';
import { entryDigest } from './entry-digest.ts';
import { recordOfEntry, requireDevice } from './find-device.ts';
import type { View } from './view.ts';

/** It takes about a millisecond to describe and write so many devices. */
const SLICE = 200;

/**
 * All devices, in slices that take about a millisecond each: the entries of the config in the order of the file,
 * then those without an entry, the one seen last first. All slices show the same moment of the config.
 */
export function* listDevices(api: AdminApi, caller: AdminCaller): Generator<readonly DeviceView[]> {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const concealing = concealingFor(api, caller, check);
  yield [];
  const entries = [...config.devices];
  for (let start = 0; start < entries.length; start += SLICE) {
    yield entries.slice(start, start + SLICE).map(([key, mapping]) => {
      const record = recordOfEntry(api.registry, key);
      return deviceView(config, { mapping, record }, check, api.frames, concealing);
    });
  }
  for (const slice of pendingRecords(config, api.registry)) {
    yield slice.map((record) => deviceView(config, { mapping: null, record }, check, api.frames, concealing));
  }
}

/** All devices that wait for an entry in the config, in slices, the one seen last first. */
export function* listPending(api: AdminApi): Generator<readonly PendingDevice[]> {
  const config = api.config();
  for (const slice of pendingRecords(config, api.registry)) {
    // A group that gives a screen has adopted the device.
    const waiting = slice.filter((record) => resolveMapping(config, record)?.own !== true);
    yield waiting.map(pendingView);
  }
}

/** The records without an entry in the config, in slices, the one seen last first. */
function* pendingRecords(
  config: ConfigSnapshot,
  registry: Registry,
): Generator<readonly Readonly<DeviceRecord>[]> {
  const ids = registry.ids();
  for (let end = ids.length; end > 0; end -= SLICE) {
    const slice = ids
      .slice(Math.max(end - SLICE, 0), end)
      .reverse()
      .flatMap((id) => registry.peek(id) ?? []);
    yield slice.filter(({ id, registrationCode }) => ownMapping(config, id, registrationCode) === null);
  }
}

/** One device, and the digest of its entry: null without one, and for callers from whom something of it is hidden. */
export interface DeviceFound {
  readonly device: OneDeviceView;
  readonly digest: string | null;
}

/**
 * One device.
 * @throws {AppError} unknown_device
 */
export function getDevice(api: AdminApi, key: string, caller: AdminCaller): DeviceFound {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const found = requireDevice(config, api.registry, key);
  const concealing = concealingFor(api, caller, check);
  const isWhole = found.mapping !== null && concealing === null;
  return {
    device: oneDeviceView(config, found, check, api.frames, concealing),
    digest: isWhole ? entryDigest(found.mapping) : null,
  };
}

export const logsSchema = z
  .object({
    logs: z
      .array(z.unknown())
      .describe(
        'As the device sent them, the oldest first; one that was too long as a map of its beginning (`cut`) and its length (`characters`)',
      ),
  })
  .meta({ examples: [{ logs: [{ id: 17, message: 'GET failed', level: 'error' }] }] });

/**
 * The last log entries of a device, the oldest first.
 * @throws {AppError} unknown_device
 */
export async function getDeviceLogs(api: AdminApi, key: string): Promise<View<typeof logsSchema>> {
  const { record } = requireDevice(api.config(), api.registry, key);
  return { logs: record === null ? [] : await api.logs.list(record.id) };
}

/** Lists of devices: those in the config, and those that have called. */
import { z } from 'zod';
import type { AdminCaller } from '../../domain/admin-token.ts';
import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import { resolveMapping } from '../../domain/resolve-mapping.ts';
import { MappingCheck } from '../../engine/check/mapping-check.ts';
import type { DeviceRecord } from '../../fleet/register/device-record.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import type { AdminApi } from '../admin-api.ts';
import { concealingFor } from '../sensitive/secret-views.ts';
import type { View } from '../view.ts';
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

/**
 * All devices, each a slice of its own, as one takes a millisecond where hundreds of groups have patterns: the entries of the
 * config in the order of the file, then those without an entry, the one seen last first. All show the same moment of the
 * config.
 */
export function* listDevices(api: AdminApi, caller: AdminCaller): Generator<readonly DeviceView[]> {
  const config = api.config();
  const check = new MappingCheck({ config, catalogue: api.catalogue });
  const concealing = concealingFor(api, caller, check);
  yield [];
  for (const [key, mapping] of config.devices) {
    const record = recordOfEntry(api.registry, key);
    yield [deviceView(config, { mapping, record }, check, api.frames, concealing)];
  }
  for (const record of pendingRecords(config, api.registry)) {
    if (record === null) yield [];
    else yield [deviceView(config, { mapping: null, record }, check, api.frames, concealing)];
  }
}

/** All devices that wait for an entry in the config, each a slice of its own, the one seen last first. */
export function* listPending(api: AdminApi): Generator<readonly PendingDevice[]> {
  const config = api.config();
  for (const record of pendingRecords(config, api.registry)) {
    // A group that gives a screen has adopted the device.
    const isWaiting = record !== null && resolveMapping(config, record)?.own !== true;
    yield isWaiting ? [pendingView(record)] : [];
  }
}

/** The records without an entry in the config, the one seen last first; null in the place of each other one. */
function* pendingRecords(
  config: ConfigSnapshot,
  registry: Registry,
): Generator<Readonly<DeviceRecord> | null> {
  for (const id of registry.ids().toReversed()) {
    const record = registry.peek(id);
    const own = record === null ? null : ownMapping(config, record.id, record.registrationCode);
    yield own === null ? record : null;
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
  .meta({ id: 'DeviceLogs', examples: [{ logs: [{ id: 17, message: 'GET failed', level: 'error' }] }] });

/**
 * The last log entries of a device, the oldest first.
 * @throws {AppError} unknown_device
 */
export async function getDeviceLogs(api: AdminApi, key: string): Promise<View<typeof logsSchema>> {
  const { record } = requireDevice(api.config(), api.registry, key);
  return { logs: record === null ? [] : await api.logs.list(record.id) };
}

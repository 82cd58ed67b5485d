/** Who a device is, for its operator: what happened to its identity, and a way to begin anew. */
import { AppError } from '../base/errors.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { EventKind } from '../store/device-events.ts';
import type { DeviceRecord } from '../store/registry.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { requireDevice } from './find-device.ts';

/** Something that happened to the identity of a device, once or more often. */
export interface EventView {
  readonly kind: EventKind;
  readonly count: number;
  /** RFC 3339. */
  readonly first: string;
  readonly last: string;
  /** The caller; null where several share the entry. */
  readonly address: string | null;
  readonly detail: string | null;
}

/**
 * What happened to the identity of a device, the oldest first.
 * @throws {AppError} unknown_device
 */
export function getDeviceEvents(api: AdminApi, key: string): { readonly events: readonly EventView[] } {
  const { record } = requireDevice(api.config(), api.registry, key);
  if (record === null) return { events: [] };
  const events = api.events.list(record.id, Date.now());
  return {
    events: events.map(({ kind, count, firstMs, lastMs, address, detail }) => ({
      kind,
      count,
      first: new Date(firstMs).toISOString(),
      last: new Date(lastMs).toISOString(),
      address,
      detail,
    })),
  };
}

/**
 * Forget the tokens and the pinned key of a device. Whoever registers next under its address has it; what it said of
 * itself, and its entry in the config, stay.
 * @throws {AppError} unknown_device
 */
export function resetDevice(api: AdminApi, call: AdminCall, key: string): { readonly reset: DeviceId } {
  const record = calledDevice(api, key);
  api.registry.resetIdentity(record);
  api.events.add(
    record.id,
    { kind: 'identity_reset', address: call.address, detail: 'By the admin API.' },
    Date.now(),
  );
  call.log.info({ device: record.id }, 'admin: identity of a device reset');
  return { reset: record.id };
}

function calledDevice(api: AdminApi, key: string): DeviceRecord {
  const { record } = requireDevice(api.config(), api.registry, key);
  if (record !== null) return record;
  throw new AppError('unknown_device', {
    detail: 'The device has not called yet: there is nothing to reset.',
  });
}

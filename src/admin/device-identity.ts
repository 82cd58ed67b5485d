/** The identity of a device, for its operator: its events, and the reset. */
import { z } from 'zod';
import { AppError } from '../base/errors.ts';
import { EVENT_KINDS } from '../store/device-events.ts';
import type { Kept } from '../store/device-keeper.ts';
import type { DeviceRecord } from '../store/registry.ts';
import type { AdminApi, AdminCall } from './admin-api.ts';
import { requireDevice } from './find-device.ts';
import { timeSchema, timeText, type View } from './view.ts';

export const eventsSchema = z
  .object({
    events: z.array(
      z.object({
        kind: z.enum(EVENT_KINDS),
        count: z.int().min(1).describe('How often'),
        first: timeSchema,
        last: timeSchema,
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
          },
        ],
      },
    ],
  });

export const resetSchema = z
  .object({ reset: z.string().describe('MAC address of the device') })
  .meta({ examples: [{ reset: 'AA:BB:CC:DD:EE:FF' }] });

/**
 * What happened to the identity of a device, the oldest first.
 * @throws {AppError} unknown_device
 */
export async function getDeviceEvents(api: AdminApi, key: string): Promise<View<typeof eventsSchema>> {
  const { record } = requireDevice(api.config(), api.registry, key);
  if (record === null) return { events: [] };
  const events = await api.events.list(record.id, Date.now());
  return {
    events: events.map(({ kind, count, firstMs, lastMs, address, detail }) => ({
      kind,
      count,
      first: timeText(firstMs),
      last: timeText(lastMs),
      address,
      detail,
    })),
  };
}

/**
 * Forget the tokens and the pinned key of a device. The next to register under its address gets it; what it said of
 * itself, and its entry in the config, stay.
 * @throws {AppError} unknown_device, store_unavailable
 */
export async function resetDevice(
  api: AdminApi,
  call: AdminCall,
  key: string,
): Promise<View<typeof resetSchema>> {
  const record = calledDevice(api, key);
  let kept: Kept;
  do {
    // Another server may have forgotten it meanwhile.
    if (api.registry.get(record.id) !== record) calledDevice(api, key);
    api.registry.resetIdentity(record);
    kept = await api.keeper.keep(record);
  } while (kept === 'overtaken');
  if (kept === 'unavailable') throw new AppError('store_unavailable');
  api.keeper.note(record);
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

/** The history of a device, for its operator: an hour a line, for a year. */
import { z } from 'zod';
import { AppError } from '../../platform/base/errors.ts';
import type { Moment } from '../../platform/time/moment.ts';
import type { AdminApi } from '../admin-api.ts';
import { timeSchema, timeText, type View } from '../view.ts';
import { requireDevice } from './find-device.ts';

const DAY_MS = 86_400_000;
/** What is given without `from`: a week is a line chart that a person reads. */
const DEFAULT_DAYS = 7;

export const historySchema = z
  .object({
    hours: z.array(
      z.object({
        hour: timeSchema.describe('Begin of the hour (RFC 3339)'),
        polls: z.int().min(0).describe('Calls for a display'),
        missed: z.int().min(0).describe('Calls that should have come before one of this hour'),
        battery_voltage: z.number().nullable().describe('As the device said last in this hour'),
        percent_charged: z.number().nullable(),
        rssi: z.number().nullable(),
      }),
    ),
  })
  .meta({
    id: 'DeviceHistory',
    examples: [
      {
        hours: [
          {
            hour: '2026-02-21T09:00:00.000Z',
            polls: 4,
            missed: 0,
            battery_voltage: 3.98,
            percent_charged: null,
            rssi: -61,
          },
        ],
      },
    ],
  });

/** Which hours are asked for. */
interface HistoryQuery {
  readonly from: Moment | null;
  readonly to: Moment | null;
}

/**
 * The hours in which a device has called, the oldest first.
 * @throws {AppError} unknown_device, invalid_query, store_unavailable
 */
export async function getDeviceHistory(
  api: AdminApi,
  key: string,
  { from, to }: HistoryQuery,
): Promise<View<typeof historySchema>> {
  const { record } = requireDevice(api.config(), api.registry, key);
  const toMs = to?.ms ?? Date.now();
  const fromMs = from?.ms ?? toMs - DEFAULT_DAYS * DAY_MS;
  if (fromMs > toMs) throw new AppError('invalid_query', { detail: 'from: expected a time before `to`.' });
  if (record === null) return { hours: [] };
  const hours = await api.history.list(record, fromMs, toMs);
  if (hours === null) throw new AppError('store_unavailable');
  return {
    hours: hours.map(({ hourMs, polls, missed, batteryVoltage, percentCharged, rssi }) => ({
      hour: timeText(hourMs),
      polls,
      missed,
      battery_voltage: batteryVoltage,
      percent_charged: percentCharged,
      rssi,
    })),
  };
}

/** A page of the fleet, with counters over all of it. Looked at in slices, so that devices are served between them. */
import { z } from 'zod';
import { CONDITIONS } from '../../domain/fleet-state.ts';
import { type LongWork, mainTurns } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import type { View } from '../view.ts';
import { cursorText, readCursor } from './fleet-cursor.ts';
import { fleetDevices } from './fleet-devices.ts';
import type { Passes, ReadFilters } from './fleet-filters.ts';
import { FleetPage } from './fleet-page.ts';
import { type FleetRow, fleetRow, fleetRowSchema } from './fleet-row.ts';
import type { FleetOrder } from './fleet-sort.ts';

const count = z.int().min(0);

export const fleetSchema = z
  .object({
    devices: z.array(fleetRowSchema),
    next: z.string().nullable().describe('The `cursor` of the next page; null on the last one'),
    total: count.describe('Devices that pass the filters, on all pages'),
    counters: z
      .object({
        total: count,
        ok: count,
        ...(Object.fromEntries(CONDITIONS.map((name) => [name, count])) as Record<
          (typeof CONDITIONS)[number],
          typeof count
        >),
      })
      .describe('Devices by condition, whatever the filters; each name but `total` is a value of `state`'),
  })
  .meta({
    id: 'Fleet',
    examples: [
      {
        devices: [],
        next: null,
        total: 0,
        counters: {
          total: 214,
          ok: 201,
          pending: 2,
          no_screen: 0,
          never: 1,
          failing: 0,
          late: 3,
          low_battery: 5,
          weak_signal: 4,
          stale_firmware: 0,
        },
      },
    ],
  });

export type FleetView = View<typeof fleetSchema>;

/** What a list is asked for. */
interface FleetQuery extends ReadFilters {
  readonly sort: FleetOrder;
  readonly cursor: string | null;
  readonly limit: number;
}

/**
 * One page of the devices that pass the filters of a query.
 * @param party  whose call it is: those of one token share its turns
 * @throws {AppError} invalid_query for a cursor of another list; overloaded
 */
export async function listFleet(
  api: Pick<AdminApi, 'config' | 'registry'>,
  { sort: order, cursor, limit, ...filters }: FleetQuery,
  party: string,
): Promise<FleetView> {
  const given = Object.values(filters).filter((passes) => passes !== null);
  const passes: Passes = (device) => given.every((one) => one(device));
  const page = new FleetPage(order, readCursor(cursor, order), limit);
  return mainTurns.run(party, (turns) => lookAtFleet(api, order, page, passes, turns));
}

async function lookAtFleet(
  { config, registry }: Pick<AdminApi, 'config' | 'registry'>,
  order: FleetOrder,
  page: FleetPage,
  passes: Passes,
  turns: LongWork,
): Promise<FleetView> {
  const nowMs = Date.now();
  const counters: Counters = { total: 0, ok: 0, ...noConditions() };
  let total = 0;
  for (const device of fleetDevices(registry, config(), nowMs)) {
    if (turns.isOver) await turns.next();
    if (device === null) continue;
    countIn(counters, device.conditions);
    if (!passes(device)) continue;
    total += 1;
    page.offer(device);
  }
  const { devices, end } = page.end();
  const rows: FleetRow[] = [];
  for (const device of devices) {
    if (turns.isOver) await turns.next();
    rows.push(fleetRow(device, nowMs));
  }
  return {
    devices: rows,
    next: end === null ? null : cursorText(order, end),
    total,
    counters,
  };
}

type Counters = Record<'total' | 'ok' | (typeof CONDITIONS)[number], number>;

function countIn(counters: Counters, conditions: readonly (typeof CONDITIONS)[number][]): void {
  counters.total += 1;
  if (conditions.length === 0) counters.ok += 1;
  for (const condition of conditions) counters[condition] += 1;
}

function noConditions(): Record<(typeof CONDITIONS)[number], number> {
  return Object.fromEntries(CONDITIONS.map((name) => [name, 0])) as Record<
    (typeof CONDITIONS)[number],
    number
  >;
}

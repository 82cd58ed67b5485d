/** A page of the fleet, with counters over all of it. Looked at in slices, so that devices are served between them. */
import { z } from 'zod';
import { CONDITIONS } from '../../domain/fleet-state.ts';
import { AppError } from '../../platform/base/errors.ts';
import { type LongWork, mainTurns } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import type { View } from '../view.ts';
import { type FleetDevice, fleetDevices } from './fleet-devices.ts';
import type { Passes, ReadFilters } from './fleet-filters.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';
import { type FleetRow, fleetRow, fleetRowSchema } from './fleet-row.ts';
import type { FleetOrder, Place, SortValue } from './fleet-sort.ts';

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

type FleetView = View<typeof fleetSchema>;

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

/** The cursor behind a device in an order. */
function cursorText({ text }: FleetOrder, { value, key }: Place): string {
  return Buffer.from(JSON.stringify([text, value, key])).toString('base64url');
}

/**
 * Read a cursor that a list in this order has given; null where there is none.
 * @throws {AppError} invalid_query
 */
function readCursor(text: string | null, order: FleetOrder): Place | null {
  if (text === null) return null;
  const parts = text.length > FLEET_LIMITS.cursorCharacters ? null : parsed(text);
  const [sort, value, key] = parts ?? [];
  if (typeof key !== 'string' || !isSortValue(value)) {
    throw refused('expected the `next` of the page before');
  }
  if (sort !== order.text) {
    throw refused(
      `expected the \`next\` of a list with the same \`sort\`, got one of ${JSON.stringify(sort)}`,
    );
  }
  return { value, key };
}

function refused(message: string): AppError {
  return new AppError('invalid_query', { detail: `cursor: ${message}.` });
}

function parsed(text: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function isSortValue(value: unknown): value is SortValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

/** Devices that wait unsorted behind the sorted ones: names are slow to compare, and to sort a page of them anew takes ten milliseconds. */
const UNSORTED = 128;

interface Found {
  readonly device: FleetDevice;
  readonly place: Place;
}

/** The first devices of a list behind a place, found without sorting all: the fleet is large, and a page is small. */
class FleetPage {
  readonly #order: FleetOrder;
  readonly #after: Place | null;
  readonly #rows: number;
  /** The first ones so far are among these; sorted and cut whenever there are some more than needed. */
  #found: Found[] = [];
  /** No device behind this place is one of the first. */
  #last: Place | null = null;

  constructor(order: FleetOrder, after: Place | null, rows: number) {
    this.#order = order;
    this.#after = after;
    this.#rows = rows;
  }

  offer(device: FleetDevice): void {
    const place = this.#order.placeOf(device);
    if (this.#after !== null && this.#order.compare(place, this.#after) <= 0) return;
    if (this.#last !== null && this.#order.compare(place, this.#last) >= 0) return;
    this.#found.push({ device, place });
    if (this.#found.length > this.#rows + UNSORTED) this.#cut();
  }

  /** The devices of the page, and where it ends; null where nothing comes behind it. */
  end(): { readonly devices: readonly FleetDevice[]; readonly end: Place | null } {
    this.#cut();
    const page = this.#found.slice(0, this.#rows);
    const hasMore = this.#found.length > this.#rows;
    return { devices: page.map(({ device }) => device), end: hasMore ? (page.at(-1)?.place ?? null) : null };
  }

  /** One more than the page shows is kept, to know whether there is another page. */
  #cut(): void {
    this.#found.sort((one, other) => this.#order.compare(one.place, other.place));
    this.#found.length = Math.min(this.#found.length, this.#rows + 1);
    if (this.#found.length > this.#rows) this.#last = this.#found.at(-1)?.place ?? null;
  }
}

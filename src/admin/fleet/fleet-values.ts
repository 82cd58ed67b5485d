/** Which values the filters of the fleet can have, and how many devices each would find: what pick lists show. */
import { z } from 'zod';
import { parseVersionRange } from '../../domain/version-range.ts';
import { type LongWork, mainTurns } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import type { View } from '../view.ts';
import { type FleetDevice, fleetDevices } from './fleet-devices.ts';
import type { FilterName, Passes, ReadFilters } from './fleet-filters.ts';
import { FLEET_LIMITS } from './fleet-limits.ts';

const values = z.array(
  z.object({ value: z.string(), count: z.int().min(1).describe('Devices that have it') }),
);

const EXAMPLE = [{ value: 'service-builtin/clock', count: 12 }];

export const fleetValuesSchema = z
  .object({
    screen: values,
    panel: values,
    tag: values,
    group: values,
    model: values,
    firmware: values,
  })
  .describe(`By filter, the most frequent first; at most ${FLEET_LIMITS.listedValues} each`)
  .meta({
    id: 'FleetValues',
    examples: [{ screen: EXAMPLE, panel: [], tag: [], group: [], model: [], firmware: [] }],
  });

export type FleetValues = View<typeof fleetValuesSchema>;

interface NamedFilter {
  readonly name: string;
  readonly passes: Passes;
}

type ListedName = keyof FleetValues & FilterName;

/** The values of a device by filter. */
const VALUES: Readonly<Record<ListedName, (device: FleetDevice) => readonly (string | null)[]>> = {
  screen: ({ screen }) => [screen],
  panel: ({ display }) => [display.panel],
  tag: ({ own }) => own?.tags ?? [],
  group: ({ groups }) => groups,
  model: ({ record }) => [record?.report.model ?? null],
  firmware: ({ record }) => [record?.report.firmwareVersion ?? null],
};

const NAMES = Object.keys(VALUES) as readonly ListedName[];

/**
 * The values of all devices that pass the other filters of a query.
 * @param party  whose call it is: those of one token share its turns
 * @throws {AppError} overloaded
 */
export async function listFleetValues(
  api: Pick<AdminApi, 'config' | 'registry'>,
  query: ReadFilters,
  party: string,
): Promise<FleetValues> {
  const filters = Object.entries(query).flatMap(([name, passes]) =>
    passes === null ? [] : [{ name, passes }],
  );
  return mainTurns.run(party, (turns) => countValues(api, filters, turns));
}

async function countValues(
  { config, registry }: Pick<AdminApi, 'config' | 'registry'>,
  filters: readonly NamedFilter[],
  turns: LongWork,
): Promise<FleetValues> {
  const counts = new Map(NAMES.map((name) => [name, new ValueCounts(name)]));
  for (const device of fleetDevices(registry, config(), Date.now())) {
    if (turns.isOver) await turns.next();
    if (device !== null) countIn(counts, filters, device);
  }
  const listed = NAMES.map((name) => [name, counts.get(name)?.listed() ?? []]);
  return Object.fromEntries(listed) as FleetValues;
}

function countIn(
  counts: ReadonlyMap<ListedName, ValueCounts>,
  filters: readonly NamedFilter[],
  device: FleetDevice,
): void {
  const failed = filters.filter(({ passes }) => !passes(device)).map(({ name }) => name);
  // A list offers what its own filter leaves out: otherwise nothing else could be chosen.
  for (const [name, ofName] of counts) {
    if (failed.every((one) => one === name)) for (const value of VALUES[name](device)) ofName.add(value);
  }
}

/** How often each value occurs; upper and lower case are one. */
class ValueCounts {
  readonly #name: ListedName;
  readonly #counts = new Map<string, { readonly value: string; count: number }>();

  constructor(name: ListedName) {
    this.#name = name;
  }

  add(value: string | null): void {
    if (value === null || !this.#canBeAskedFor(value)) return;
    const key = value.toLowerCase();
    const known = this.#counts.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#counts.size < FLEET_LIMITS.countedValues) this.#counts.set(key, { value, count: 1 });
  }

  listed(): FleetValues[ListedName] {
    return [...this.#counts.values()]
      .toSorted((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
      .slice(0, FLEET_LIMITS.listedValues);
  }

  /** What the filter takes: devices may say anything of themselves. */
  #canBeAskedFor(value: string): boolean {
    const fits = value !== '' && value.length <= FLEET_LIMITS.filterCharacters && !value.includes(',');
    return fits && (this.#name !== 'firmware' || parseVersionRange(value) !== null);
  }
}

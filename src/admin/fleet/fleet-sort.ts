/** In which order a list of the fleet is: by one value of its devices, and by their keys where that is the same. */
import { FLEET_STATES, type FleetState } from '../../domain/fleet-state.ts';
import type { FleetDevice } from './fleet-devices.ts';

/** Devices without a value come last, in both directions. */
export type SortValue = string | number | null;

type ValueOf = (device: FleetDevice) => SortValue;

/** The most urgent first. */
const URGENCY: ReadonlyMap<FleetState, number> = new Map(
  FLEET_STATES.map((state, place) => [state, place === 0 ? FLEET_STATES.length : place]),
);

const VALUES = {
  key: () => null,
  name: ({ own }) => own?.name ?? null,
  screen: ({ screen }) => screen,
  panel: ({ display }) => display.panel,
  model: ({ record }) => record?.report.model ?? null,
  firmware: ({ record }) => record?.report.firmwareVersion ?? null,
  battery: ({ batteryPercent }) => batteryPercent,
  rssi: ({ record }) => record?.report.rssi ?? null,
  last_seen: ({ record }) => record?.lastSeenMs ?? null,
  state: ({ conditions }) => URGENCY.get(conditions[0] ?? 'ok') ?? null,
} as const satisfies Readonly<Record<string, ValueOf>>;

export type SortName = keyof typeof VALUES;
export const SORT_NAMES = Object.keys(VALUES) as readonly SortName[];

/** Where a device is in a list. */
export interface Place {
  readonly value: SortValue;
  readonly key: string;
}

export interface FleetOrder {
  /** The order as the address has it: `name`, `-last_seen`. */
  readonly text: string;
  placeOf(device: FleetDevice): Place;
  /** Negative where the first comes first. */
  compare(one: Place, other: Place): number;
}

/** `Room 2` before `Room 10`; the same on every server, whatever its language. */
const NAMES = new Intl.Collator('en', { numeric: true });

/** The order of a text such as `-last_seen`; null where there is none such. */
export function fleetOrder(text: string): FleetOrder | null {
  const isDown = text.startsWith('-');
  const name = SORT_NAMES.find((known) => known === (isDown ? text.slice(1) : text));
  if (name === undefined) return null;
  const read: ValueOf = VALUES[name];
  const sign = isDown ? -1 : 1;
  // Without values it is the keys that go down.
  const keySign = name === 'key' ? sign : 1;
  return {
    text,
    placeOf: (device) => ({ value: read(device), key: device.normalKey }),
    compare: (one, other) =>
      compareValues(one.value, other.value, sign) || compareTexts(one.key, other.key) * keySign,
  };
}

function compareValues(one: SortValue, other: SortValue, sign: number): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * sign;
  return NAMES.compare(String(one), String(other)) * sign;
}

function compareTexts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

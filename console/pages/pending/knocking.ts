/** The devices that wait for a screen, and which of them this browser does not show. */
import { signal } from '@preact/signals';
import { callAdmin } from '../../api/call.ts';
import type { FleetEvent, FleetRow, FleetView } from '../../api/types.ts';
import { keepValue, readKept } from '../../parts/browser-store.ts';

export interface Knocking {
  /** The one that called last first. */
  readonly devices: readonly FleetRow[];
  /** All that wait, also those beyond the first page. */
  readonly total: number;
  /** All devices that there are. */
  readonly fleet: number;
}

const MOST = 500;

/** Ask which devices wait. @throws {CallError} */
export async function loadKnocking(signal: AbortSignal): Promise<Knocking> {
  const path = `/fleet?state=pending&sort=-last_seen&limit=${MOST}`;
  const { devices, total, counters } = await callAdmin<FleetView>(path, { signal });
  return { devices, total, fleet: counters.total };
}

/** What is known after something has happened to a device. Null where it has to be asked for. */
export function knockingAfter(known: Knocking, { mac, device }: FleetEvent): Knocking | null {
  const wasThere = known.devices.some((row) => row.mac === mac);
  if (device === null || !device.conditions.includes('pending')) return wasThere ? null : known;
  // One that is new, or beyond the first page, changes the counts.
  if (!wasThere) return null;
  const others = known.devices.filter((row) => row.mac !== mac);
  return { ...known, devices: [device, ...others] };
}

const NAME = 'ignored';
/** A browser that has ignored more begins to forget. */
const MOST_IGNORED = 1_000;

const ignored = signal<readonly string[]>(readIgnored());

function readIgnored(): readonly string[] {
  const kept = readKept(NAME);
  return Array.isArray(kept) ? kept.filter((mac) => typeof mac === 'string').slice(-MOST_IGNORED) : [];
}

export function isIgnored(mac: string): boolean {
  return ignored.value.includes(mac);
}

/** Hide a device in this browser, or show it again. */
export function setIgnored(mac: string, isHidden: boolean): void {
  const others = ignored.value.filter((one) => one !== mac);
  ignored.value = isHidden ? [...others, mac].slice(-MOST_IGNORED) : others;
  keepValue(NAME, ignored.value);
}

/** Counts the devices by what is the matter with them, and the screens that fail, in one pass over all. */

import { CONDITIONS, type FleetCondition } from '../../domain/fleet-state.ts';
import { mainTurns } from '../../platform/base/turns.ts';
import type { AdminApi } from '../admin-api.ts';
import { fleetDevices } from '../fleet/fleet-devices.ts';

/** A screen that fails on some devices. */
export interface FailingCount {
  readonly screen: string;
  devices: number;
  sinceMs: number;
  lastMs: number;
  code: string;
}

export interface DeviceCounts {
  readonly total: number;
  readonly conditions: Readonly<Record<FleetCondition, number>>;
  /** The most devices first. */
  readonly failing: readonly FailingCount[];
}

/** Devices are served between one slice and the next. */
export async function countDevices(api: AdminApi): Promise<DeviceCounts> {
  const counts = Object.fromEntries(CONDITIONS.map((condition) => [condition, 0])) as Record<
    FleetCondition,
    number
  >;
  const failing = new Map<string, FailingCount>();
  let total = 0;
  const turns = mainTurns.begin('answers');
  for (const device of fleetDevices(api.registry, api.config(), Date.now())) {
    if (turns.isOver) await turns.next();
    if (device === null) continue;
    total += 1;
    for (const condition of device.conditions) counts[condition] += 1;
    const run = device.record?.failing ?? null;
    if (run !== null) addFailure(failing, device.screen ?? '', run);
  }
  return { total, conditions: counts, failing: [...failing.values()].sort((a, b) => b.devices - a.devices) };
}

function addFailure(
  failing: Map<string, FailingCount>,
  screen: string,
  { sinceMs, lastMs, code }: { readonly sinceMs: number; readonly lastMs: number; readonly code: string },
): void {
  const known = failing.get(screen);
  if (known === undefined) {
    failing.set(screen, { screen, devices: 1, sinceMs, lastMs, code });
    return;
  }
  known.devices += 1;
  known.sinceMs = Math.min(known.sinceMs, sinceMs);
  if (lastMs > known.lastMs) Object.assign(known, { lastMs, code });
}

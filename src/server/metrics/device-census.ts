/** Counts the devices by whether they call when they were told to, and by whether their screens fail. */

import { type ConfigSnapshot, ownMapping } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { FAILING_SHOWN, type FailureRun } from '../../domain/failure-run.ts';
import { DEFAULT_KEY, type MappingEntry } from '../../domain/mapping.ts';
import { POLL_STATES, pollState } from '../../domain/polls.ts';
import type { Mapped } from '../../domain/resolve-mapping.ts';
import { hasNoScreen } from '../../domain/without-screen.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import { mainTurns } from '../../platform/base/turns.ts';

/** `unseen`: the config names it, and it has not called since the start of the server. */
export const CENSUS_STATES = [...POLL_STATES, 'unseen'] as const;
export type CensusState = (typeof CENSUS_STATES)[number];

export interface DeviceCensus {
  /** Devices with an entry in the config, and all others. */
  readonly configured: Readonly<Record<'yes' | 'no', Record<CensusState, number>>>;
  /** Those whose screen failed at their last call, by what they show. */
  readonly failing: Record<FailureRun['shown'], number>;
  /** Those to which nobody gives a screen. */
  withoutScreen: number;
}

/** What of a config says what devices show. */
type CensusConfig = Pick<ConfigSnapshot, 'devices' | 'groups' | 'panels' | 'defaultScreen'>;

/** A census of no device. */
export function emptyCensus(): DeviceCensus {
  const failing = Object.fromEntries(FAILING_SHOWN.map((shown) => [shown, 0])) as DeviceCensus['failing'];
  return { configured: { yes: nobody(), no: nobody() }, failing, withoutScreen: 0 };
}

/** Count all devices that have called, and those that the config names besides, in slices: others are served between. */
export async function takeCensus(
  devices: Registry,
  config: CensusConfig,
  nowMs: number,
): Promise<DeviceCensus> {
  const census = emptyCensus();
  const { configured, failing } = census;
  const turns = mainTurns.begin('metrics');
  const countScreen = (device: Mapped | null, entry: MappingEntry | null): void => {
    if (hasNoScreen(config, device, entry)) census.withoutScreen += 1;
  };
  for (const record of devices.each()) {
    const entry = ownMapping(config, record.id, record.registrationCode);
    const isNamed = entry !== null;
    countScreen(record, entry);
    const state = pollState(record.toldRefreshSeconds, nowMs - record.lastSeenMs);
    configured[isNamed ? 'yes' : 'no'][state] += 1;
    if (record.failing !== null) failing[record.failing.shown] += 1;
    if (turns.isOver) await turns.next();
  }
  for (const [key, entry] of config.devices) {
    if (key !== DEFAULT_KEY && !hasCalled(devices, key)) {
      configured.yes.unseen += 1;
      countScreen(null, entry);
    }
    if (turns.isOver) await turns.next();
  }
  return census;
}

/** @param key a MAC or a registration code in normal form */
function hasCalled(devices: Registry, key: string): boolean {
  return key.includes(':') ? devices.has(key as DeviceId) : devices.hasCode(key);
}

function nobody(): Record<CensusState, number> {
  return { new: 0, on_time: 0, late: 0, missing: 0, unseen: 0 };
}

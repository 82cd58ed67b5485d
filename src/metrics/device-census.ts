/** Counts the devices by whether they call when they were told to. */
import type { DeviceId } from '../domain/device-id.ts';
import { type ConfigSnapshot, DEFAULT_KEY, ownMapping } from '../domain/mapping.ts';
import { POLL_STATES, pollState } from '../domain/polls.ts';
import type { Registry } from '../store/registry.ts';

/** `unseen`: the config names it, and it has not called since the start of the server. */
export const DEVICE_STATES = [...POLL_STATES, 'unseen'] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];

/** Devices with an entry in the config, and all others. */
export type DeviceCensus = Readonly<Record<'yes' | 'no', Record<DeviceState, number>>>;

/** Count all devices that have called, and those that the config names besides. */
export function takeCensus(
  devices: Registry,
  config: Pick<ConfigSnapshot, 'devices'>,
  nowMs: number,
): DeviceCensus {
  const census = { yes: nobody(), no: nobody() };
  for (const { id, registrationCode, toldRefreshSeconds, lastSeenMs } of devices.list()) {
    const isNamed = ownMapping(config, id, registrationCode) !== null;
    census[isNamed ? 'yes' : 'no'][pollState(toldRefreshSeconds, nowMs - lastSeenMs)] += 1;
  }
  for (const key of config.devices.keys()) {
    if (key !== DEFAULT_KEY && !hasCalled(devices, key)) census.yes.unseen += 1;
  }
  return census;
}

/** @param key a MAC or a registration code in normal form */
function hasCalled(devices: Registry, key: string): boolean {
  return (key.includes(':') ? devices.get(key as DeviceId) : devices.byRegistrationCode(key)) !== null;
}

function nobody(): Record<DeviceState, number> {
  return { new: 0, on_time: 0, late: 0, missing: 0, unseen: 0 };
}

/** Frames: whatever shows a picture that it fetches from one address, with a token of its own. */

import type { ConfigSnapshot } from './config-snapshot.ts';
import { type DeviceId, parseDeviceId } from './device-id.ts';
import { DEFAULT_KEY, type FrameEntry, isDefaultKey, type MappingEntry } from './mapping.ts';
import { parseRegistrationCode } from './registration-code.ts';

declare const brand: unique symbol;

/** Names a frame where devices are named by their ids. No device has the same, not even that whose entry the frame shows. */
export type FrameId = string & { readonly [brand]: 'FrameId' };

/** Whoever a picture is made for. */
export type ViewerId = DeviceId | FrameId;

/** A frame of the config: an entry under `frames:`, or that of a device. */
export interface FoundFrame extends Pick<FrameEntry, 'size'> {
  readonly id: FrameId;
  /** What stands in the config: groups may say more of that of a device. */
  readonly entry: MappingEntry;
  /** The key under `devices` in its normal form; null for an entry under `frames`. */
  readonly deviceKey: string | null;
}

/**
 * Normal form of a key under `devices`: a MAC address, a registration code without hyphen, or `DEFAULT`.
 * Null when it is none of them.
 */
export function normalDeviceKey(key: string): string | null {
  const trimmed = key.trim();
  if (isDefaultKey(trimmed)) return DEFAULT_KEY;
  return parseDeviceId(trimmed) ?? parseRegistrationCode(trimmed);
}

/** The frame of a key: the entry under `frames` of this name, else that of the device. */
export function findFrame(
  { frames, devices }: Pick<ConfigSnapshot, 'frames' | 'devices'>,
  key: string,
): FoundFrame | null {
  const named = frames.get(key);
  if (named !== undefined) {
    return { entry: named.mapping, size: named.size, id: frameId(key), deviceKey: null };
  }
  const deviceKey = normalDeviceKey(key);
  const entry = deviceKey === null ? undefined : devices.get(deviceKey);
  if (deviceKey === null || entry === undefined) return null;
  return { entry, size: null, id: deviceFrameId(deviceKey), deviceKey };
}

/** The id of an entry under `frames`. */
export function frameId(name: string): FrameId {
  return `frame ${name}` as FrameId;
}

/** The id of a device's entry as a frame. @param deviceKey  in its normal form */
export function deviceFrameId(deviceKey: string): FrameId {
  return `frame of ${deviceKey}` as FrameId;
}

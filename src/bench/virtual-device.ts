/** A device that exists only for a bench. */
import { DEFAULT_SIZE } from '../domain/panel.ts';

export interface VirtualDevice {
  readonly mac: string;
  /** Null for a device that has no key yet, and calls setup first. */
  readonly token: string | null;
  /** The screen that it shows, for the report; null where only the server knows it. */
  readonly screen: string | null;
  readonly widthPx: number;
  readonly heightPx: number;
  /** Header `Model`. */
  readonly model: string;
  /** Header `Board`; null for devices that send none. */
  readonly board: string | null;
}

/** The model of the device that most people have. */
export const COMMON_MODEL = 'og';

/**
 * A MAC of the range that no manufacturer uses (IEEE 802, the bit "locally administered"), so that it belongs to no real
 * device: `02:00:00:00:00:01` and so on.
 */
export function localMac(number: number): string {
  const hex = number.toString(16).padStart(10, '0').toUpperCase();
  return ['02', ...(hex.match(/../g) ?? [])].join(':');
}

/** `02:BE:…` begins the addresses of devices that call a running server. */
const GROUPS_FROM = 0xbe_0000_0000;
const GROUP_SIZE = 65_536;

/**
 * The MAC of a device in a group.
 * @param group   of devices, from 0 to 65 535: other groups have other addresses
 * @param number  of the device, from 0 to 65 535
 */
function virtualMac(group: number, number: number): string {
  return localMac(GROUPS_FROM + group * GROUP_SIZE + number);
}

/** Devices for a server that decides itself what they show. Runs with the same seed are the same devices to it. */
export function virtualDevices(count: number, seed: number): readonly VirtualDevice[] {
  return Array.from({ length: count }, (_, number) => {
    const mac = virtualMac(seed, number);
    return {
      mac,
      token: `bench-${seed}-${mac}`,
      screen: null,
      ...DEFAULT_SIZE,
      model: COMMON_MODEL,
      board: null,
    };
  });
}

/**
 * Let a share of the devices begin without a key. To a running server they must be new each time, as a key that it gave
 * to one of an earlier run is gone.
 * @param group  of their addresses; null keeps those that they have
 */
export function withNewDevices(
  devices: readonly VirtualDevice[],
  share: number,
  group: number | null,
): readonly VirtualDevice[] {
  const count = Math.round(devices.length * share);
  return devices.map((device, number) => {
    if (number >= count) return device;
    return { ...device, token: null, mac: group === null ? device.mac : virtualMac(group, number) };
  });
}

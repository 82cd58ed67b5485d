/** The identity of a device: its MAC address in one normal form. */

declare const brand: unique symbol;

/** `AA:BB:CC:DD:EE:FF`, upper case. Only `parseDeviceId` makes one. */
export type DeviceId = string & { readonly [brand]: 'DeviceId' };

const MAC = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/;

/** Read a MAC address: trimmed, any case, `-` or `:` between the pairs. Null when it is not six hex pairs. */
export function parseDeviceId(text: string): DeviceId | null {
  const normal = text.trim().toUpperCase().replaceAll('-', ':');
  return MAC.test(normal) ? (normal as DeviceId) : null;
}

/** The identity of a device: its MAC address in one normal form. */

declare const brand: unique symbol;

/** `AA:BB:CC:DD:EE:FF`, upper case. Only `parseDeviceId` makes one. */
export type DeviceId = string & { readonly [brand]: 'DeviceId' };

const MAC = /^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/;

const SHORT = /^[A-Za-z0-9_-]{8}$/;

/** The six bytes of an address as base64url: eight characters, for URLs. */
export function shortDeviceId(id: DeviceId): string {
  return Buffer.from(id.replaceAll(':', ''), 'hex').toString('base64url');
}

/** Read what `shortDeviceId` has made. Null when it is anything else. */
export function parseShortDeviceId(text: string): DeviceId | null {
  if (!SHORT.test(text)) return null;
  const pairs = Buffer.from(text, 'base64url').toString('hex').toUpperCase().match(/../g) ?? [];
  return parseDeviceId(pairs.join(':'));
}

/** Read a MAC address: trimmed, any case, `-` or `:` between the pairs. Null when it is not six hex pairs. */
export function parseDeviceId(text: string): DeviceId | null {
  const normal = text.trim().toUpperCase().replaceAll('-', ':');
  return MAC.test(normal) ? (normal as DeviceId) : null;
}

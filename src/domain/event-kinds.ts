/** What can happen to the identity of a device, and which of it anybody can bring about who knows the device's MAC address. */

export const EVENT_KINDS = [
  'registered',
  'adopted',
  'pinned',
  'claimed_by_code',
  'key_handed_out',
  'setup_refused',
  'setup_incomplete',
  'token_refused',
  'held_back',
  'signature_refused',
  'call_repeated',
  'signed_call_refused',
  'image_refused',
  'image_expired',
  'identity_reset',
] as const;

export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Events of calls without proof: anybody can make any number of them under the address of a device that is well, so they
 * say nothing of the device by themselves.
 */
export const UNPROVEN_KINDS = [
  'key_handed_out',
  'setup_refused',
  /** A setup that lacks headers which the config asks for; `detail` names them. */
  'setup_incomplete',
  'token_refused',
  'held_back',
  /** A signed call that names the device's key, and is not signed by it. */
  'signature_refused',
  /** One that is signed by it, and may be a copy of an earlier call. */
  'call_repeated',
  /** An image call for the picture that the device was told, with a signature that is not this server's. */
  'image_refused',
  /** One with an address that the device was told, after its time: whoever saw the address can make it. */
  'image_expired',
] as const satisfies readonly EventKind[];

export type UnprovenKind = (typeof UNPROVEN_KINDS)[number];

const UNPROVEN: ReadonlySet<EventKind> = new Set(UNPROVEN_KINDS);

/** Whether anybody can cause events of this kind. */
export function isUnproven(kind: EventKind): kind is UnprovenKind {
  return UNPROVEN.has(kind);
}

/** Whether who caused an event of this kind has proved to be the device, or is an admin. Setup takes no proof at all. */
export function isAuthenticated(kind: EventKind): boolean {
  return kind !== 'registered' && !isUnproven(kind);
}

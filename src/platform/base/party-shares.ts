/**
 * For whom work is done, and what share of the server each party has: from the call to the last stage. One table, so that
 * no stage gives a party more than the one before. What a caller without an entry causes (a picture, a substitute, a
 * welcome, a run of a screen, what these leave in memory) counts for `stranger`.
 */

/** What a party may take. */
interface PartyShare {
  /** Its place in every line: nobody waits for those behind, except for what they have begun. */
  readonly order: number;
  /**
   * How much of the room for promised pictures (time and memory) may be taken, by itself and by those before it, when it
   * wants more.
   */
  readonly room: number;
  /** Extra room for what a device is answered in place of its own picture. */
  readonly substitutes: number;
  /** Part of the threads and workers that it may hold at a time; at least one. */
  readonly workers: number;
  /** How much of a memory may be held for good when it wants to hold more. */
  readonly held: number;
}

/**
 * - `entry`: the config names the device. Everything is for these, and nobody is before them.
 * - `adopted`: a group selects it, and it has called for longer than a day. Patience is all that this takes, so it comes
 *   behind entries.
 * - `admin`: previews and pushes are for people who can wait a moment; half of the workers draw them at most, and with
 *   strangers all but one.
 * - `engine`: warm-up and what the server keeps ready: nobody waits for it.
 * - `stranger`: anybody can invent any number of them. They never hold all workers, and find room only while more than a
 *   third of it is free; what they get in place of a picture is drawn already.
 */
export const PARTY_SHARES = {
  entry: { order: 0, room: 1, substitutes: 0.2, workers: 1, held: 1 },
  adopted: { order: 1, room: 1, substitutes: 0.2, workers: 1, held: 0.7 },
  admin: { order: 2, room: 0, substitutes: 0, workers: 0.5, held: 0.7 },
  engine: { order: 3, room: 0, substitutes: 0, workers: 1, held: 0.7 },
  stranger: { order: 4, room: 0.6, substitutes: 0, workers: 0.5, held: 0.3 },
} as const satisfies Readonly<Record<string, PartyShare>>;

/**
 * `entry`: the config names the device, by its address or by its code. `adopted`: a group selects it, and it is
 * established. `stranger`: whoever else calls. `admin`: a token of the admin API. `engine`: the server itself.
 */
export type Party = keyof typeof PARTY_SHARES;

/** Parties of devices. */
export type DeviceParty = 'entry' | 'adopted' | 'stranger';

/** In the order in which they are served. */
export const PARTIES: readonly Party[] = ['entry', 'adopted', 'admin', 'engine', 'stranger'];

/** True for those whom the operator, or a day of use, vouches for. */
export function isKnownParty(party: Party): boolean {
  return party !== 'stranger';
}

/** True for devices with an entry, and for those that a group adopted: of whatever others share, one piece is left for them. */
export function isKnownDevice(party: Party): boolean {
  return party === 'entry' || party === 'adopted';
}

/** True for strangers and admins, who leave one piece for the devices. */
export function isOther(party: Party): boolean {
  return party === 'stranger' || party === 'admin';
}

/** Permits of a number that strangers and admins may hold together: each has a half, and a device needs one, too. */
export function permitsOfOthers(permits: number): number {
  return Math.max(permits - 1, 1);
}

/** Permits of a number that a party may hold. */
export function permitsOf(party: Party, permits: number): number {
  return Math.max(Math.floor(permits * PARTY_SHARES[party].workers), 1);
}

/** The one of two parties that is served first. */
export function firstServed(one: Party, other: Party): Party {
  return PARTY_SHARES[one].order <= PARTY_SHARES[other].order ? one : other;
}

/** Bytes of a memory that a party may find held when it wants to hold more. */
export function heldBytes(party: Party, bytes: number): number {
  return Math.floor(bytes * PARTY_SHARES[party].held);
}

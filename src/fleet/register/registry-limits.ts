/** Limits of what is known of devices, each with its reason. */

const DAY_MS = 86_400_000;

export const REGISTRY_LIMITS = {
  /**
   * Devices that are neither in the config nor established: registration is open, so strangers could fill the memory. A
   * device is established after a day, so no more than this many become so in a day.
   */
  strangers: 10_000,
  /** How long a device without an entry may be silent until it is forgotten: longer than holidays. */
  silentMs: 30 * DAY_MS,
  /** How long a device has to be without an entry before that: a mistake in the config is noticed in a day. */
  entrylessMs: DAY_MS,
  /** Records that are objects, of 1.5 KiB each: others are packed, in 400 bytes, which takes and gives back a microsecond. */
  awakeRecords: 10_000,
  /** Records that admins have looked at, and that are objects until the next ones come. */
  wokenRecords: 256,
  /** A record that was asked for is an object for so long: longer than any call of a device or an admin works on it. */
  inUseMs: 120_000,
  /** Work on one thread between two turns, while all devices are read from the store. */
  loadSliceMs: 4,
  /** How often the log says that devices were forgotten to make room. */
  evictionLogMs: 60_000,
} as const;

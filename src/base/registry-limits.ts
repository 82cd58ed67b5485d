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
  /** How often the log says that devices were forgotten to make room. */
  evictionLogMs: 60_000,
} as const;

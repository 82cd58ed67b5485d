/** Limits of what is kept and shown of the health of a server. */
export const HEALTH_LIMITS = {
  /** Answers and stages: long enough that a device with a usual refresh has called. 5 KB for each of some twenty names. */
  slots: 15,
  slotMs: 60_000,
  /** There are many screens, so their spans are coarser: 1 KB each. */
  screenSlots: 3,
  screenSlotMs: 300_000,
  /** A page shows no more. */
  slowest: 20,
  failing: 50,
  servers: 100,
  damagedKeys: 20,
} as const;

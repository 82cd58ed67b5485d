/** The limits of the trails of devices, each with its reason. Those of the store are in `src/state/kinds.ts`. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const TRAIL_LIMITS = {
  /** Bytes of all trails in memory: 1 KiB for each of 16 000 devices with an entry, and for 4 000 without one. */
  bytesMapped: 16 * MIB,
  bytesUnmapped: 4 * MIB,
  /** Bytes of one: a day of polls where there is room for it, the last polls where there are many devices. */
  deviceBytes: 32 * KIB,
  deviceLeastBytes: KIB,
  /** Where a store has the rest: what waits to be written, and the last polls for while the store is away. */
  storedDeviceBytes: 4 * KIB,
  /** Lines of one device in a minute: five polls in ten seconds are told, a flood is not. */
  linesPerMinute: 30,
  /** Image calls that one poll shows, and as many that come later, in the time that an address lasts; more are not kept. */
  imagesPerPoll: 8,
  strayMs: 3_600_000,
  /** How often lines are written: an image call follows its poll within a second. */
  writeMs: 1_000,
  /** Devices whose lines wait; beyond that they are written at once. */
  waiting: 5_000,
  /** A poll without news says only so; after so many of them everything is written again, so that it is not lost with old lines. */
  repeats: 48,
  /** Pictures whose drawing is remembered: those of some minutes. */
  drawings: 2_000,
  /** Steps of one answer of the admin API, and how many without `limit`. */
  answerSteps: 400,
  defaultSteps: 100,
  /** Characters of a text in a step. */
  textCharacters: 160,
} as const;

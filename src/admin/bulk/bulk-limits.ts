/** Limits of changes of many devices at once, each with its reason. */

const MIB = 1024 * 1024;

export const BULK_LIMITS = {
  /** Keys in one call: as many as fit into a body, and as the largest fleets have devices. */
  keys: 10_000,
  /** Devices that one call changes: it holds up the other work of the main thread for a few seconds. */
  devices: 20_000,
  /** A file to import: as large as the config that it becomes. */
  importBytes: 8 * MIB,
  /** Files that are received and read at a time: each is in memory several times over. */
  importsAtOnce: 1,
  /** Columns of a file: every setting, and the params of dozens of screens. */
  columns: 500,
  /** Problems in one answer: people mend the first ones and try again. */
  problems: 100,
  /** Codes about which the state store is asked at the same time. */
  codesAtOnce: 64,
} as const;

/** The limits of lists of the fleet and of streams of its events, each with its reason. */

const KIB = 1024;
const MIB = 1024 * KIB;

export const FLEET_LIMITS = {
  /** Rows of a page: some screens full. More are for scripts that go through all. */
  pageRows: 100,
  maxPageRows: 500,
  /** Values of one filter, and characters of each: more than a person selects, and than an address holds. */
  filterValues: 64,
  filterCharacters: 100,
  /** Values of a filter that are listed: as many as a person looks through. */
  listedValues: 100,
  /** Different values of a filter that are counted: devices may say anything of themselves. */
  countedValues: 5_000,
  /** A cursor holds a key and one value of a device. */
  cursorCharacters: 1_000,
  /** Streams of a server: one for each open page of its admins. One takes some 40 KiB, and less than a millisecond of each second. */
  streams: 64,
  /** Streams of one token: pages that were left open, and programs, must not take those of the others. */
  streamsPerToken: 32,
  /** Events that a stream can be continued from: ten minutes of 10 000 devices that call four times an hour, each counted once. */
  ringEvents: 4_000,
  ringBytes: 4 * MIB,
  /** How long events are gathered after the last stream has ended: it may come back, as after a change of networks. */
  lingerMs: 60_000,
  /** Bytes that wait in a stream's connection. Whoever reads more slowly gets the last event of each device only, or has to load anew. */
  streamQueueBytes: 64 * KIB,
  /** For how long such a connection may have no room at all; then it is closed, and the reader comes back if it is still there. */
  deafMs: 60_000,
  /** How often what has happened is told, and whether tokens are still good: one event for each device and second. */
  flushMs: 1_000,
  /** How often it is looked which devices have become late, and whether servers differ. */
  sweepMs: 5_000,
  /** Comments that keep a connection open: proxies cut one without a byte after 60 s, some after 20 s. */
  heartbeatMs: 15_000,
  /** When a page that lost its stream comes back. */
  retryMs: 3_000,
} as const;

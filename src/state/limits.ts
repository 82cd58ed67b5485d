/** The limits of the state store, each with its reason. Those of single kinds are in `kinds.ts`, those of the server in `src/platform/base/limits.ts`. */

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const STATE_LIMITS = {
  /** A key: a MAC, a hash, a handle; LMDB takes 1 978 bytes. */
  keyBytes: 512,
  /** Identity, contact, record of a repo or server: real ones stay below 4 KiB. Alerts fill more than one. */
  recordBytes: 64 * KIB,
  /** Codes of one device: short and long ones of a few tokens. */
  codesPerDevice: 16,
  /** Devices that have used one code, the last ones: the owner of a token could call under any number of addresses. */
  devicesPerCode: 64,
  /** Contents, pictures and answers: an SVG of 8 MiB with its files, an answer of 10 MiB. */
  blobBytes: 16 * MIB,
  /** The largest answer that is offered: it is read in time on a network of 1 Gbit/s. */
  answerBytes: 4 * MIB,
  /** What is on its way to the store without anybody waiting for it, of each kind. More is not offered. */
  unawaitedBytes: 16 * MIB,
  /** What is known of a push: kind, times, digest. */
  pushHeadBytes: 4 * KIB,
  /** A config as large as the server reads, and how many are kept. */
  configBytes: 8 * MIB,
  configRevisions: 50,
  noteBytes: 4 * KIB,
  /** The longest call of a device: whoever waits for a flight has given up by then. */
  flightMs: 12_000,
  /** The longest that an answer or a replay key is kept. */
  longestMs: 30 * DAY_MS,
  /** A point: battery, signal, polls, missed polls and a mark; a month of them takes 6 KB. */
  historyPointBytes: 8,
  historyMs: 366 * DAY_MS,
  /** How long it is known that a device was forgotten: a server that was not told asks again within minutes. */
  forgottenMs: DAY_MS,
  /** Bytes that an entry takes besides its value. */
  entryBytes: 128,
  /** Expired entries that are removed at once, and how often there is a look: a step takes less than a millisecond. */
  sweepEntries: 64,
  sweepMs: 1_000,
  /** Changes in one transaction in a folder: the event loop waits for their own part, some 20 µs for each. */
  groupChanges: 128,
  /** Keys of damaged records that are remembered, of each kind: more tell nobody anything. */
  setAsideKeys: 1_000,
  /** Devices in one batch of `all`: as many as are read within some milliseconds. */
  deviceBatch: 500,
  /** Keys of Redis that are looked at in one step, as many as it does in a millisecond. */
  scanKeys: 1_000,
  /** Devices that are imported at the same time. */
  importBatch: 100,
  /**
   * Room that the disk of a folder must have besides the values of a change: as much as all pages that one transaction of many
   * small changes can touch. And how often there is a look whether a disk that was full has room again.
   */
  roomBytes: 8 * MIB,
  roomMs: 2_000,
  /** Redis: the connection, the answer to one command, and the first answers after the connection. */
  connectMs: 1_000,
  commandMs: 250,
  greetMs: 1_000,
  /** Answers that no device waits for: lists of all devices, exports, the config. */
  patientMs: 5_000,
  /** Commands in a row that were not answered in time, until no more are sent, and for how long. */
  breakerFailures: 3,
  breakerMs: 2_000,
  /** How often a quiet connection is tried, and when it is given up. */
  pingMs: 5_000,
  pongMs: 1_000,
  /** Wait before the next try to connect: short at first, since a server that restarts is soon back. */
  reconnectMinMs: 50,
  reconnectMaxMs: 2_000,
  /** Commands that wait for their answers: 100 ms of what one engine can answer. */
  commandQueue: 10_000,
} as const;

/** Version of the layout. A store of a newer version is refused, one of an older version would be converted. */
export const STATE_VERSION = 1;

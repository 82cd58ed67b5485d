/** The limits of the state store, each with its reason. Those of the server are in `src/platform/base/limits.ts`. */

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
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
  /**
   * Names, bytes of one push, and bytes of all. A picture was scaled for its device before; data are what scripts read, and
   * are in the memory of each server.
   */
  pushes: {
    pushedPictures: { names: 1_000, bodyBytes: 4 * MIB, totalBytes: 64 * MIB },
    pushedData: { names: 256, bodyBytes: 256 * KIB, totalBytes: 16 * MIB },
  },
  /** A config as large as the server reads, and how many are kept. */
  configBytes: 8 * MIB,
  configRevisions: 50,
  noteBytes: 4 * KIB,
  /** How long a content can be asked for: the lifetime of a signed URL, its slack, and some seconds between servers. */
  contentMs: 3_700_000,
  /** A picture that is fetched later than that is drawn again from its content. */
  pictureMs: 300_000,
  /** The longest call of a device: whoever waits for a flight has given up by then. */
  flightMs: 12_000,
  /** The longest that an answer or a replay key is kept. */
  longestMs: 30 * DAY_MS,
  /** Lines of a device's log and events, their size, and how long they are kept. */
  journalLines: 200,
  journalLineBytes: 16 * KIB,
  journalBytes: 64 * KIB,
  /**
   * What anybody can send under the address of a device: an entry for each of some kinds and addresses, written a few times.
   * Apart from its events, so that it pushes none of them out.
   */
  unprovenLines: 100,
  unprovenBytes: 16 * KIB,
  /** Of its trail: a day of 96 polls, each with a new picture, takes 32 KiB; a day without news takes 5. */
  trailLines: 400,
  trailBytes: 32 * KIB,
  logMs: 30 * DAY_MS,
  eventMs: 7 * DAY_MS,
  /** The audit trail: an admin changes some things a day, a program some an hour; and 4 KiB name what changed in one call. */
  audit: { lines: 1_000, lineBytes: 4 * KIB, bytes: 2 * MIB, ms: 90 * DAY_MS },
  trailMs: 7 * DAY_MS,
  /** A point: battery, signal, polls, missed polls and a mark; a month of them takes 6 KB. */
  historyPointBytes: 8,
  historyMs: 366 * DAY_MS,
  /** How long it is known that a device was forgotten: a server that was not told asks again within minutes. */
  forgottenMs: DAY_MS,
  /** Bytes of each kind in memory, as much as the server kept there before; the least recently used go first. */
  memoryBytes: {
    once: 64 * MIB,
    contents: 32 * MIB,
    pictures: 32 * MIB,
    answers: 32 * MIB,
    // More than all that is taken: a push does not go before its time.
    pushHeads: 8 * MIB,
    pushBodies: 96 * MIB,
    flights: 8 * MIB,
    forgotten: 8 * MIB,
    logs: 40 * MIB,
    events: 32 * MIB,
    unproven: 8 * MIB,
    trail: 32 * MIB,
    history: 64 * MIB,
    audit: 4 * MIB,
    servers: 8 * MIB,
  },
  /** The same in a folder: for 100 000 devices, on a disk of a small machine. What would expire first goes first. */
  fileBytes: {
    once: 256 * MIB,
    contents: 2 * GIB,
    pictures: GIB,
    answers: GIB,
    pushHeads: 8 * MIB,
    pushBodies: 96 * MIB,
    flights: 8 * MIB,
    forgotten: 8 * MIB,
    logs: 2 * GIB,
    events: GIB,
    unproven: 256 * MIB,
    trail: 2 * GIB,
    history: 8 * GIB,
    audit: 4 * MIB,
    servers: 8 * MIB,
  },
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

/** How much a journal keeps. */
export interface JournalBounds {
  readonly lines: number;
  readonly lineBytes: number;
  readonly bytes: number;
  readonly ms: number;
}

const { journalLines: lines, journalLineBytes: lineBytes, journalBytes: bytes } = STATE_LIMITS;

/** The journals, by their kinds. */
export const JOURNALS = {
  logs: { lines, lineBytes, bytes, ms: STATE_LIMITS.logMs },
  events: { lines, lineBytes, bytes, ms: STATE_LIMITS.eventMs },
  unproven: {
    lines: STATE_LIMITS.unprovenLines,
    lineBytes,
    bytes: STATE_LIMITS.unprovenBytes,
    ms: STATE_LIMITS.eventMs,
  },
  trail: {
    lines: STATE_LIMITS.trailLines,
    lineBytes,
    bytes: STATE_LIMITS.trailBytes,
    ms: STATE_LIMITS.trailMs,
  },
  audit: STATE_LIMITS.audit,
} as const satisfies Record<string, JournalBounds>;

export type JournalKind = keyof typeof JOURNALS;

/** Kinds of what expires. */
export type ExpiringKind = keyof typeof STATE_LIMITS.memoryBytes;

/** Kinds of records of which the one with the highest fence stays. */
export type RecordKind = 'repos' | 'alerts' | 'sensitive';

/** Kinds of what is pushed. */
export type PushKind = keyof typeof STATE_LIMITS.pushes;

/** Version of the layout. A store of a newer version is refused, one of an older version would be converted. */
export const STATE_VERSION = 1;

/**
 * What is stored, one row for each kind. The engines in memory, in a folder and in Redis, `stipple state check` and the export
 * read these tables, so a kind of one of the four forms below is added by its row. What has a form of its own (devices, their
 * history, the config, answers, leases, servers) has a file in each engine, and only its room stands here.
 */
import { LIMITS } from '../platform/base/limits.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Bytes of what expires. In memory, as much as a server without a store keeps; the least recently used go first. In a folder,
 * enough for 100 000 devices on the disk of a small machine; what would expire first goes first.
 */
interface Room {
  readonly memoryBytes: number;
  readonly fileBytes: number;
}

/** How much a journal keeps. */
export interface JournalBounds {
  readonly lines: number;
  readonly lineBytes: number;
  readonly bytes: number;
  readonly ms: number;
}

interface JournalRow extends JournalBounds, Room {
  /** What its keys in Redis begin with. */
  readonly letter: string;
}

/** Journals of devices, the oldest line first: `JournalState`. They are exported and forgotten with their device. */
export const DEVICE_JOURNALS = {
  /** What devices have sent to their logs. */
  logs: {
    letter: 'l',
    lines: 200,
    lineBytes: 16 * KIB,
    bytes: 64 * KIB,
    ms: 30 * DAY_MS,
    memoryBytes: 40 * MIB,
    fileBytes: 2 * GIB,
  },
  /** Events of devices, for their admins. */
  events: {
    letter: 'e',
    lines: 200,
    lineBytes: 16 * KIB,
    bytes: 64 * KIB,
    ms: 7 * DAY_MS,
    memoryBytes: 32 * MIB,
    fileBytes: GIB,
  },
  /**
   * Events of calls without proof, from other networks than the device's own: what anybody can send under its address, an entry
   * for each of some kinds and addresses, written a few times. Apart from its events, so that it pushes none of them out.
   */
  unproven: {
    letter: 'u',
    lines: 100,
    lineBytes: 16 * KIB,
    bytes: 16 * KIB,
    ms: 7 * DAY_MS,
    memoryBytes: 8 * MIB,
    fileBytes: 256 * MIB,
  },
  /** What each device was told, and what it fetched: a day of 96 polls, each with a new picture, takes 32 KiB; one without news 5. */
  trail: {
    letter: 'w',
    lines: 400,
    lineBytes: 16 * KIB,
    bytes: 32 * KIB,
    ms: 7 * DAY_MS,
    memoryBytes: 32 * MIB,
    fileBytes: 2 * GIB,
  },
} as const satisfies Record<string, JournalRow>;

interface CommonJournalRow extends JournalRow {
  /** How messages name it. */
  readonly title: string;
}

/** Journals of which there is one, under its kind as its id. */
export const COMMON_JOURNALS = {
  /** The audit trail: an admin changes some things a day, a program some an hour; and 4 KiB name what changed in one call. */
  audit: {
    letter: 'audit',
    title: 'the audit trail',
    lines: 1_000,
    lineBytes: 4 * KIB,
    bytes: 2 * MIB,
    ms: 90 * DAY_MS,
    memoryBytes: 4 * MIB,
    fileBytes: 4 * MIB,
  },
} as const satisfies Record<string, CommonJournalRow>;

export const JOURNALS = { ...DEVICE_JOURNALS, ...COMMON_JOURNALS } as const;

interface BlobRow extends Room {
  /** What its keys in Redis begin with. */
  readonly letter: string;
  /** How long bytes are kept after each `put`. */
  readonly ms: number;
}

/** Of two servers one may announce a content later than the other. */
const BETWEEN_SERVERS_SECONDS = 40;
/** How long a device may fetch what it was told of. */
const FETCHABLE_MS =
  (LIMITS.signedUrlSeconds + LIMITS.signedUrlSlackSeconds + BETWEEN_SERVERS_SECONDS) * 1000;

/** Bytes that a hash of themselves names: `BlobState`. */
export const BLOBS = {
  /** What devices were told of. */
  contents: { letter: 's', ms: FETCHABLE_MS, memoryBytes: 32 * MIB, fileBytes: 2 * GIB },
  /** A picture that is fetched later than that is drawn again from its content. */
  pictures: { letter: 'p', ms: 300_000, memoryBytes: 32 * MIB, fileBytes: GIB },
} as const satisfies Record<string, BlobRow>;

interface RecordRow {
  /** The key of its lines in an export, and how messages name them; null for what is not exported. */
  readonly exported: { readonly key: string; readonly title: string } | null;
}

/** Records of which the one with the highest fence stays: `RecordState`. In Redis the kind is the key. */
export const RECORDS = {
  /** By handle of a screen repo: where it stands. */
  repos: { exported: { key: 'repo', title: 'the records of screen repos' } },
  /** Which alerts fire, and who was told: another fleet has others. */
  alerts: { exported: null },
  /** Params that were sensitive once. */
  sensitive: { exported: { key: 'sensitive', title: 'what was sensitive once' } },
} as const satisfies Record<string, RecordRow>;

interface PushRow {
  /** What its keys in Redis begin with; by itself, the key of all names. */
  readonly letter: string;
  readonly names: number;
  /** Bytes of one push, and of all. */
  readonly bodyBytes: number;
  readonly totalBytes: number;
}

/** What others push, by name, until its time: `PushState`. All kinds share the room of `pushHeads` and `pushBodies`. */
export const PUSHES = {
  /** Pictures for devices, which were scaled for them before. */
  pushedPictures: { letter: 'up', names: 1_000, bodyBytes: 4 * MIB, totalBytes: 64 * MIB },
  /** What scripts read, and is in the memory of each server. */
  pushedData: { letter: 'ud', names: 256, bodyBytes: 256 * KIB, totalBytes: 16 * MIB },
} as const satisfies Record<string, PushRow>;

export type JournalKind = keyof typeof JOURNALS;
export type BlobKind = keyof typeof BLOBS;
export type RecordKind = keyof typeof RECORDS;
export type PushKind = keyof typeof PUSHES;

export type CommonJournalKind = keyof typeof COMMON_JOURNALS;
export type DeviceJournalKind = keyof typeof DEVICE_JOURNALS;

export const JOURNAL_KINDS = Object.keys(JOURNALS) as readonly JournalKind[];
export const BLOB_KINDS = Object.keys(BLOBS) as readonly BlobKind[];
export const RECORD_KINDS = Object.keys(RECORDS) as readonly RecordKind[];
export const PUSH_KINDS = Object.keys(PUSHES) as readonly PushKind[];
export const DEVICE_JOURNAL_KINDS = Object.keys(DEVICE_JOURNALS) as readonly DeviceJournalKind[];
export const COMMON_JOURNAL_KINDS = Object.keys(COMMON_JOURNALS) as readonly CommonJournalKind[];

/** All that expires, with its room. */
export const EXPIRING = {
  ...JOURNALS,
  history: { memoryBytes: 64 * MIB, fileBytes: 8 * GIB },
  ...BLOBS,
  answers: { memoryBytes: 32 * MIB, fileBytes: GIB },
  // More than all that is taken: a push does not go before its time.
  pushHeads: { memoryBytes: 8 * MIB, fileBytes: 8 * MIB },
  pushBodies: { memoryBytes: 96 * MIB, fileBytes: 96 * MIB },
  flights: { memoryBytes: 8 * MIB, fileBytes: 8 * MIB },
  forgotten: { memoryBytes: 8 * MIB, fileBytes: 8 * MIB },
  servers: { memoryBytes: 8 * MIB, fileBytes: 8 * MIB },
  once: { memoryBytes: 64 * MIB, fileBytes: 256 * MIB },
} as const satisfies Record<string, Room>;

export type ExpiringKind = keyof typeof EXPIRING;

/** What is opened for each kind of a table. */
export function forEachKind<Kind extends string, Store>(
  kinds: readonly Kind[],
  open: (kind: Kind) => Store,
): Readonly<Record<Kind, Store>> {
  return Object.fromEntries(kinds.map((kind) => [kind, open(kind)])) as Record<Kind, Store>;
}

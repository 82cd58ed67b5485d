/**
 * State that lasts, by what it means. Three engines keep it: memory, a folder, Redis. They know nothing of the shape of
 * what they keep: identities, contacts and records are texts of the caller, contents and pictures are bytes. Every method
 * rejects with a `StateError` where the engine cannot do its work; what is served then is the caller's matter.
 */
import type { BlobKind, JournalKind, PushKind, RecordKind } from './kinds.ts';
import type { SetAside } from './set-aside.ts';

/** The half of a device that only changes with its revision. */
export interface StoredIdentity {
  readonly id: string;
  readonly identity: string;
  /** Another one after each change. Its first value is random, so that a device that was forgotten and came back is another one. */
  readonly revision: number;
  /** The codes that the device can be found by. */
  readonly codes: readonly string[];
}

/** A device with both halves. */
export interface StoredDevice extends StoredIdentity {
  /** What is noted at each call, as the caller wrote it last; null before the first. */
  readonly contact: string | null;
  /** Time of the last contact, in ms since 1970. */
  readonly seenMs: number;
}

/** What came of a change of which only one of several can be made. */
export interface IdentityOutcome<Stored extends StoredDevice | null = StoredDevice> {
  readonly won: boolean;
  /** What is stored now, by whomever. */
  readonly device: Stored;
}

export interface ListOptions {
  /** Also look for devices that the order of contacts has lost, which in Redis takes a look at all keys. */
  readonly isThorough?: boolean;
}

export interface DeviceState {
  /** Devices whose records were found damaged, up to a number: they are neither listed nor given out, and cannot be claimed. */
  readonly unreadable: ReadonlySet<string>;
  /** Keep an identity where there is none. Of two first calls at once one wins, and both are given what it stored. */
  claim(id: string, identity: string, codes: readonly string[], nowMs: number): Promise<IdentityOutcome>;
  /**
   * Keep the identity of a device that the caller knew, and the store does not: it was emptied. Nothing is kept, and there
   * is no device, where it was forgotten and has not called since.
   */
  putBack(
    id: string,
    identity: string,
    codes: readonly string[],
    nowMs: number,
  ): Promise<IdentityOutcome<StoredDevice | null>>;
  /** Replace an identity if it has this revision still. */
  changeIdentity(
    id: string,
    revision: number,
    identity: string,
    codes: readonly string[],
  ): Promise<IdentityOutcome<StoredDevice | null>>;
  /** Note a contact; the last one stays. False for a device that is not known, which is not made by it. */
  noteContact(id: string, contact: string, seenMs: number): Promise<boolean>;
  get(id: string): Promise<StoredDevice | null>;
  /** The device that was claimed or changed last with this code, of those that are known. */
  byCode(code: string): Promise<StoredDevice | null>;
  /** Drop all that is kept of a device. @param seenMs  only if it was not seen after this time. @returns whether it was dropped */
  forget(id: string, seenMs?: number): Promise<boolean>;
  /** All devices in batches, each once, the one seen longest ago first. One that calls meanwhile may come later. */
  all(options?: ListOptions): AsyncIterable<readonly StoredDevice[]>;
  count(): Promise<number>;
  /** Keep a device as it was exported, where there is none. */
  restore(device: StoredDevice): Promise<boolean>;
}

/** Bytes that a hash of themselves names: they never change, only expire. */
export interface BlobState {
  /** Keep bytes, or keep those longer that are there already. True when they are new. The bytes must not be changed afterwards. */
  put(hash: string, bytes: Buffer): Promise<boolean>;
  get(hash: string): Promise<Buffer | null>;
}

/** What was pushed under a name: what is known of it, and its bytes. */
export interface Push {
  readonly head: string;
  readonly body: Buffer;
}

/** What others push. Under each name there is the last push, until its time. */
export interface PushState {
  /** Keep a push in the place of the one before. False where there are as many names as there may be. */
  put(name: string, push: Push, ms: number): Promise<boolean>;
  get(name: string): Promise<Push | null>;
  /** What is known of all pushes, by their names. */
  heads(): Promise<ReadonlyMap<string, string>>;
  remove(name: string): Promise<void>;
}

/** Answers to the scripts' HTTP requests. */
export interface AnswerState {
  /** Keep an answer in the place of the one before. */
  put(digest: string, bytes: Buffer, ms: number): Promise<void>;
  get(digest: string): Promise<Buffer | null>;
  /** Begin the only flight for an answer. @returns its token; null while another one flies, on whatever server */
  takeFlight(digest: string): Promise<string | null>;
  /** End a flight, if it is still this one. */
  landFlight(digest: string, token: string): Promise<void>;
}

/** One line in the journal of a device. */
export interface JournalLine {
  readonly atMs: number;
  readonly text: string;
}

/** The last lines of each device, the oldest first. */
export interface JournalState {
  append(id: string, texts: readonly string[], nowMs: number): Promise<void>;
  list(id: string, nowMs: number): Promise<readonly JournalLine[]>;
}

/** The one journal of the audit trail. */
export const AUDIT_ID = 'audit';

/** One point an hour. */
export interface HistoryPoint {
  /** Begin of its hour, in ms since 1970. */
  readonly hourMs: number;
  /** `historyPointBytes` bytes, not all of them zero. */
  readonly point: Buffer;
}

export interface HistoryState {
  /** Keep the point of the hour of this time, in the place of the one before. */
  put(id: string, atMs: number, point: Buffer): Promise<void>;
  /** The points from the hour of a time to that of another, both included. */
  list(id: string, fromMs: number, toMs: number): Promise<readonly HistoryPoint[]>;
}

/** A revision of the config, without its text. */
export interface RevisionInfo {
  readonly revision: number;
  readonly savedMs: number;
  /** What has changed, and who did it. */
  readonly note: string;
}

export interface ConfigRevision extends RevisionInfo {
  readonly text: string;
}

export interface ConfigState {
  current(): Promise<ConfigRevision | null>;
  /** The number of the current revision, which costs little; 0 for none. */
  revision(): Promise<number>;
  /**
   * Keep a text as the next revision.
   * @param expected the revision that it was planned on; 0 for none
   * @returns the revision that is stored now, and whether it is this text
   */
  save(
    expected: number,
    change: Omit<ConfigRevision, 'revision'>,
  ): Promise<{ readonly won: boolean; readonly revision: number }>;
  /** The revisions whose texts are kept, the oldest first. */
  history(): Promise<readonly RevisionInfo[]>;
  text(revision: number): Promise<string | null>;
  /** Keep revisions as they were exported, where there is none. */
  restore(revisions: readonly ConfigRevision[]): Promise<boolean>;
}

/** Records of which the one with the highest fence stays: that of the last lease, or the last change. */
export interface RecordState {
  /** Keep the record of a name. False when a record with a higher fence is there: this lease is over. */
  put(name: string, record: string, fence: number): Promise<boolean>;
  get(name: string): Promise<string | null>;
  all(): Promise<ReadonlyMap<string, string>>;
  forget(name: string): Promise<void>;
}

/** A job that one server alone does, for a time. */
export interface Lease {
  readonly job: string;
  /** Higher than that of every lease of the job before. */
  readonly fence: number;
}

export interface LeaseState {
  /** Null while another lease of the job runs. */
  take(job: string, holder: string, ms: number): Promise<Lease | null>;
  /** False when the lease is over. */
  renew(lease: Lease, ms: number): Promise<boolean>;
  release(lease: Lease): Promise<void>;
  holder(job: string): Promise<string | null>;
}

export interface ServerState {
  /** Say that a server lives, and what it runs. */
  announce(id: string, info: string, ms: number): Promise<void>;
  withdraw(id: string): Promise<void>;
  /** What the servers that live have said, by their ids. */
  all(): Promise<ReadonlyMap<string, string>>;
}

export interface SecretState {
  /** The secret that is stored; where there is none, this one from now on. */
  settle(candidate: string): Promise<string>;
  get(): Promise<string | null>;
}

/** What a notice is about; `contacts`: devices have called, and what they said; `push`: a kind and a name. */
export const NOTICE_TOPICS = ['config', 'device', 'contacts', 'repo', 'push', 'sensitive'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** What servers tell each other. `missed`: the connection was away, so look for yourself. */
export type StateNotice =
  | { readonly topic: NoticeTopic; readonly text: string }
  | { readonly topic: 'missed' };

export interface NoticeState {
  /** Tell all servers, this one included. Nobody waits for it, and it may be lost. */
  publish(topic: NoticeTopic, text: string): Promise<void>;
  /** @returns ends the subscription */
  subscribe(listener: (notice: StateNotice) => void): () => void;
}

/** Whether the engine answers. Never asks it. */
export interface StateHealth {
  readonly isUp: boolean;
  /** One sentence why it is not up; null while it is. */
  readonly problem: string | null;
  /** What the operator should change, one sentence each. */
  readonly warnings: readonly string[];
  /** @returns ends the calls */
  onChange(listener: (isUp: boolean) => void): () => void;
}

/** A record that was read. */
export interface CheckedRecord {
  readonly kind: string;
  readonly key: string;
  /** Why it is set aside; null for a whole one. */
  readonly problem: string | null;
}

export type StateEngine = 'memory' | 'file' | 'redis';

/** What is stored, by kind (`kinds.ts` says what each one is), and what servers have in common. */
export interface State
  extends Readonly<Record<JournalKind, JournalState>>,
    Readonly<Record<BlobKind, BlobState>>,
    Readonly<Record<RecordKind, RecordState>>,
    Readonly<Record<PushKind, PushState>> {
  readonly engine: StateEngine;
  /** False in memory: what a server has in memory anyway need not be kept there a second time. */
  readonly isLasting: boolean;
  /** Whether several servers may use it at a time. */
  readonly isShared: boolean;
  readonly devices: DeviceState;
  /** Keep a key for a time. True the first time within it. */
  rememberOnce(key: string, ms: number): Promise<boolean>;
  readonly answers: AnswerState;
  readonly history: HistoryState;
  readonly config: ConfigState;
  readonly leases: LeaseState;
  readonly servers: ServerState;
  readonly urlSecret: SecretState;
  readonly notices: NoticeState;
  readonly health: StateHealth;
  /** Records that were found damaged so far, by kind. */
  readonly setAside: Pick<SetAside, 'all' | 'tell'>;
  /** Read every record, and say what is wrong with it. Takes as long as an export. */
  check(): AsyncIterable<CheckedRecord>;
  /** Ends all that is open. What was awaited is kept. */
  close(): Promise<void>;
}

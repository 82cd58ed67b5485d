/**
 * The registry: the devices that have called, their tokens and what they said of themselves. In memory; `DeviceKeeper` keeps
 * them beyond the process.
 */
import { randomBytes } from 'node:crypto';
import type { ContentHash } from '../domain/content-hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { FailureRun, LastFailure } from '../domain/failure-run.ts';
import type { HourTally } from '../domain/hour-point.ts';
import { type DeviceReport, NO_REPORT } from '../domain/report.ts';
import { isEstablished } from '../domain/standing.ts';
import type { ToldName } from '../domain/told-names.ts';
import { CodeIndex } from './code-index.ts';
import { DeviceQueue } from './device-queue.ts';
import { type Rank, rankOf, Strangers } from './strangers.ts';

export interface DeviceRecord {
  readonly id: DeviceId;
  /** The key that this server made; null for a device that brought a token of its own. */
  apiKey: string | null;
  /** SHA-256 as hex of every token that is accepted: the key that this server made, and tokens that were adopted. */
  tokenDigests: readonly string[];
  /** The ed25519 key that is pinned to the device, 64 hex characters; null while none is. */
  publicKey: string | null;
  readonly friendlyId: string;
  /** The long code of the token or key that was used last; null while there is none. */
  registrationCode: string | null;
  /** True from an admin's reset until a device registers under this address again. */
  isReset: boolean;
  /** First call with the credential that is accepted now, in ms since 1970; null before it. See `isEstablished`. */
  firstUsedMs: number | null;
  /** True from the first call that the config had an entry for under the address of the device. */
  wasNamed: boolean;
  /** Last call with an accepted token or key, in ms since 1970; null before the first. */
  lastUsedMs: number | null;
  /** Last call with a token or key that the device brought, in ms since 1970; null before the first. */
  lastOwnUseMs: number | null;
  /** The network address of the last call with an accepted token or key; null before the first. */
  address: string | null;
  /** The refresh that the device was told last; null before the first display answer. */
  toldRefreshSeconds: number | null;
  /** What the device said of itself, each value the last that it sent. */
  report: DeviceReport;
  /** Time of the first and of the last contact, in ms since 1970. */
  readonly firstSeenMs: number;
  lastSeenMs: number;
  /** The picture that the device was last told to show. */
  lastContent: ContentHash | null;
  /** The last picture that the device was told to show and that was no error screen. */
  lastGood: ContentHash | null;
  /** Pictures that a device with a history was told of, the last one at the end. */
  toldNames: readonly ToldName[];
  /** Failed tries of its screen so far; null when the last try succeeded, and before the first. */
  failing: FailureRun | null;
  /** The last failed try, which stays when the screen works again; null where none is known. */
  lastFailure: LastFailure | null;
  /** The hour of its last poll. */
  hour: HourTally | null;
}

const FRIENDLY_ID_BYTES = 6;

/** The record of a device of which nothing is known. */
export function emptyRecord(id: DeviceId, friendlyId: string, nowMs: number): DeviceRecord {
  return {
    id,
    apiKey: null,
    tokenDigests: [],
    publicKey: null,
    friendlyId,
    registrationCode: null,
    isReset: false,
    firstUsedMs: null,
    wasNamed: false,
    lastUsedMs: null,
    lastOwnUseMs: null,
    address: null,
    toldRefreshSeconds: null,
    report: NO_REPORT,
    firstSeenMs: nowMs,
    lastSeenMs: nowMs,
    lastContent: null,
    lastGood: null,
    toldNames: [],
    failing: null,
    lastFailure: null,
    hour: null,
  };
}

/** A registry record for a device that is seen for the first time. */
export function newRecord(id: DeviceId, nowMs: number): DeviceRecord {
  return emptyRecord(id, newFriendlyId(), nowMs);
}

export function newFriendlyId(): string {
  return randomBytes(FRIENDLY_ID_BYTES).toString('hex');
}

export interface RegistryOptions {
  /**
   * How many devices are kept that nobody knows: without an entry, and not established. Others are never forgotten for
   * lack of room.
   */
  readonly maxStrangers: number;
  /**
   * True when the config has a mapping of the device's own.
   * @param holdsCode true for the device that used its registration code last. An entry by code keeps one device only:
   *   otherwise the owner of a token could fill the registry by calling under many addresses
   */
  isMapped(record: DeviceRecord, holdsCode: boolean): boolean;
  /** True when a group of the config selects the device. Without it, no group does. */
  isInGroup?(record: DeviceRecord): boolean;
  /**
   * How long an established device without an entry may be silent, where nobody else looks after that: of such devices
   * there may be any number in the end.
   */
  readonly silentMs?: number;
  /** Called for every device that calls, here or elsewhere. */
  onTouch?(id: DeviceId): void;
  /** Called for every device that is not in the registry any more. */
  onForget?(id: DeviceId): void;
  /** Called before that for one that has to go because there are too many, or because it was silent for too long. */
  onEvict?(record: DeviceRecord): void;
}

/** Devices that are looked at anew in one call because they were in their place for too long. */
const MAX_LOOKS = 64;

/** All operations take constant time, except `list`. */
export class Registry {
  /** In order of last contact, the oldest first. */
  readonly #records = new Map<DeviceId, DeviceRecord>();
  readonly #strangers = new Strangers();
  /** Established devices without an entry, in the order of their last contact; empty where nobody asks for it. */
  readonly #settled = new DeviceQueue();
  readonly #codes = new CodeIndex();
  readonly #options: RegistryOptions;
  #evicted = 0;
  /** Strangers for which no other one went, as all that were looked at had to move on. */
  #owed = 0;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#records.size;
  }

  /** Devices that nobody knows, as of their last calls. */
  get strangers(): number {
    return this.#strangers.size;
  }

  /** Devices that had to go since the start, because there were too many. */
  get evicted(): number {
    return this.#evicted;
  }

  get(id: DeviceId): DeviceRecord | null {
    return this.#records.get(id) ?? null;
  }

  /**
   * The device with a registration code; the one seen last where several brought the same token.
   * @param code short or long
   */
  byRegistrationCode(code: string): DeviceRecord | null {
    const id = this.#codes.find(code);
    return id === null ? null : this.get(id);
  }

  /** Devices that use a long registration code, the one seen last first; no more than two, to tell one from several. */
  withCode(code: string): readonly DeviceId[] {
    return this.#codes.users(code);
  }

  /** All records, the one that was seen longest ago first. A copy, and so too slow for calls of devices. */
  list(): readonly DeviceRecord[] {
    return [...this.#records.values()];
  }

  /** Add a device, or move a known one to the end of the order of contact. Takes note of its code. */
  touch(record: DeviceRecord): void {
    const { size } = this.#strangers;
    const isNew = !this.#put(record, this.#strangers.has(record.id));
    this.#options.onTouch?.(record.id);
    if (!isNew) return;
    if (this.#strangers.size > size) this.#makeRoom(record.id);
    this.#dropSilent(record.lastSeenMs);
  }

  /** Add a device that was known before the start, or elsewhere: none has to go for it. */
  learn(record: DeviceRecord): void {
    this.#put(record, this.#strangers.isBack(record.id));
    this.#options.onTouch?.(record.id);
  }

  /** Drop a device, as if it had never called. */
  drop(id: DeviceId): void {
    if (!this.#records.delete(id)) return;
    this.#strangers.delete(id);
    this.#settled.delete(id);
    this.#codes.set(id, null);
    this.#options.onForget?.(id);
  }

  /** Forget every token and key of a device; the next to register under its address gets it. The rest stays. */
  resetIdentity(record: DeviceRecord): void {
    record.apiKey = null;
    record.tokenDigests = [];
    record.publicKey = null;
    record.registrationCode = null;
    record.lastContent = null;
    record.lastGood = null;
    record.toldNames = [];
    record.failing = null;
    record.lastFailure = null;
    record.firstUsedMs = null;
    record.lastUsedMs = null;
    record.lastOwnUseMs = null;
    record.isReset = true;
    this.#codes.set(record.id, null);
    this.#sort(record);
  }

  /**
   * @param isBack  whether it has called before under its present standing
   * @returns whether it was known
   */
  #put(record: DeviceRecord, isBack: boolean): boolean {
    const { id } = record;
    const isKnown = this.#records.delete(id);
    this.#records.set(id, record);
    this.#codes.set(id, record.registrationCode);
    this.#sort(record, isBack);
    const before = this.#codes.holderBefore(id);
    // A device may have lost its mapping with the code that this one has taken.
    const loser = before === null || this.#strangers.has(before) ? null : this.get(before);
    if (loser !== null) this.#sort(loser);
    return isKnown;
  }

  /** Put a device into the queue in which it waits for its end, if it is in one. */
  #sort(record: DeviceRecord, isBack = this.#strangers.isBack(record.id)): void {
    const { id } = record;
    this.#strangers.delete(id);
    this.#settled.delete(id);
    if (this.#isMapped(record)) return;
    if (!this.#hasStanding(record)) this.#strangers.put(id, this.#rankOf(record, isBack));
    else if (this.#options.silentMs !== undefined) this.#settled.add(id);
  }

  #isMapped(record: DeviceRecord): boolean {
    return this.#options.isMapped(record, this.#codes.holds(record.id));
  }

  /**
   * Whether a device stays without an entry: a mistake in the config must cost no device its token. One that an admin has
   * reset is waited for.
   */
  #hasStanding(record: DeviceRecord): boolean {
    return record.wasNamed || record.isReset || isEstablished(record);
  }

  #rankOf(record: DeviceRecord, isBack: boolean): Rank {
    return rankOf(record, this.#options.isInGroup?.(record) ?? false, isBack);
  }

  /** For a stranger that comes, another one goes. No more, so that those that a start has found stay. */
  #makeRoom(newcomer: DeviceId): void {
    this.#owed++;
    for (let looks = 0; looks < MAX_LOOKS && this.#owed > 0; looks++) {
      const next = this.#strangers.next(newcomer);
      const record = next === null ? null : this.get(next.id);
      if (next === null || record === null || this.#strangers.size <= this.#options.maxStrangers) {
        this.#owed = 0;
        return;
      }
      // Since its last call the config, or what it says of itself, may have changed.
      const isStranger = !this.#isMapped(record) && !this.#hasStanding(record);
      if (!isStranger || this.#rankOf(record, this.#strangers.isBack(next.id)) > next.rank) {
        this.#sort(record);
        continue;
      }
      this.#owed--;
      this.#evict(record);
    }
  }

  #dropSilent(nowMs: number): void {
    const { silentMs } = this.#options;
    const id = this.#settled.first;
    const record = id === null ? null : this.get(id);
    if (record === null || silentMs === undefined || nowMs - record.lastSeenMs <= silentMs) return;
    if (this.#isMapped(record)) this.#sort(record);
    else this.#evict(record);
  }

  #evict(record: DeviceRecord): void {
    this.#evicted++;
    this.#options.onEvict?.(record);
    this.drop(record.id);
  }
}

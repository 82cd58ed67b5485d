/**
 * The registry: the devices that have called, their tokens and what they said of themselves. In memory; `DeviceKeeper` keeps
 * them beyond the process.
 */
import type { DeviceId } from '../../domain/device-id.ts';
import { isEstablished } from '../../domain/standing.ts';
import { CodeIndex } from './code-index.ts';
import { DeviceQueue } from './device-queue.ts';
import type { DeviceRecord } from './device-record.ts';
import type { UnpackedRecord } from './packed-record.ts';
import { RecordShelf, type RestRules } from './record-shelf.ts';
import { type Rank, Strangers, strangerRank } from './strangers.ts';

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
  isAssigned(record: Readonly<DeviceRecord>, holdsCode: boolean): boolean;
  /** True when a group of the config selects the device. Without it, no group does. */
  isInGroup?(record: Readonly<DeviceRecord>): boolean;
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
  onEvict?(record: Readonly<DeviceRecord>): void;
}

/** Devices that are looked at anew in one call because they were in their place for too long. */
const MAX_LOOKS = 64;

/** All operations take constant time, except those on all devices. */
export class Registry {
  readonly #shelf = new RecordShelf();
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

  /** Ask somebody else before the record of a device that does not call rests as a packed text. */
  letRest(rules: RestRules): void {
    this.#shelf.rules = rules;
  }

  get size(): number {
    return this.#shelf.size;
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
    return this.#shelf.get(id);
  }

  /** Get a device to read only: what is changed in it may be lost. For lists, which would wake all records. */
  peek(id: DeviceId): Readonly<DeviceRecord> | null {
    return this.#shelf.peek(id);
  }

  has(id: DeviceId): boolean {
    return this.#shelf.has(id);
  }

  /** A copy of a record that rests; null for any other device. */
  resting(id: DeviceId): UnpackedRecord | null {
    return this.#shelf.resting(id);
  }

  /** Nobody works on this record any more: it may rest at once. */
  rest(id: DeviceId): void {
    this.#shelf.rest(id);
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

  /** Find a device by its registration code, to read only. */
  peekByCode(code: string): Readonly<DeviceRecord> | null {
    const id = this.#codes.find(code);
    return id === null ? null : this.peek(id);
  }

  /** True where a device uses a code. */
  hasCode(code: string): boolean {
    return this.#codes.find(code) !== null;
  }

  /** All devices as of now, the one that was seen longest ago first. */
  ids(): readonly DeviceId[] {
    return this.#shelf.ids();
  }

  /** The records of all devices as of now, in the same order, each as it is when its turn comes; to read only. */
  *each(): Generator<Readonly<DeviceRecord>> {
    for (const id of this.ids()) {
      const record = this.peek(id);
      if (record !== null) yield record;
    }
  }

  /** All of them at once: for few. */
  list(): readonly Readonly<DeviceRecord>[] {
    return [...this.each()];
  }

  /** Add a device, or move a known one to the end of the order of contact. Takes note of its code. */
  touch(record: DeviceRecord): void {
    const { size } = this.#strangers;
    const isNew = !this.#put(record, this.#strangers.has(record.id), true);
    this.#options.onTouch?.(record.id);
    if (!isNew) return;
    if (this.#strangers.size > size) this.#makeRoom(record.id);
    this.#dropSilent(record.lastSeenMs);
  }

  /** Add a device that was known before the start, or elsewhere: none has to go for it. */
  learn(record: DeviceRecord): void {
    this.#put(record, this.#strangers.isBack(record.id), false);
    this.#options.onTouch?.(record.id);
  }

  /** Drop a device, as if it had never called. */
  drop(id: DeviceId): void {
    if (!this.#shelf.delete(id)) return;
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
  #put(record: DeviceRecord, isBack: boolean, isUsed: boolean): boolean {
    const { id } = record;
    const isKnown = this.#shelf.has(id);
    this.#shelf.put(record, isUsed);
    this.#codes.set(id, record.registrationCode);
    this.#sort(record, isBack);
    const before = this.#codes.holderBefore(id);
    // A device may have lost its mapping with the code that this one has taken.
    const loser = before === null || this.#strangers.has(before) ? null : this.peek(before);
    if (loser !== null) this.#sort(loser);
    return isKnown;
  }

  /** Put a device into the queue in which it waits for its end, if it is in one. */
  #sort(record: Readonly<DeviceRecord>, isBack = this.#strangers.isBack(record.id)): void {
    const { id } = record;
    this.#strangers.delete(id);
    this.#settled.delete(id);
    if (this.#isAssigned(record)) return;
    if (!this.#hasStanding(record)) this.#strangers.put(id, this.#rankOf(record, isBack));
    else if (this.#options.silentMs !== undefined) this.#settled.add(id);
  }

  #isAssigned(record: Readonly<DeviceRecord>): boolean {
    return this.#options.isAssigned(record, this.#codes.holds(record.id));
  }

  /**
   * Whether a device stays without an entry: a mistake in the config must cost no device its token. One that an admin has
   * reset is waited for.
   */
  #hasStanding(record: Readonly<DeviceRecord>): boolean {
    return record.wasNamed || record.isReset || isEstablished(record);
  }

  #rankOf(record: Readonly<DeviceRecord>, isBack: boolean): Rank {
    return strangerRank(record, this.#options.isInGroup?.(record) ?? false, isBack);
  }

  /** Another stranger goes for one that comes. No more, so that those that a start has found stay. */
  #makeRoom(newcomer: DeviceId): void {
    this.#owed++;
    for (let looks = 0; looks < MAX_LOOKS && this.#owed > 0; looks++) {
      const next = this.#strangers.next(newcomer);
      const record = next === null ? null : this.peek(next.id);
      if (next === null || record === null || this.#strangers.size <= this.#options.maxStrangers) {
        this.#owed = 0;
        return;
      }
      // Since its last call the config, or what it says of itself, may have changed.
      const isStranger = !this.#isAssigned(record) && !this.#hasStanding(record);
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
    const record = id === null ? null : this.peek(id);
    if (record === null || silentMs === undefined || nowMs - record.lastSeenMs <= silentMs) return;
    if (this.#isAssigned(record)) this.#sort(record);
    else this.#evict(record);
  }

  #evict(record: Readonly<DeviceRecord>): void {
    this.#evicted++;
    this.#options.onEvict?.(record);
    this.drop(record.id);
  }
}

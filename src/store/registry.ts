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
import type { ToldName } from '../domain/told-names.ts';
import { CodeIndex } from './code-index.ts';
import { DeviceQueue } from './device-queue.ts';

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
  /** First call with the token or key that was used last, in ms since 1970; null before the first. */
  firstUsedMs: number | null;
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
  /** How many devices that are not in the config are kept; the least recently seen goes first. */
  readonly maxUnmapped: number;
  /**
   * True when the config has a mapping of the device's own: such a device is never forgotten.
   * @param holdsCode true for the device that used its registration code last. An entry by code keeps one device only:
   *   otherwise the owner of a token could fill the registry by calling under many addresses
   */
  isMapped(record: DeviceRecord, holdsCode: boolean): boolean;
  /** An object that is replaced whenever mappings change. Without it, mappings are assumed not to change. */
  revision?(): object;
  /** Called for every device that calls, here or elsewhere. */
  onTouch?(id: DeviceId): void;
  /** Called for every device that is not in the registry any more. */
  onForget?(id: DeviceId): void;
  /** Called before that for one that has to go because there are too many. */
  onEvict?(record: DeviceRecord): void;
}

/** All operations take constant time, except `list` and the first new device after a change of the mappings. */
export class Registry {
  /** In order of last contact, the oldest first. */
  readonly #records = new Map<DeviceId, DeviceRecord>();
  /** Those without a mapping, in the same order. */
  readonly #unmapped = new DeviceQueue();
  readonly #codes = new CodeIndex();
  readonly #options: RegistryOptions;
  /** A weak reference, so that an old config does not stay in memory for this comparison. */
  #revision: WeakRef<object> | null;

  constructor(options: RegistryOptions) {
    this.#options = options;
    this.#revision = weak(options.revision?.());
  }

  get size(): number {
    return this.#records.size;
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
    const known = this.#records.delete(record.id);
    this.#records.set(record.id, record);
    this.#unmapped.delete(record.id);
    this.#codes.set(record.id, record.registrationCode);
    this.#sort(record);
    this.#options.onTouch?.(record.id);
    if (!known && this.#records.size > this.#options.maxUnmapped) this.#forget();
  }

  /** Drop a device, as if it had never called. */
  drop(id: DeviceId): void {
    if (!this.#records.delete(id)) return;
    this.#unmapped.delete(id);
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
    if (!this.#unmapped.has(record.id)) this.#sort(record);
  }

  /** Queue a device that has no mapping, and the device whose code it has taken, if that has lost its mapping so. */
  #sort(record: DeviceRecord): void {
    if (!this.#isMapped(record)) this.#unmapped.add(record.id);
    const before = this.#codes.holderBefore(record.id);
    const loser = before === null ? null : this.get(before);
    if (loser !== null && !this.#unmapped.has(loser.id) && !this.#isMapped(loser))
      this.#unmapped.add(loser.id);
  }

  #isMapped(record: DeviceRecord): boolean {
    return this.#options.isMapped(record, this.#codes.holds(record.id));
  }

  /** Forget the unmapped devices beyond the limit, those seen longest ago. Mapped ones do not count. */
  #forget(): void {
    this.#followMappings();
    while (this.#unmapped.size > this.#options.maxUnmapped) {
      const id = this.#unmapped.first;
      if (id === null) return;
      this.#unmapped.delete(id);
      const record = this.get(id);
      // A device may have inherited the code of another one that was forgotten.
      if (record === null || this.#isMapped(record)) continue;
      this.#records.delete(id);
      this.#codes.set(id, null);
      this.#options.onEvict?.(record);
      this.#options.onForget?.(id);
    }
  }

  /** If the mappings have changed, sort all devices again. */
  #followMappings(): void {
    const revision = this.#options.revision?.();
    if (revision === this.#revision?.deref()) return;
    this.#revision = weak(revision);
    this.#unmapped.clear();
    for (const record of this.#records.values()) {
      if (!this.#isMapped(record)) this.#unmapped.add(record.id);
    }
  }
}

function weak(revision: object | undefined): WeakRef<object> | null {
  return revision === undefined ? null : new WeakRef(revision);
}

/**
 * All records of the registry, in order of last contact. Those of devices that called this server lately are objects, all
 * others rest as packed texts, and are unpacked when somebody asks for them.
 */

import type { DeviceId } from '../../domain/device-id.ts';
import { monotonicMs } from '../../platform/base/clock.ts';
import type { DeviceRecord } from './device-record.ts';
import { packRecord, type UnpackedRecord, unpackRecord } from './packed-record.ts';
import { REGISTRY_LIMITS } from './registry-limits.ts';

/** Others who know something of records that are objects. */
export interface RestRules {
  /** False for a record with changes that are not kept yet. */
  mayRest(record: DeviceRecord): boolean;
  /** The revision of its identity in the store. */
  revisionOf(record: DeviceRecord): number | null;
  /** A record was made anew. */
  woke(unpacked: UnpackedRecord): void;
}

interface Awake {
  readonly record: DeviceRecord;
  /** When it was asked for last: whoever did may still be at work on it. */
  askedMs: number;
}

const UNASKED = { askedMs: Number.NEGATIVE_INFINITY };

/** Rules of a memory that has no store behind it: nothing is waited for. */
const NO_RULES: RestRules = { mayRest: () => true, revisionOf: () => null, woke: () => {} };

/** Records that are looked at in one call: more than one, as some stay and one comes. */
const MAX_LOOKS = 4;

export class RecordShelf {
  /** In order of last contact; text where it rests. All that rest come before those that do not, but for the woken ones. */
  readonly #resting = new Map<DeviceId, string>();
  readonly #awake = new Map<DeviceId, Awake>();
  /** Those that were asked for while they rest: their places are those of the texts, which are out of date. */
  readonly #woken = new Map<DeviceId, Awake>();
  #sweep: Iterator<DeviceId> = this.#awake.keys();
  readonly #nowMs: () => number;
  #rules = NO_RULES;

  /** @param nowMs  a clock that only moves on */
  constructor(nowMs: () => number = monotonicMs) {
    this.#nowMs = nowMs;
  }

  set rules(rules: RestRules) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#resting.size + this.#awake.size;
  }

  has(id: DeviceId): boolean {
    return this.#awake.has(id) || this.#resting.has(id);
  }

  /** The one object of a record: what is changed in it stays. */
  get(id: DeviceId): DeviceRecord | null {
    const awake = this.#awake.get(id) ?? this.#woken.get(id);
    if (awake !== undefined) {
      awake.askedMs = this.#nowMs();
      return awake.record;
    }
    const text = this.#resting.get(id);
    if (text === undefined) return null;
    const unpacked = unpackRecord(id, text);
    this.#rules.woke(unpacked);
    this.#woken.set(id, { record: unpacked.record, askedMs: this.#nowMs() });
    this.#restWoken();
    return unpacked.record;
  }

  /** A record to read and to let go: for lists, which must not wake all. */
  peek(id: DeviceId): Readonly<DeviceRecord> | null {
    const awake = this.#awake.get(id) ?? this.#woken.get(id);
    if (awake !== undefined) return awake.record;
    const text = this.#resting.get(id);
    return text === undefined ? null : unpackRecord(id, text).record;
  }

  /** A copy of a record that rests and was not woken. */
  resting(id: DeviceId): UnpackedRecord | null {
    const text = this.#woken.has(id) ? undefined : this.#resting.get(id);
    return text === undefined ? null : unpackRecord(id, text);
  }

  /** The one seen longest ago first. */
  ids(): readonly DeviceId[] {
    return [...this.#resting.keys(), ...this.#awake.keys()];
  }

  /**
   * Put a record at the end. One that is new, and that nobody works on, rests at once, behind all others that rest: a start
   * learns of a hundred thousand, whose objects would outlive several collections before their turn to rest came.
   * @param isUsed  whether somebody works on it
   */
  put(record: DeviceRecord, isUsed: boolean): void {
    const { id } = record;
    if (!isUsed && !this.has(id) && this.#pack(record)) return;
    const { askedMs } = this.#awake.get(id) ?? this.#woken.get(id) ?? UNASKED;
    this.delete(id);
    this.#awake.set(id, { record, askedMs: isUsed ? this.#nowMs() : askedMs });
    if (this.#awake.size > REGISTRY_LIMITS.awakeRecords) this.#restOldest();
  }

  delete(id: DeviceId): boolean {
    this.#woken.delete(id);
    return this.#awake.delete(id) || this.#resting.delete(id);
  }

  /** Pack a record that was woken, at once: nobody works on it any more. */
  rest(id: DeviceId): void {
    const woken = this.#woken.get(id);
    if (woken !== undefined && this.#pack(woken.record)) this.#woken.delete(id);
  }

  /** One that is in use, or may not rest, stays until the next round: those behind it need not wait for it. */
  #restOldest(): void {
    for (let looks = 0; looks < MAX_LOOKS && this.#awake.size > REGISTRY_LIMITS.awakeRecords; looks++) {
      const id = this.#next();
      const awake = id === null ? undefined : this.#awake.get(id);
      if (awake === undefined) return;
      if (!this.#isInUse(awake) && this.#pack(awake.record)) this.#awake.delete(awake.record.id);
    }
  }

  /** An iterator that goes on: to begin anew would pass over all that have left at the front. */
  #next(): DeviceId | null {
    const next = this.#sweep.next();
    if (!next.done) return next.value;
    this.#sweep = this.#awake.keys();
    return this.#sweep.next().value ?? null;
  }

  #restWoken(): void {
    if (this.#woken.size <= REGISTRY_LIMITS.wokenRecords) return;
    let looks = 0;
    for (const [id, woken] of this.#woken) {
      if (++looks > MAX_LOOKS || this.#isInUse(woken)) return;
      this.#woken.delete(id);
      // One that may not rest yet is looked at again in a while.
      if (!this.#pack(woken.record)) this.#woken.set(id, woken);
    }
  }

  #pack(record: DeviceRecord): boolean {
    if (!this.#rules.mayRest(record)) return false;
    this.#resting.set(record.id, packRecord(record, this.#rules.revisionOf(record)));
    return true;
  }

  #isInUse({ askedMs }: Awake): boolean {
    return this.#nowMs() - askedMs < REGISTRY_LIMITS.inUseMs;
  }
}

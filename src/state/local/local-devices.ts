/** Devices on shelves: identities, contacts, and who used a code last. */
import { STATE_LIMITS } from '../limits.ts';
import type { DeviceState, IdentityOutcome, StoredDevice } from '../state.ts';
import { type IdentityCheck, isDamage, UnreadableDevices, unreadable } from '../unreadable.ts';
import { checkDevice, checkIdentity, checkKey, checkRecord, firstRevision } from '../values.ts';
import type { MethodTimer } from '../watch.ts';
import type { Backing, ExpiringShelf, Shelf } from './backing.ts';
import { soundValue } from './sound-value.ts';

interface IdentityRecord {
  readonly revision: number;
  readonly identity: string;
  readonly codes: readonly string[];
}

interface ContactRecord {
  readonly contact: string | null;
  readonly seenMs: number;
}

const FORGOTTEN = Buffer.of(1);

export class LocalDevices implements DeviceState {
  readonly unreadable = new UnreadableDevices();
  readonly #backing: Backing;
  readonly #watch: MethodTimer;
  readonly #identities: Shelf<IdentityRecord>;
  readonly #contacts: Shelf<ContactRecord>;
  /** By code, those that used it; the last one used it last. */
  readonly #users: Shelf<readonly string[]>;
  readonly #forgotten: ExpiringShelf;
  readonly #onForget: (id: string) => void;
  readonly #isIdentity: IdentityCheck;

  /** @param onForget  drops what else is kept of a device; called within the change */
  constructor(
    backing: Backing,
    watch: MethodTimer,
    isIdentity: IdentityCheck,
    onForget: (id: string) => void,
  ) {
    this.#backing = backing;
    this.#watch = watch;
    this.#identities = backing.shelf('identities');
    this.#contacts = backing.shelf('contacts');
    this.#users = backing.shelf('codes');
    this.#forgotten = backing.expiring('forgotten');
    this.#onForget = onForget;
    this.#isIdentity = isIdentity;
    backing.setAside.add('device', this.unreadable);
  }

  /** All devices of which there is anything, each once: those in the order of their contacts first. */
  async *ids(): AsyncIterable<string> {
    const given = new Set<string>();
    const fresh = (id: string): boolean => !given.has(id) && given.add(id) === given;
    for (const batch of this.#backing.seen.batches(STATE_LIMITS.deviceBatch)) yield* batch.filter(fresh);
    for (const shelf of [this.#identities, this.#contacts])
      for (const id of shelf.keys()) if (fresh(id)) yield id;
  }

  claim(id: string, identity: string, codes: readonly string[], nowMs: number): Promise<IdentityOutcome> {
    return this.#watch('devices.claim', () => {
      checkIdentity(id, identity, codes);
      return this.#backing.change(() => this.#claim(id, identity, codes, nowMs));
    });
  }

  putBack(
    id: string,
    identity: string,
    codes: readonly string[],
    nowMs: number,
  ): Promise<IdentityOutcome<StoredDevice | null>> {
    return this.#watch('devices.putBack', () => {
      checkIdentity(id, identity, codes);
      return this.#backing.change(() =>
        this.#forgotten.get(id) === null
          ? this.#claim(id, identity, codes, nowMs)
          : { won: false, device: null },
      );
    });
  }

  changeIdentity(
    id: string,
    revision: number,
    identity: string,
    codes: readonly string[],
  ): Promise<IdentityOutcome<StoredDevice | null>> {
    return this.#watch('devices.changeIdentity', () => {
      checkIdentity(id, identity, codes);
      return this.#backing.change(() => {
        const stored = this.#read(id);
        if (stored?.revision !== revision) return { won: false, device: stored };
        const changed = { revision: revision + 1, identity, codes };
        this.#identities.put(id, changed);
        this.#unlist(id, stored.codes);
        this.#list(id, codes);
        return { won: true, device: { ...stored, ...changed } };
      });
    });
  }

  noteContact(id: string, contact: string, seenMs: number): Promise<boolean> {
    return this.#watch('devices.noteContact', () => {
      checkKey(id);
      checkRecord('a contact', contact);
      return this.#backing.change(() => {
        const before = this.#contacts.get(id);
        if (before === undefined) return false;
        if (!isTime(before?.seenMs)) throw unreadable('device', id);
        this.#contacts.put(id, { contact, seenMs });
        this.#backing.seen.move(id, before.seenMs, seenMs);
        return true;
      });
    });
  }

  get(id: string): Promise<StoredDevice | null> {
    return this.#watch('devices.get', () => this.unreadable.read(id, () => this.#read(id)));
  }

  byCode(code: string): Promise<StoredDevice | null> {
    return this.#watch('devices.byCode', () => {
      const last = this.#usersOf(code).at(-1);
      return last === undefined ? null : this.#read(last);
    });
  }

  forget(id: string, seenMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    return this.#watch('devices.forget', () =>
      this.#backing.change(() => {
        const stored = orDamaged(() => this.#read(id));
        // When a damaged one was seen last is not known for sure: only a person may drop it.
        if (stored === null || (stored === DAMAGED ? Number.isFinite(seenMs) : stored.seenMs > seenMs))
          return false;
        this.#identities.remove(id);
        this.#contacts.remove(id);
        if (stored === DAMAGED) this.#backing.seen.drop(id);
        else this.#backing.seen.remove(id, stored.seenMs);
        this.#unlist(id, stored === DAMAGED ? [] : stored.codes);
        this.unreadable.delete(id);
        this.#forgotten.put(id, FORGOTTEN, this.#backing.nowMs() + STATE_LIMITS.forgottenMs);
        this.#onForget(id);
        return true;
      }),
    );
  }

  async *all(): AsyncIterable<readonly StoredDevice[]> {
    for await (const ids of inBatches(this.ids(), STATE_LIMITS.deviceBatch)) {
      const devices = await this.#watch('devices.all', () =>
        Promise.all(ids.map((id) => this.unreadable.skip(id, () => this.#read(id)))),
      );
      const read = devices.filter((device) => device !== null);
      if (read.length > 0) yield read;
    }
  }

  count(): Promise<number> {
    return this.#watch('devices.count', () => this.#identities.count());
  }

  restore(device: StoredDevice): Promise<boolean> {
    return this.#watch('devices.restore', () => {
      checkDevice(device);
      return this.#backing.change(() => {
        if (this.#identities.get(device.id) !== undefined) return false;
        this.#add(device);
        return true;
      });
    });
  }

  #read(id: string): StoredDevice | null {
    const identity = this.#identities.get(id);
    const contact = this.#contacts.get(id);
    if (identity === undefined && contact === undefined) return null;
    const isWhole =
      Number.isSafeInteger(identity?.revision) &&
      typeof identity?.identity === 'string' &&
      this.#isIdentity(identity.identity) &&
      Array.isArray(identity.codes) &&
      isTime(contact?.seenMs) &&
      (contact?.contact === null || typeof contact?.contact === 'string');
    if (!isWhole || identity === undefined || contact === undefined) throw unreadable('device', id);
    return { id, ...identity, ...contact };
  }

  #claim(id: string, identity: string, codes: readonly string[], nowMs: number): IdentityOutcome {
    const stored = this.#read(id);
    if (stored !== null) return { won: false, device: stored };
    const device = { id, identity, codes, revision: firstRevision(), contact: null, seenMs: nowMs };
    this.#add(device);
    return { won: true, device };
  }

  #add({ id, identity, revision, codes, contact, seenMs }: StoredDevice): void {
    this.#forgotten.remove(id);
    this.#identities.put(id, { revision, identity, codes });
    this.#contacts.put(id, { contact, seenMs });
    this.#backing.seen.move(id, null, seenMs);
    this.#list(id, codes);
  }

  #list(id: string, codes: readonly string[]): void {
    for (const code of codes) {
      const others = this.#usersOf(code).filter((user) => user !== id);
      this.#users.put(code, [...others, id].slice(-STATE_LIMITS.devicesPerCode));
    }
  }

  /** Codes only help to find a device: a list of them that is damaged is begun anew. */
  #usersOf(code: string): readonly string[] {
    const users = soundValue(this.#backing, this.#users, code, Array.isArray) ?? [];
    return users.filter((user) => typeof user === 'string');
  }

  #unlist(id: string, codes: readonly string[]): void {
    for (const code of codes) {
      const left = this.#usersOf(code).filter((user) => user !== id);
      if (left.length > 0) this.#users.put(code, left);
      else this.#users.remove(code);
    }
  }
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

const DAMAGED = Symbol('damaged');

function orDamaged<T>(read: () => T): T | typeof DAMAGED {
  try {
    return read();
  } catch (error) {
    if (isDamage(error)) return DAMAGED;
    throw error;
  }
}

async function* inBatches(ids: AsyncIterable<string>, size: number): AsyncIterable<readonly string[]> {
  let batch: string[] = [];
  for await (const id of ids) {
    batch.push(id);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

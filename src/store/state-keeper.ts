/**
 * Keeps devices in the state store. The registry is a copy of it in memory: of all devices, as devices are found by code and
 * listed there too. Where several servers share a store, a call learns first what the others have kept.
 */
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { type DeviceId, parseDeviceId } from '../domain/device-id.ts';
import { shortCode } from '../domain/registration-code.ts';
import type { State, StateNotice, StoredDevice } from '../state/state.ts';
import { requireStateError } from '../state/state-error.ts';
import type { DeviceKeeper, Kept } from './device-keeper.ts';
import { applyContact, applyIdentity, contactText, identityText } from './device-texts.ts';
import { type Fallback, noFallbacks } from './fallbacks.ts';
import { NotedContacts } from './noted-contacts.ts';
import { putAllBack } from './put-back.ts';
import { type DeviceRecord, newRecord, type Registry } from './registry.ts';

export interface StateKeeperOptions {
  readonly state: Pick<State, 'engine' | 'devices' | 'notices' | 'rememberOnce'>;
  readonly registry: Registry;
  readonly log: Logger;
}

/** How long contacts are gathered: a call that follows in a moment, such as that for the log, is written with it. */
const NOTE_MS = 20;
/** Where servers share the store, another one may be asked for the picture in a moment: it needs what the device said. */
const SHARED_NOTE_MS = 0;

/** An identity as the store has it. */
interface KeptIdentity {
  readonly revision: number;
  readonly text: string;
}

export class StateKeeper implements DeviceKeeper {
  readonly fallbacks: Record<Fallback, number> = noFallbacks();
  readonly #options: StateKeeperOptions;
  readonly #isShared: boolean;
  readonly #kept = new WeakMap<DeviceRecord, KeptIdentity>();
  /** Identities that are being kept; those of one device one after the other. */
  readonly #keeping = new Map<DeviceId, Promise<Kept>>();
  /** How often a record was replaced by what is kept: changes of it that were not kept by then are gone. */
  readonly #replaced = new WeakMap<DeviceRecord, number>();
  readonly #noted: NotedContacts;
  #isLoaded = false;
  /** The store has lost most devices, and does not have all of them back yet. */
  #isEmptied = false;
  #loading: Promise<boolean> | null = null;
  readonly #unsubscribe: () => void;

  constructor(options: StateKeeperOptions) {
    this.#options = options;
    this.#isShared = options.state.engine === 'redis';
    const noteMs = this.#isShared ? SHARED_NOTE_MS : NOTE_MS;
    this.#noted = new NotedContacts(noteMs, (record) => this.#writeContact(record));
    this.#unsubscribe = this.#isShared
      ? options.state.notices.subscribe((notice) => void this.#heed(notice))
      : () => {};
  }

  /** Load all devices. Never rejects. @returns false when the store cannot be asked; then it is tried again with the next call */
  load(): Promise<boolean> {
    this.#loading ??= this.#load().then((isLoaded) => {
      this.#isLoaded ||= isLoaded;
      this.#loading = null;
      return isLoaded;
    });
    return this.#loading;
  }

  refresh(id: DeviceId): Promise<boolean> | true {
    if (this.#isShared) return this.#refresh(id);
    return this.#isLoaded ? true : this.load();
  }

  keep(record: DeviceRecord): Promise<Kept> | 'kept' {
    const before = this.#keeping.get(record.id);
    if (before === undefined && this.#isKept(record)) return 'kept';
    const replaced = this.#replaced.get(record);
    const keeping = (before ?? Promise.resolve())
      .then(() => (this.#replaced.get(record) === replaced ? this.#keep(record) : 'overtaken'))
      .finally(() => {
        if (this.#keeping.get(record.id) === keeping) this.#keeping.delete(record.id);
      });
    this.#keeping.set(record.id, keeping);
    return keeping;
  }

  async isFirst(call: string): Promise<boolean> {
    try {
      return await this.#options.state.rememberOnce(call, 2 * LIMITS.signedTimeWindowMs);
    } catch (error) {
      requireStateError(error);
      // This server remembers it, too.
      this.fallbacks.signed_call += 1;
      return true;
    }
  }

  note(record: DeviceRecord): void {
    this.#noted.add(record);
  }

  async forget(id: DeviceId): Promise<boolean> {
    const { state, registry } = this.#options;
    await this.#keeping.get(id);
    try {
      await state.devices.forget(id);
    } catch (error) {
      requireStateError(error);
      return false;
    }
    this.#noted.drop(id);
    registry.drop(id);
    if (this.#isShared) state.notices.publish('device', id).catch(() => {});
    return true;
  }

  /** A device had to leave the registry. In a store of this server's own it is not kept any longer, either. */
  dropped({ id, lastSeenMs }: DeviceRecord): void {
    this.#noted.drop(id);
    if (!this.#isShared) this.#options.state.devices.forget(id, lastSeenMs).catch(() => {});
  }

  /** Write what was noted, and end. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.all(this.#keeping.values());
    await this.#noted.flush();
  }

  #isKept(record: DeviceRecord): boolean {
    return this.#kept.get(record)?.text === identityText(record);
  }

  async #load(): Promise<boolean> {
    const { state, log, registry } = this.#options;
    const known = registry.list().filter((record) => this.#kept.has(record));
    const stored = new Set<string>();
    try {
      for await (const batch of state.devices.all()) {
        for (const device of batch) {
          stored.add(device.id);
          this.#take(device);
        }
      }
      const lost = known.filter(({ id }) => !stored.has(id));
      // Single devices were forgotten; a store that has lost most of them was emptied.
      this.#isEmptied ||= lost.length * 2 > known.length;
      if (this.#isEmptied) await this.#putBack(lost);
      return true;
    } catch (error) {
      requireStateError(error);
      log.error({ reason: error.message }, 'devices not loaded');
      return false;
    }
  }

  /** The store was emptied, and this server was not. Where that does not end, it goes on when the store is back again. */
  async #putBack(lost: readonly DeviceRecord[]): Promise<void> {
    const { registry, log } = this.#options;
    log.warn({ devices: lost.length }, 'the state store has lost devices: they are put back');
    const left = await putAllBack(
      lost.filter((record) => registry.get(record.id) === record),
      (record) => this.#putOneBack(record),
    );
    this.#isEmptied = left.length > 0;
  }

  /** @returns false when the store could not be asked */
  async #putOneBack(record: DeviceRecord): Promise<boolean> {
    const known = this.#kept.get(record);
    // Never kept, so that there is nothing that could have been lost.
    if (known === undefined) return true;
    try {
      await this.#store(record, known);
      this.note(record);
      return true;
    } catch (error) {
      requireStateError(error);
      return false;
    }
  }

  async #refresh(id: DeviceId): Promise<boolean> {
    const { state, registry } = this.#options;
    try {
      const stored = await state.devices.get(id);
      if (stored !== null) this.#take(stored);
      return true;
    } catch (error) {
      requireStateError(error);
      const isKnown = registry.get(id) !== null;
      this.fallbacks[isKnown ? 'known_device' : 'held_back'] += 1;
      return isKnown;
    }
  }

  /** Put a stored device into the registry, as far as it is newer. */
  #take(stored: StoredDevice): void {
    const { registry } = this.#options;
    const id = parseDeviceId(stored.id);
    if (id === null) return;
    const known = registry.get(id);
    const record = known ?? newRecord(id, stored.seenMs);
    const isOther = this.#kept.get(record)?.revision !== stored.revision;
    if (isOther) {
      this.#replace(record, stored.identity);
      this.#kept.set(record, { revision: stored.revision, text: identityText(record) });
    }
    const isLater = known === null || stored.seenMs > record.lastSeenMs;
    if (stored.contact !== null && isLater) applyContact(record, stored.contact);
    if (isOther || known === null) registry.touch(record);
  }

  async #keep(record: DeviceRecord): Promise<Kept> {
    if (this.#isKept(record)) return 'kept';
    try {
      return await this.#store(record, this.#kept.get(record));
    } catch (error) {
      requireStateError(error);
      this.#options.log.warn({ device: record.id, reason: error.message }, 'identity of a device not kept');
      this.#undo(record);
      this.fallbacks.identity += 1;
      return 'unavailable';
    }
  }

  async #store(record: DeviceRecord, known: KeptIdentity | undefined): Promise<Kept> {
    const { devices, notices } = this.#options.state;
    const { id, registrationCode: code } = record;
    const text = identityText(record);
    const codes = code === null ? [] : [...new Set([code, shortCode(code)])];
    const { won, device } =
      known === undefined
        ? await devices.claim(id, text, codes, record.lastSeenMs)
        : await devices.changeIdentity(id, known.revision, text, codes);
    // Forgotten meanwhile, or the store was emptied: what this server knows is what there is.
    if (device === null) return this.#store(record, undefined);
    if (!won) {
      this.#take(device);
      return 'overtaken';
    }
    this.#kept.set(record, { revision: device.revision, text });
    if (this.#isShared) notices.publish('device', id).catch(() => {});
    return 'kept';
  }

  /** Back to what is kept: by now that may be what another server has changed. */
  #undo(record: DeviceRecord): void {
    const { registry } = this.#options;
    const known = this.#kept.get(record);
    this.#replace(record, known?.text ?? identityText(record));
    if (known === undefined) registry.drop(record.id);
    else registry.touch(record);
  }

  #replace(record: DeviceRecord, identity: string): void {
    applyIdentity(record, identity);
    this.#replaced.set(record, (this.#replaced.get(record) ?? 0) + 1);
  }

  async #writeContact(record: DeviceRecord): Promise<void> {
    const { devices } = this.#options.state;
    await this.#keeping.get(record.id);
    try {
      if (await devices.noteContact(record.id, contactText(record), record.lastSeenMs)) return;
      if (this.#options.registry.get(record.id) !== record) return;
      // The store has lost it, and this server has not.
      const known = this.#kept.get(record);
      if (known === undefined) return;
      await this.#store(record, known);
      await devices.noteContact(record.id, contactText(record), record.lastSeenMs);
    } catch (error) {
      requireStateError(error);
      // Its next call writes it again.
      this.fallbacks.contact += 1;
    }
  }

  /** Another server has changed a device, or may have. */
  async #heed(notice: StateNotice): Promise<void> {
    if (notice.topic === 'missed') await this.load();
    if (notice.topic !== 'device') return;
    const id = parseDeviceId(notice.text);
    if (id === null) return;
    try {
      const stored = await this.#options.state.devices.get(id);
      if (stored !== null) this.#take(stored);
      else if (!this.#keeping.has(id)) this.#options.registry.drop(id);
    } catch (error) {
      requireStateError(error);
    }
  }
}

/**
 * Keeps devices in the state store. The registry is a copy of it in memory: of all devices, as devices are found by code and
 * listed there too. Where several servers share a store, a call learns first what the others have kept; until all devices
 * are loaded, what the store has of its own.
 */

import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { Logger } from '../../platform/base/logger.ts';
import type { State, StateNotice, StoredDevice } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { readContactNews, tellContacts } from './contact-news.ts';
import { type DeviceKeeper, type Fallback, type Kept, noFallbacks } from './device-keeper.ts';
import type { DeviceRecord } from './device-record.ts';
import { codesOf, contactText, identityText } from './device-texts.ts';
import { findByCode } from './find-by-code.ts';
import { FleetLoader } from './fleet-loader.ts';
import { type KeptIdentity, KeptRecords } from './kept-records.ts';
import { NotedContacts } from './noted-contacts.ts';
import type { Registry } from './registry.ts';
import { subscribeToNotices, UnreadableRecords } from './unreadable-records.ts';

export interface StateKeeperOptions {
  readonly state: Pick<State, 'isLasting' | 'isShared' | 'devices' | 'health' | 'notices' | 'rememberOnce'>;
  readonly registry: Registry;
  readonly log: Logger;
}

/** How long contacts are gathered: a call that follows in a moment, such as that for the log, is written with it. */
const NOTE_MS = 20;
/** Where servers share the store, another one may be asked for the picture in a moment: it needs what the device said. */
const SHARED_NOTE_MS = 0;
/** How soon the other servers are told: admins look at the fleet less often, and a call reads what it needs. */
const NEWS_MS = 1_000;

export class StateKeeper implements DeviceKeeper {
  readonly fallbacks: Record<Fallback, number> = noFallbacks();
  readonly #options: StateKeeperOptions;
  readonly #isLasting: boolean;
  readonly #isShared: boolean;
  readonly #records: KeptRecords;
  /** Identities that are being kept; those of one device one after the other. */
  readonly #keeping = new Map<DeviceId, Promise<Kept>>();
  readonly #noted: NotedContacts;
  /** What the other servers are to be told of. */
  readonly #news: NotedContacts;
  readonly #unreadable: UnreadableRecords;
  readonly #loader: FleetLoader;
  readonly #unsubscribe: () => void;

  constructor(options: StateKeeperOptions) {
    this.#options = options;
    const { registry, log, state } = options;
    // Where the state is as short-lived as the registry, that is all there is: no call pays for a second copy.
    this.#isLasting = state.isLasting;
    this.#records = new KeptRecords(registry);
    if (this.#isLasting) this.#records.letRest((id) => this.#keeping.has(id) || this.#noted.has(id));
    this.#unreadable = new UnreadableRecords(log, state.devices);
    this.#loader = new FleetLoader({
      devices: state.devices,
      registry,
      records: this.#records,
      unreadable: this.#unreadable,
      log,
      putBack: (id) => this.#putOneBack(id),
    });
    this.#isShared = state.isShared;
    const noteMs = this.#isShared ? SHARED_NOTE_MS : NOTE_MS;
    this.#noted = new NotedContacts(noteMs, async (records) => {
      await Promise.all(records.map((record) => this.#writeContact(record)));
    });
    this.#news = new NotedContacts(NEWS_MS, (records) => tellContacts(options.state.notices, records));
    this.#unsubscribe = this.#isShared
      ? subscribeToNotices(options, (notice) => this.#onNotice(notice))
      : () => {};
  }

  /** Load all devices. Never rejects. @returns false when the store cannot be asked; then it is tried again with the next call */
  load(): Promise<boolean> {
    return this.#loader.load();
  }

  /** Resolves when the store has answered, or has not. */
  async reach(): Promise<void> {
    await this.#options.state.devices.count().catch(requireStateError);
  }

  whole(): Promise<unknown> | null {
    return this.#loader.whole();
  }

  refresh(id: DeviceId): Promise<boolean> | true {
    if (this.#isShared) return this.#refresh(id);
    // Nobody else changes a device of this store.
    if (this.#loader.isLoaded || this.#options.registry.has(id)) return true;
    void this.#loader.load();
    return this.#refresh(id);
  }

  keep(record: DeviceRecord): Promise<Kept> | 'kept' {
    if (!this.#isLasting) return 'kept';
    const before = this.#keeping.get(record.id);
    if (before === undefined && this.#records.isKept(record)) return 'kept';
    const replaced = this.#records.timesReplaced(record);
    const keeping = (before ?? Promise.resolve())
      .then(() => (this.#records.timesReplaced(record) === replaced ? this.#keep(record) : 'overtaken'))
      .finally(() => {
        if (this.#keeping.get(record.id) === keeping) this.#keeping.delete(record.id);
      });
    this.#keeping.set(record.id, keeping);
    return keeping;
  }

  isDamaged(id: DeviceId): boolean {
    return this.#options.state.devices.unreadable.has(id);
  }

  findByCode(code: string): Promise<DeviceId | null> {
    return findByCode(this.#options.state.devices, code);
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
    if (this.#isLasting) this.#noted.add(record);
  }

  async forget(id: DeviceId): Promise<boolean> {
    const { state } = this.#options;
    await this.#keeping.get(id);
    try {
      await state.devices.forget(id);
    } catch (error) {
      requireStateError(error);
      return false;
    }
    this.#leave(id);
    if (this.#isShared) this.#tell(id);
    return true;
  }

  /** A device had to leave the registry: it leaves the store, too, unless it has called another server since. */
  dropped({ id, lastSeenMs }: Pick<DeviceRecord, 'id' | 'lastSeenMs'>): void {
    this.#noted.drop(id);
    this.#loader.left(id);
    this.#options.state.devices.forget(id, lastSeenMs).then(
      (isForgotten) => {
        if (isForgotten && this.#isShared) this.#tell(id);
      },
      // It stays in the store, from which its next call takes it again.
      () => {},
    );
  }

  /** Write what was noted, and end. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await Promise.all(this.#keeping.values());
    await this.#noted.flush();
    await this.#news.flush();
  }

  async #putOneBack(id: DeviceId): Promise<boolean> {
    const record = this.#records.find(id);
    if (record === null) return true;
    try {
      await this.#restore(record);
      return true;
    } catch (error) {
      requireStateError(error);
      // The next call of the device does it.
      return false;
    }
  }

  async #refresh(id: DeviceId): Promise<boolean> {
    const { state, registry } = this.#options;
    try {
      const stored = await state.devices.get(id);
      if (stored !== null) this.#records.take(stored);
      else await this.#restoreKnown(id);
      return true;
    } catch (error) {
      requireStateError(error);
      this.#unreadable.say();
      const isKnown = registry.get(id) !== null;
      this.fallbacks[isKnown ? 'known_device' : 'held_back'] += 1;
      return isKnown;
    }
  }

  async #keep(record: DeviceRecord): Promise<Kept> {
    if (this.#records.isKept(record)) return 'kept';
    try {
      return await this.#store(record, this.#records.identityOf(record));
    } catch (error) {
      requireStateError(error);
      const { log, state } = this.#options;
      // While the store takes nothing, that was said once for all devices.
      if (state.health.isUp)
        log.warn({ device: record.id, reason: error.message }, 'identity of a device not kept');
      this.#records.undo(record);
      this.fallbacks.identity += 1;
      return 'unavailable';
    }
  }

  async #store(record: DeviceRecord, known: KeptIdentity | undefined): Promise<Kept> {
    const { devices } = this.#options.state;
    const { id, lastSeenMs } = record;
    const text = identityText(record);
    const codes = codesOf(record);
    const { won, device } =
      known === undefined
        ? await devices.claim(id, text, codes, lastSeenMs)
        : await devices.changeIdentity(id, known.revision, text, codes);
    return device === null ? this.#restore(record) : this.#settle(record, text, won, device);
  }

  /** Put a device back that this server knows and the store does not, unless it was forgotten: then it is so here, too. */
  async #restore(record: DeviceRecord): Promise<Kept> {
    const { id, lastSeenMs } = record;
    const text = identityText(record);
    const { won, device } = await this.#options.state.devices.putBack(id, text, codesOf(record), lastSeenMs);
    if (device !== null) {
      if (won) this.note(record);
      return this.#settle(record, text, won, device);
    }
    this.#leave(id);
    return 'overtaken';
  }

  async #restoreKnown(id: DeviceId): Promise<void> {
    await this.#keeping.get(id);
    const record = this.#records.find(id);
    if (record !== null) await this.#restore(record);
  }

  #settle(record: DeviceRecord, text: string, won: boolean, stored: StoredDevice): Kept {
    if (!won) {
      this.#records.take(stored);
      return 'overtaken';
    }
    this.#records.setKept(record, stored.revision, text);
    if (this.#isShared) this.#tell(record.id);
    return 'kept';
  }

  #tell(id: DeviceId): void {
    this.#options.state.notices.publish('device', id).catch(() => {});
  }

  #leave(id: DeviceId): void {
    this.#loader.left(id);
    this.#noted.drop(id);
    this.#news.drop(id);
    this.#options.registry.drop(id);
  }

  async #writeContact(record: DeviceRecord): Promise<void> {
    const { devices } = this.#options.state;
    await this.#keeping.get(record.id);
    try {
      if (await devices.noteContact(record.id, contactText(record), record.lastSeenMs)) {
        if (this.#isShared) this.#news.add(record);
      } else {
        await this.#restoreKnown(record.id);
      }
    } catch (error) {
      requireStateError(error);
      // Its next call writes it again.
      this.fallbacks.contact += 1;
    }
  }

  /** Another server tells something, or may have. */
  async #onNotice(notice: StateNotice): Promise<void> {
    if (notice.topic === 'missed') await this.load();
    else if (notice.topic === 'device') await this.#learn(parseDeviceId(notice.text));
    else if (notice.topic === 'contacts')
      for (const told of readContactNews(notice.text)) this.#records.takeContact(told);
  }

  /** Another server has changed or forgotten a device. */
  async #learn(id: DeviceId | null): Promise<void> {
    if (id === null) return;
    try {
      const stored = await this.#options.state.devices.get(id);
      if (stored !== null) this.#records.take(stored);
      else if (!this.#keeping.has(id)) this.#leave(id);
    } catch (error) {
      requireStateError(error);
    }
  }
}

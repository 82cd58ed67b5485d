/** Keeps devices in the state store; the registry is a copy of all of them in memory. A call learns first what other servers have kept. */
import { LIMITS } from '../base/limits.ts';
import type { Logger } from '../base/logger.ts';
import { type DeviceId, parseDeviceId } from '../domain/device-id.ts';
import type { State, StateNotice, StoredDevice } from '../state/state.ts';
import { requireStateError } from '../state/state-error.ts';
import { readContactNews, tellContacts } from './contact-news.ts';
import type { DeviceKeeper, Kept } from './device-keeper.ts';
import { codesOf, contactText, identityText } from './device-texts.ts';
import { type Fallback, noFallbacks } from './fallbacks.ts';
import { findByCode } from './find-by-code.ts';
import { type KeptIdentity, KeptRecords } from './kept-records.ts';
import { NotedContacts } from './noted-contacts.ts';
import { putAllBack } from './put-back.ts';
import type { DeviceRecord, Registry } from './registry.ts';
import { heedNotices, sayUnreadable } from './unreadable-records.ts';

export interface StateKeeperOptions {
  readonly state: Pick<State, 'engine' | 'devices' | 'notices' | 'rememberOnce'>;
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
  readonly #isShared: boolean;
  readonly #records: KeptRecords;
  /** Identities that are being kept; those of one device one after the other. */
  readonly #keeping = new Map<DeviceId, Promise<Kept>>();
  readonly #noted: NotedContacts;
  /** What the other servers are to be told of. */
  readonly #news: NotedContacts;
  #isLoaded = false;
  #loading: Promise<boolean> | null = null;
  readonly #unsubscribe: () => void;

  constructor(options: StateKeeperOptions) {
    this.#options = options;
    this.#records = new KeptRecords(options.registry);
    this.#isShared = options.state.engine === 'redis';
    const noteMs = this.#isShared ? SHARED_NOTE_MS : NOTE_MS;
    this.#noted = new NotedContacts(noteMs, async (records) => {
      await Promise.all(records.map((record) => this.#writeContact(record)));
    });
    this.#news = new NotedContacts(NEWS_MS, (records) => tellContacts(options.state.notices, records));
    this.#unsubscribe = this.#isShared ? heedNotices(options, (notice) => this.#heed(notice)) : () => {};
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
    this.#noted.add(record);
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
    await this.#news.flush();
  }

  async #load(): Promise<boolean> {
    const { state, log } = this.#options;
    const known = this.#records.list();
    const stored = new Set<string>();
    try {
      for await (const batch of state.devices.all()) {
        for (const device of batch) {
          stored.add(device.id);
          this.#records.take(device);
        }
      }
      sayUnreadable(log, state.devices.unreadable);
      await this.#putAllBack(known.filter(({ id }) => !stored.has(id)));
      return true;
    } catch (error) {
      requireStateError(error);
      log.error({ reason: error.message }, 'devices not loaded');
      return false;
    }
  }

  /** The store was emptied, and this server was not; or they were forgotten, and this server was not told. */
  async #putAllBack(lost: readonly DeviceRecord[]): Promise<void> {
    if (lost.length === 0) return;
    const left = await putAllBack(
      lost.filter((record) => this.#records.isCurrent(record)),
      (record) => this.#putOneBack(record),
    );
    const back = lost.filter((record) => this.#records.isCurrent(record)).length - left.length;
    if (back > 0)
      this.#options.log.warn({ devices: back }, 'the state store has lost devices: they were put back');
  }

  /** @returns false when the store could not be asked: then the next call of the device does it */
  async #putOneBack(record: DeviceRecord): Promise<boolean> {
    try {
      await this.#restore(record);
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
      if (stored !== null) this.#records.take(stored);
      else await this.#restoreKnown(id);
      return true;
    } catch (error) {
      requireStateError(error);
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
      this.#options.log.warn({ device: record.id, reason: error.message }, 'identity of a device not kept');
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
  async #heed(notice: StateNotice): Promise<void> {
    switch (notice.topic) {
      case 'missed':
        await this.load();
        return;
      case 'device':
        await this.#learn(parseDeviceId(notice.text));
        return;
      case 'contacts':
        for (const told of readContactNews(notice.text)) this.#records.takeContact(told);
        return;
      default:
        return;
    }
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

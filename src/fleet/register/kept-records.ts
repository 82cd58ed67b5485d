/** The records of the registry as copies of stored devices: which revision each one is, and how newer ones are taken over. */
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { StoredDevice } from '../../state/state.ts';
import type { ContactTold } from './contact-news.ts';
import { type DeviceRecord, emptyRecord } from './device-record.ts';
import { applyContact, applyIdentity, identityText } from './device-texts.ts';
import type { UnpackedRecord } from './packed-record.ts';
import type { Registry } from './registry.ts';

/** An identity as the store has it. */
export interface KeptIdentity {
  readonly revision: number;
  readonly text: string;
}

export class KeptRecords {
  readonly #registry: Registry;
  readonly #kept = new WeakMap<DeviceRecord, KeptIdentity>();
  /** How often a record was replaced by what is kept: changes of it that were not kept by then are gone. */
  readonly #replaced = new WeakMap<DeviceRecord, number>();

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /**
   * Let records rest that are kept as they are.
   * @param isBusy  true for a device whose record has changes that are on their way to the store
   */
  letRest(isBusy: (id: DeviceId) => boolean): void {
    this.#registry.letRest({
      mayRest: (record) => this.isKept(record) && !isBusy(record.id),
      revisionOf: (record) => this.#kept.get(record)?.revision ?? null,
      woke: (unpacked) => this.#woke(unpacked),
    });
  }

  /** True for a device that is in the store, as far as this server knows. */
  isKnown(id: DeviceId): boolean {
    return (this.#registry.resting(id)?.revision ?? null) !== null || this.find(id) !== null;
  }

  /** What was kept last of a record; undefined for one that never was. */
  identityOf(record: DeviceRecord): KeptIdentity | undefined {
    return this.#kept.get(record);
  }

  /** The record of a device, if it was kept. */
  find(id: DeviceId): DeviceRecord | null {
    const record = this.#registry.get(id);
    return record !== null && this.#kept.has(record) ? record : null;
  }

  /** True for a record that has not changed since it was kept. */
  isKept(record: DeviceRecord): boolean {
    return this.#kept.get(record)?.text === identityText(record);
  }

  /** True while a record is in the registry: it may have been dropped, and another one made. */
  isCurrent(record: DeviceRecord): boolean {
    return this.#registry.get(record.id) === record;
  }

  timesReplaced(record: DeviceRecord): number {
    return this.#replaced.get(record) ?? 0;
  }

  /** Note that this text of a record is kept now. */
  setKept(record: DeviceRecord, revision: number, text: string): void {
    this.#kept.set(record, { revision, text });
  }

  /** Put a stored device into the registry, as far as it is newer. */
  take(stored: StoredDevice): void {
    const id = parseDeviceId(stored.id);
    if (id === null) return;
    const resting = this.#registry.resting(id);
    if (resting !== null) {
      const { record, revision } = resting;
      if (revision === stored.revision && stored.seenMs <= record.lastSeenMs) return;
      this.#woke(resting);
    }
    const known = resting?.record ?? this.#registry.get(id);
    const record = known ?? emptyRecord(id, '', stored.seenMs);
    const keptRevision = this.#kept.get(record)?.revision;
    const isOther = keptRevision !== stored.revision && !isOlder(stored.revision, keptRevision);
    if (isOther) {
      this.#replace(record, stored.identity);
      // It is compared as this version would write it: one that another version has written is not written again for its form.
      this.#kept.set(record, { revision: stored.revision, text: identityText(record) });
    }
    const isLater = known === null || stored.seenMs > record.lastSeenMs;
    if (stored.contact !== null && isLater) applyContact(record, stored.contact);
    if (isOther || known === null || resting !== null) this.#registry.learn(record);
  }

  /** Note what a device has said to another server. One that is not known here, or has called here since, is left alone. */
  takeContact({ id, contact, seenMs }: ContactTold): void {
    const record = this.find(id);
    if (record === null || seenMs <= record.lastSeenMs) return;
    applyContact(record, contact);
    this.#registry.touch(record);
  }

  /** Back to what is kept: by now that may be what another server has changed. A record that never was kept goes. */
  undo(record: DeviceRecord): void {
    const known = this.#kept.get(record);
    this.#replace(record, known?.text ?? identityText(record));
    if (known === undefined) this.#registry.drop(record.id);
    else this.#registry.touch(record);
  }

  #woke({ record, revision }: UnpackedRecord): void {
    if (revision !== null) this.#kept.set(record, { revision, text: identityText(record) });
  }

  #replace(record: DeviceRecord, identity: string): void {
    applyIdentity(record, identity);
    this.#replaced.set(record, this.timesReplaced(record) + 1);
  }
}

/** Changes of one identity that can be on their way at a time; the first revision of another one is any of 2^47. */
const CHANGES = 1_000_000;

/** True for what was read before this server has changed the same identity. */
function isOlder(revision: number, kept: number | undefined): boolean {
  return kept !== undefined && revision < kept && kept - revision < CHANGES;
}

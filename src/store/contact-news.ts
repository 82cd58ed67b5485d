/** Tells the other servers of a store which devices have called here, so that all of them show how each device is. */
import { type DeviceId, parseDeviceId } from '../domain/device-id.ts';
import { contactText } from './device-texts.ts';
import type { DeviceRecord } from './registry.ts';

/** Admins look at the fleet less often; and what a device needs at its next call is read then. */
const WAIT_MS = 1_000;
/** Of one notice: below what a notice may have. */
const MAX_BYTES = 48 * 1024;

export interface ContactTold {
  readonly id: DeviceId;
  readonly contact: string;
  readonly seenMs: number;
}

export class ContactNews {
  readonly #publish: (text: string) => Promise<void>;
  readonly #records = new Map<DeviceId, DeviceRecord>();
  #timer: NodeJS.Timeout | null = null;

  /** @param publish  may reject: then the other servers learn it at the device's next call */
  constructor(publish: (text: string) => Promise<void>) {
    this.#publish = publish;
  }

  add(record: DeviceRecord): void {
    this.#records.set(record.id, record);
    this.#timer ??= setTimeout(() => this.#tell(), WAIT_MS).unref();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = null;
    const records = [...this.#records.values()];
    this.#records.clear();
    for (const text of newsTexts(records)) this.#publish(text).catch(() => {});
  }
}

/** The contacts of some devices as notices, each as long as a notice may be. */
function newsTexts(records: readonly DeviceRecord[]): readonly string[] {
  const texts: string[] = [];
  let entries: string[] = [];
  let bytes = 0;
  for (const record of records) {
    const entry = JSON.stringify([record.id, contactText(record), record.lastSeenMs]);
    const entryBytes = Buffer.byteLength(entry) + 1;
    if (bytes + entryBytes > MAX_BYTES && entries.length > 0) {
      texts.push(`[${entries.join()}]`);
      entries = [];
      bytes = 0;
    }
    entries.push(entry);
    bytes += entryBytes;
  }
  return entries.length === 0 ? texts : [...texts, `[${entries.join()}]`];
}

/** Read what another server has told. What has another form is left out. */
export function readContactNews(text: string): readonly ContactTold[] {
  let told: unknown;
  try {
    told = JSON.parse(text);
  } catch {
    return [];
  }
  return Array.isArray(told) ? told.flatMap((entry) => readEntry(entry) ?? []) : [];
}

function readEntry(entry: unknown): ContactTold | null {
  if (!Array.isArray(entry)) return null;
  const [idText, contact, seenMs] = entry as readonly unknown[];
  const id = typeof idText === 'string' ? parseDeviceId(idText) : null;
  if (id === null || typeof contact !== 'string' || typeof seenMs !== 'number') return null;
  return { id, contact, seenMs };
}

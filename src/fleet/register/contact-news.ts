/** What a server tells the others of a store: which devices have called it, so that all show how each device is. */
import { type DeviceId, parseDeviceId } from '../../domain/device-id.ts';
import type { NoticeState } from '../../state/state.ts';
import type { DeviceRecord } from './device-record.ts';
import { contactText } from './device-texts.ts';

/** Length of one notice, below what a notice may have. */
const MAX_BYTES = 48 * 1024;

export interface ContactTold {
  readonly id: DeviceId;
  readonly contact: string;
  readonly seenMs: number;
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

/** Tell the other servers. What is lost costs little: they learn it at the device's next call. Never rejects. */
export async function tellContacts(notices: NoticeState, records: readonly DeviceRecord[]): Promise<void> {
  await Promise.all(newsTexts(records).map((text) => notices.publish('contacts', text).catch(() => {})));
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

/** The last log entries of each device, as text; in the state, too, where that outlives the process and all servers see it. */
import type { DeviceId } from '../../domain/device-id.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import { BufferedJournal } from '../../state/buffered-journal.ts';
import type { JournalState } from '../../state/state.ts';
import { readJsonLine } from '../../state/unreadable.ts';

export class DeviceLogs {
  readonly #lines: BufferedJournal;

  /** @param journal  null where logs are in memory alone */
  constructor(journal: JournalState | null) {
    this.#lines = new BufferedJournal(journal, {
      bytes: LIMITS.logBytesMapped,
      inventedBytes: LIMITS.logBytesUnmapped,
      bytesEach: LIMITS.logBytesPerDevice,
      leastBytesEach: LIMITS.logBytesPerDevice,
      linesEach: LIMITS.logEntriesPerDevice,
      remembersWritten: true,
    });
  }

  /**
   * Append entries. What was awaited outlives the process, where the state store answers; where it does not, they stay in
   * memory, and go with the next ones. Rejects for no failure of the store.
   * @param isAssigned  whether the config has an entry for the device; the logs of devices without one never push out such a log
   */
  async append(id: DeviceId, values: readonly PlainValue[], isAssigned: boolean): Promise<void> {
    if (values.length === 0) return;
    this.#lines.add(id, values.map(toText), null, !isAssigned);
    await this.#lines.write(id);
  }

  /**
   * Entries of a device, the oldest first; those that this server was sent where the store does not answer. An entry that was
   * cut is a map of its beginning and its length.
   */
  async list(id: DeviceId): Promise<readonly PlainValue[]> {
    const lines = await this.#lines.list(id, Date.now());
    const texts = lines?.map(({ text }) => text) ?? this.#lines.remembered(id);
    return texts.map((text) => readJsonLine(text) as PlainValue);
  }

  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void {
    this.#lines.forget(id);
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    await this.#lines.close();
  }

  /** Bytes held. */
  get bytes(): number {
    return this.#lines.bytes;
  }
}

function toText(value: PlainValue): string {
  const json = JSON.stringify(value);
  if (json.length <= LIMITS.logEntryCharacters) return json;
  return JSON.stringify({ cut: json.slice(0, LIMITS.logEntryCharacters), characters: json.length });
}

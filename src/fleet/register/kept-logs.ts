/** The logs of devices in the state store, where they outlive the process and all servers see them. */

import type { DeviceId } from '../../domain/device-id.ts';
import type { PlainValue } from '../../platform/base/plain.ts';
import type { JournalState } from '../../state/state.ts';
import { requireStateError } from '../../state/state-error.ts';
import { readJsonLine } from '../../state/unreadable.ts';
import { DeviceLogs } from './device-logs.ts';

/** What takes the log entries of devices, and shows them. `DeviceLogs` is one. */
export interface LogShelf {
  /**
   * Take entries. What was awaited outlives the process, where the state store answers; where it does not, they stay in
   * memory. Never rejects.
   */
  append(id: DeviceId, values: readonly PlainValue[], isMapped: boolean): Promise<void> | void;
  /** The oldest first. */
  list(id: DeviceId): readonly PlainValue[] | Promise<readonly PlainValue[]>;
  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void;
}

export class KeptLogs implements LogShelf {
  readonly #journal: JournalState;
  /** What this server was sent, for while the store does not answer. */
  readonly #own = new DeviceLogs();

  constructor(journal: JournalState) {
    this.#journal = journal;
  }

  async append(id: DeviceId, values: readonly PlainValue[], isMapped: boolean): Promise<void> {
    if (values.length === 0) return;
    this.#own.append(id, values, isMapped);
    // As they are shown: a long one is cut.
    const texts = this.#own
      .list(id)
      .slice(-values.length)
      .map((value) => JSON.stringify(value));
    await this.#journal.append(id, texts, Date.now()).catch(requireStateError);
  }

  forget(id: DeviceId): void {
    this.#own.forget(id);
  }

  async list(id: DeviceId): Promise<readonly PlainValue[]> {
    try {
      const lines = await this.#journal.list(id, Date.now());
      return lines.map(({ text }) => readJsonLine(text) as PlainValue);
    } catch (error) {
      requireStateError(error);
      return this.#own.list(id);
    }
  }
}

/** Devices whose contacts are still to be written or told: those of some time together, each once. */
import type { DeviceId } from '../../domain/device-id.ts';
import type { DeviceRecord } from './device-record.ts';

export class NotedContacts {
  readonly #waitMs: number;
  /** Never rejects. */
  readonly #write: (records: readonly DeviceRecord[]) => Promise<void>;
  readonly #noted = new Map<DeviceId, DeviceRecord>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();

  /** @param waitMs  how long contacts are gathered: a call that follows in a moment is written with the one before */
  constructor(waitMs: number, write: (records: readonly DeviceRecord[]) => Promise<void>) {
    this.#waitMs = waitMs;
    this.#write = write;
  }

  add(record: DeviceRecord): void {
    this.#noted.set(record.id, record);
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#writing.then(() => this.#writeAll());
    }, this.#waitMs);
  }

  has(id: DeviceId): boolean {
    return this.#noted.has(id);
  }

  /** The device is gone. */
  drop(id: DeviceId): void {
    this.#noted.delete(id);
  }

  /** Write what is left, at once. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
    await this.#writeAll();
  }

  async #writeAll(): Promise<void> {
    const records = [...this.#noted.values()];
    this.#noted.clear();
    await this.#write(records);
  }
}

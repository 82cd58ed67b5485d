/**
 * The events of devices in the state store, where they outlive the process and all servers see them. A repeated event is
 * written the 1st, 2nd, 4th, 8th … time with how often it was since, so that who repeats it pushes out nothing.
 */
import { LIMITS } from '../base/limits.ts';
import { readPlainObject } from '../base/plain.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { JournalLine, JournalState } from '../state/state.ts';
import { requireStateError } from '../state/state-error.ts';
import { type DeviceEvent, DeviceEvents, EVENT_KINDS, type NewEvent } from './device-events.ts';

/** What takes the events of devices, and shows them. `DeviceEvents` is one. */
export interface EventShelf {
  add(id: DeviceId, event: NewEvent, nowMs: number): void;
  /** In the order of their last time, the oldest first. */
  list(id: DeviceId, nowMs: number): readonly DeviceEvent[] | Promise<readonly DeviceEvent[]>;
  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void;
}

/** Repeats of an event that are not written yet. */
interface Unwritten {
  readonly id: DeviceId;
  count: number;
  readonly firstMs: number;
}

export class KeptEvents implements EventShelf {
  readonly #journal: JournalState;
  /** Those of this server. */
  readonly #own = new DeviceEvents();
  readonly #unwritten = new Map<DeviceEvent, Unwritten>();
  readonly #writing = new Set<Promise<void>>();

  constructor(journal: JournalState) {
    this.#journal = journal;
  }

  add(id: DeviceId, event: NewEvent, nowMs: number): void {
    const entry = this.#own.add(id, event, nowMs);
    const unwritten = this.#unwritten.get(entry) ?? { id, count: 0, firstMs: nowMs };
    unwritten.count += 1;
    this.#unwritten.set(entry, unwritten);
    if (Number.isInteger(Math.log2(entry.count))) this.#write(entry, unwritten);
    this.#bound();
  }

  async list(id: DeviceId, nowMs: number): Promise<readonly DeviceEvent[]> {
    try {
      // What was told before is shown.
      await Promise.all(this.#writing);
      const lines = await this.#journal.list(id, nowMs);
      return mergeEvents([...lines.flatMap((line) => readEvent(line) ?? []), ...this.#left(id)]);
    } catch (error) {
      requireStateError(error);
      return this.#own.list(id, nowMs);
    }
  }

  forget(id: DeviceId): void {
    for (const [entry, unwritten] of this.#unwritten) if (unwritten.id === id) this.#unwritten.delete(entry);
    this.#own.forget(id);
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    for (const [entry, unwritten] of this.#unwritten) this.#write(entry, unwritten);
    await Promise.all(this.#writing);
  }

  /** Repeats that nothing follows would stay for ever. */
  #bound(): void {
    const [oldest] = this.#unwritten;
    if (oldest !== undefined && this.#unwritten.size > LIMITS.events) this.#write(...oldest);
  }

  #write(entry: DeviceEvent, unwritten: Unwritten): void {
    this.#unwritten.delete(entry);
    const writing = this.#append(entry, unwritten).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Where the store does not answer it stays unwritten, and goes with the next one. */
  async #append(entry: DeviceEvent, unwritten: Unwritten): Promise<void> {
    try {
      await this.#journal.append(unwritten.id, [eventText(entry, unwritten)], entry.lastMs);
    } catch (error) {
      requireStateError(error);
      const since = this.#unwritten.get(entry);
      const count = unwritten.count + (since?.count ?? 0);
      const firstMs = Math.min(unwritten.firstMs, since?.firstMs ?? unwritten.firstMs);
      this.#unwritten.set(entry, { id: unwritten.id, count, firstMs });
    }
  }

  #left(id: DeviceId): readonly DeviceEvent[] {
    return [...this.#unwritten].flatMap(([entry, { id: whose, count, firstMs }]) =>
      whose === id ? [{ ...entry, count, firstMs }] : [],
    );
  }
}

function eventText({ kind, address, detail }: DeviceEvent, { count, firstMs }: Unwritten): string {
  return JSON.stringify({ kind, address, detail, count, firstMs });
}

/** Null for a line that has not the form that `eventText` writes. */
function readEvent({ atMs, text }: JournalLine): DeviceEvent | null {
  const { kind: told, address, detail, count, firstMs } = readPlainObject(text) ?? {};
  const kind = EVENT_KINDS.find((name) => name === told);
  if (kind === undefined || typeof count !== 'number' || typeof firstMs !== 'number') return null;
  return { kind, address: textOrNull(address), detail: textOrNull(detail), count, firstMs, lastMs: atMs };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** One event for each kind and address, with the last detail; the one that happened last comes last. */
function mergeEvents(events: readonly DeviceEvent[]): readonly DeviceEvent[] {
  const merged = new Map<string, DeviceEvent>();
  for (const event of events.toSorted((a, b) => a.lastMs - b.lastMs)) {
    const key = `${event.kind} ${event.address}`;
    const before = merged.get(key);
    merged.delete(key);
    const { count = 0, firstMs = event.firstMs } = before ?? {};
    merged.set(key, {
      ...event,
      count: event.count + count,
      firstMs: Math.min(firstMs, event.firstMs),
    });
  }
  return [...merged.values()];
}

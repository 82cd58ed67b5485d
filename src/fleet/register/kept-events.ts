/**
 * The events of devices in the state store, where they outlive the process and all servers see them. What anybody can send
 * under the address of a device, from other networks than its own, has a journal of its own: however much it is, it pushes
 * out nothing of the device.
 */

import type { DeviceId } from '../../domain/device-id.ts';
import { EVENT_KINDS, isUnproven } from '../../domain/event-kinds.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import { readPlainObject } from '../../platform/base/plain.ts';
import { BufferedJournal, type BufferLimits } from '../../state/buffered-journal.ts';
import { JOURNALS, type JournalBounds } from '../../state/kinds.ts';
import type { JournalLine, State } from '../../state/state.ts';
import { type DeviceEvent, DeviceEvents, type NewEvent } from './device-events.ts';

/** What takes the events of devices, and shows them. `DeviceEvents` is one. */
export interface EventShelf {
  add(id: DeviceId, event: NewEvent, nowMs: number): void;
  /** In the order of their last time, the oldest first. */
  list(id: DeviceId, nowMs: number): readonly DeviceEvent[] | Promise<readonly DeviceEvent[]>;
  /** Drop what this server has in memory of a device. */
  forget(id: DeviceId): void;
  /** Write what is left to write. */
  close?(): Promise<void>;
}

/** Repeats of an event that are not written yet. */
interface Unwritten {
  readonly id: DeviceId;
  count: number;
  readonly firstMs: number;
}

/** A repeated event is written at least so often, so that the other servers hear of one that goes on. */
const REWRITE_MS = 86_400_000;

/** Lines of all devices that wait: 16 000 devices with some events each. */
const WAITING_BYTES = 16 * 1024 * 1024;

export class KeptEvents implements EventShelf {
  readonly #events: BufferedJournal;
  readonly #unproven: BufferedJournal;
  /** Those of this server. */
  readonly #own = new DeviceEvents();
  readonly #unwritten = new Map<DeviceEvent, Unwritten>();
  /** When an entry was written last. */
  readonly #writtenMs = new WeakMap<DeviceEvent, number>();

  constructor(journals: Pick<State, 'events' | 'unproven'>) {
    this.#events = new BufferedJournal(journals.events, buffered(JOURNALS.events));
    this.#unproven = new BufferedJournal(journals.unproven, buffered(JOURNALS.unproven));
  }

  add(id: DeviceId, event: NewEvent, nowMs: number): void {
    const entry = this.#own.add(id, event, nowMs);
    const unwritten = this.#unwritten.get(entry) ?? { id, count: 0, firstMs: nowMs };
    unwritten.count += 1;
    this.#unwritten.set(entry, unwritten);
    const isOld = nowMs - (this.#writtenMs.get(entry) ?? nowMs) >= REWRITE_MS;
    if (isOld || isTurn(entry)) this.#write(entry, unwritten);
    this.#bound();
  }

  async list(id: DeviceId, nowMs: number): Promise<readonly DeviceEvent[]> {
    const lines = await Promise.all([this.#events.list(id, nowMs), this.#unproven.list(id, nowMs)]);
    // Those of this server where the store does not answer.
    if (lines.includes(null)) return this.#own.list(id, nowMs);
    return mergeEvents([
      ...lines.flatMap((some) => some ?? []).flatMap((line) => readEvent(line) ?? []),
      ...this.#left(id),
    ]);
  }

  forget(id: DeviceId): void {
    for (const [entry, unwritten] of this.#unwritten) if (unwritten.id === id) this.#unwritten.delete(entry);
    this.#events.forget(id);
    this.#unproven.forget(id);
    this.#own.forget(id);
  }

  /** Write what is left to write. */
  async close(): Promise<void> {
    for (const [entry, unwritten] of this.#unwritten) this.#write(entry, unwritten);
    await Promise.all([this.#events.close(), this.#unproven.close()]);
  }

  /** Repeats that nothing follows would stay for ever. Strangers' ones go: to write them would be a write for each call. */
  #bound(): void {
    const [oldest] = this.#unwritten;
    if (oldest === undefined || this.#unwritten.size <= LIMITS.events) return;
    if (isUnproven(oldest[0].kind)) this.#unwritten.delete(oldest[0]);
    else this.#write(...oldest);
  }

  #write(entry: DeviceEvent, unwritten: Unwritten): void {
    this.#unwritten.delete(entry);
    this.#writtenMs.set(entry, entry.lastMs);
    const { id } = unwritten;
    const lines = isUnproven(entry.kind) && entry.isUsual !== true ? this.#unproven : this.#events;
    lines.add(id, [eventText(entry, unwritten)], entry.lastMs, lines === this.#unproven);
    void lines.write(id);
  }

  #left(id: DeviceId): readonly DeviceEvent[] {
    return [...this.#unwritten].flatMap(([entry, { id: whose, count, firstMs }]) =>
      whose === id ? [{ ...entry, count, firstMs }] : [],
    );
  }
}

/** Room for what waits while the store is away, as much as the store would keep of a device. */
function buffered({ bytes, lines }: JournalBounds): BufferLimits {
  return {
    bytes: WAITING_BYTES,
    inventedBytes: WAITING_BYTES,
    bytesEach: bytes,
    leastBytesEach: bytes,
    linesEach: lines,
    remembersWritten: false,
  };
}

/** Whether a repeat is written: the 1st, 2nd, 4th, 8th … time; of what anybody can repeat the 1st, 4th, 16th … */
function isTurn({ kind, count }: DeviceEvent): boolean {
  return Number.isInteger(Math.log2(count) / (isUnproven(kind) ? 2 : 1));
}

function eventText(
  { kind, address, isUsual, detail, requestId }: DeviceEvent,
  { count, firstMs }: Unwritten,
): string {
  return JSON.stringify({ kind, address, isUsual, detail, requestId, count, firstMs });
}

/** Null for a line that has not the form that `eventText` writes. */
function readEvent({ atMs, text }: JournalLine): DeviceEvent | null {
  const { kind: told, address, isUsual, detail, requestId, count, firstMs } = readPlainObject(text) ?? {};
  const kind = EVENT_KINDS.find((name) => name === told);
  if (kind === undefined || typeof count !== 'number' || typeof firstMs !== 'number') return null;
  return {
    kind,
    address: textOrNull(address),
    isUsual: typeof isUsual === 'boolean' ? isUsual : null,
    detail: textOrNull(detail),
    requestId: textOrNull(requestId),
    count,
    firstMs,
    lastMs: atMs,
  };
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** One event for each kind and address, with the last detail; the one that happened last comes last. */
function mergeEvents(events: readonly DeviceEvent[]): readonly DeviceEvent[] {
  const merged = new Map<string, DeviceEvent>();
  for (const event of events.toSorted((a, b) => a.lastMs - b.lastMs)) {
    const key = `${event.kind} ${event.isUsual === true ? 'usual' : event.address}`;
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

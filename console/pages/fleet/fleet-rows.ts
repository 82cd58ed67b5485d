/**
 * The rows of the fleet, loaded page by page as they come into sight. The API gives pages one after the other, each with
 * a cursor for the next: who scrolls far ahead waits for the pages between.
 */
import { type Signal, signal } from '@preact/signals';
import { CallError, callAdmin } from '../../api/call.ts';
import type { FleetEvent, FleetRow, FleetView } from '../../api/types.ts';

export const PAGE_ROWS = 500;

export class FleetRows {
  readonly total = signal(0);
  readonly counters: Signal<FleetView['counters'] | null> = signal(null);
  readonly error: Signal<CallError | null> = signal(null);
  readonly isLoaded = signal(false);
  /** Counts changes of rows. */
  readonly version = signal(0);
  #rows: FleetRow[] = [];
  #places = new Map<string, number>();
  #next: string | null = null;
  #query = '';
  #wanted = 0;
  #loading: AbortController | null = null;

  /** Begin anew with another query; the rows stay in sight until others are there. */
  async begin(query: string): Promise<void> {
    this.#query = query;
    await this.#restart(PAGE_ROWS);
  }

  /** Load all that was loaded again, as rows may have come, gone or moved. */
  async refresh(): Promise<void> {
    await this.#restart(Math.max(this.#rows.length, PAGE_ROWS));
  }

  at(index: number): FleetRow | undefined {
    return this.#rows[index];
  }

  /** The rows from one to another, as far as they are loaded. */
  between(first: number, last: number): readonly FleetRow[] {
    return this.#rows.slice(Math.min(first, last), Math.max(first, last) + 1);
  }

  placeOf(key: string): number | undefined {
    return this.#places.get(key);
  }

  /** Rows up to this one come into sight. */
  async want(last: number): Promise<void> {
    this.#wanted = last;
    if (this.#loading === null) await this.#loadWanted();
  }

  /** What is in sight may have moved on while rows were loaded. */
  async #loadWanted(): Promise<void> {
    const controller = new AbortController();
    this.#loading = controller;
    while (this.#next !== null && this.#rows.length <= this.#wanted) {
      const before = this.#rows.length;
      await this.#loadUpTo(this.#wanted + 1, controller.signal, false);
      // Refused, or no longer wanted.
      if (this.#rows.length === before) break;
    }
    if (this.#loading === controller) this.#loading = null;
  }

  /** Take over what has happened to a device. False for one that is not loaded: it may belong into the list. */
  apply({ mac, device }: FleetEvent): boolean {
    const key = device?.key ?? mac;
    const place = this.#places.get(key) ?? this.#places.get(mac);
    if (place === undefined || device === null) return false;
    this.#rows[place] = device;
    this.version.value += 1;
    return true;
  }

  async #restart(rows: number): Promise<void> {
    this.#loading?.abort();
    const controller = new AbortController();
    this.#loading = controller;
    await this.#loadUpTo(rows, controller.signal, true);
    if (this.#loading !== controller) return;
    this.#loading = null;
    await this.#loadWanted();
  }

  async #loadUpTo(rows: number, stop: AbortSignal, isNew: boolean): Promise<void> {
    let loaded: FleetRow[] = isNew ? [] : this.#rows;
    let next = isNew ? null : this.#next;
    let isFirst = isNew;
    while (isFirst || (next !== null && loaded.length < rows)) {
      const answer = await this.#ask(next, stop);
      if (answer === null) return;
      loaded = [...loaded, ...answer.devices];
      next = answer.next;
      isFirst = false;
      this.#take(loaded, next, answer);
    }
  }

  async #ask(cursor: string | null, stop: AbortSignal): Promise<FleetView | null> {
    const query = new URLSearchParams(this.#query);
    query.set('limit', String(PAGE_ROWS));
    if (cursor !== null) query.set('cursor', cursor);
    try {
      const answer = await callAdmin<FleetView>(`/fleet?${query}`, { signal: stop });
      return stop.aborted ? null : answer;
    } catch (cause) {
      if (!stop.aborted && cause instanceof CallError) this.error.value = cause;
      if (!stop.aborted && !(cause instanceof CallError)) throw cause;
      return null;
    }
  }

  #take(rows: FleetRow[], next: string | null, { total, counters }: FleetView): void {
    this.#rows = rows;
    this.#next = next;
    this.#places = new Map(rows.map(({ key }, place) => [key, place]));
    this.total.value = total;
    this.counters.value = counters;
    this.error.value = null;
    this.isLoaded.value = true;
    this.version.value += 1;
  }
}

/**
 * A queue of devices, which join at the end and leave from any place, in constant time. A `Set` would have to skip all
 * that have left at the front to find the first one.
 */
import type { DeviceId } from '../../domain/device-id.ts';

interface Place {
  readonly id: DeviceId;
  before: Place | null;
  behind: Place | null;
}

export class DeviceQueue {
  readonly #places = new Map<DeviceId, Place>();
  #first: Place | null = null;
  #last: Place | null = null;

  get size(): number {
    return this.#places.size;
  }

  /** The device that has been in the queue longest. */
  get first(): DeviceId | null {
    return this.#first?.id ?? null;
  }

  /** The one behind it. */
  get second(): DeviceId | null {
    return this.#first?.behind?.id ?? null;
  }

  /** Put a device at the end, wherever it is now. */
  add(id: DeviceId): void {
    this.delete(id);
    const place: Place = { id, before: this.#last, behind: null };
    if (this.#last === null) this.#first = place;
    else this.#last.behind = place;
    this.#last = place;
    this.#places.set(id, place);
  }

  delete(id: DeviceId): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const { before, behind } = place;
    if (before === null) this.#first = behind;
    else before.behind = behind;
    if (behind === null) this.#last = before;
    else behind.before = before;
  }
}

/** Finds devices by registration code, in constant time even if many devices have brought the same token. */
import type { DeviceId } from '../../domain/device-id.ts';
import { shortCode } from '../../domain/registration-code.ts';

/** A device in the list of those with the same short code. */
interface Place {
  readonly id: DeviceId;
  readonly code: string;
  /** The devices that used the code next, and before. */
  newer: Place | null;
  older: Place | null;
}

export class CodeIndex {
  readonly #places = new Map<DeviceId, Place>();
  /** By short code, the device that used it last. */
  readonly #newest = new Map<string, Place>();

  /** Note which code a device uses now; null for none. */
  set(id: DeviceId, code: string | null): void {
    this.#remove(id);
    if (code === null) return;
    const key = shortCode(code);
    const older = this.#newest.get(key) ?? null;
    const place: Place = { id, code, newer: null, older };
    if (older !== null) older.newer = place;
    this.#newest.set(key, place);
    this.#places.set(id, place);
  }

  /**
   * The device that used a code last.
   * @param code short or long
   */
  find(code: string): DeviceId | null {
    let place = this.#newest.get(shortCode(code)) ?? null;
    // Long codes with the same first letters are as rare as tokens with the same short code.
    while (place !== null && !place.code.startsWith(code)) place = place.older;
    return place?.id ?? null;
  }

  /** Devices that use a long code now, the one that used it last first; no more than two. */
  users(code: string): readonly DeviceId[] {
    const users: DeviceId[] = [];
    let place = this.#newest.get(shortCode(code)) ?? null;
    while (place !== null && users.length < 2) {
      if (place.code === code) users.push(place.id);
      place = place.older;
    }
    return users;
  }

  /** True for the device that used its code last. */
  holds(id: DeviceId): boolean {
    return this.#places.get(id)?.newer === null;
  }

  /** The device that used the code of this device before it did. */
  holderBefore(id: DeviceId): DeviceId | null {
    return this.#places.get(id)?.older?.id ?? null;
  }

  #remove(id: DeviceId): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const { newer, older } = place;
    if (older !== null) older.newer = newer;
    if (newer !== null) newer.older = older;
    else if (older !== null) this.#newest.set(shortCode(place.code), older);
    else this.#newest.delete(shortCode(place.code));
  }
}

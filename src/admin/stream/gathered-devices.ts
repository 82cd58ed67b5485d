/** What has happened to devices since the last look, each device once. */
import type { DeviceId } from '../../domain/device-id.ts';
import { DEVICE_NEWS, type DeviceNews } from '../../store/fleet-news.ts';

const BITS: Readonly<Record<DeviceNews, number>> = Object.fromEntries(
  DEVICE_NEWS.map((what, place) => [what, 1 << place]),
) as Record<DeviceNews, number>;

/** A device, and what has happened to it. */
export interface GatheredDevice {
  readonly id: DeviceId;
  readonly what: readonly DeviceNews[];
}

export class GatheredDevices {
  #bits = new Map<DeviceId, number>();

  add(id: DeviceId, what: DeviceNews): void {
    this.#bits.set(id, (this.#bits.get(id) ?? 0) | BITS[what]);
  }

  /** All that was gathered; from now on there is nothing. */
  take(): readonly GatheredDevice[] {
    const taken = [...this.#bits];
    this.#bits = new Map();
    return taken.map(([id, bits]) => ({ id, what: DEVICE_NEWS.filter((what) => (bits & BITS[what]) !== 0) }));
  }
}

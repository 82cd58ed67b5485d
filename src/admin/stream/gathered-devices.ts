/** What has happened to devices since the last look, each device once. */
import type { DeviceId } from '../../domain/device-id.ts';
import { DEVICE_NEWS, type DeviceNews } from '../../engine/contents/fleet-news.ts';

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
  take(): Iterable<GatheredDevice> {
    const taken = this.#bits;
    this.#bits = new Map();
    return devicesOf(taken);
  }
}

function* devicesOf(bits: ReadonlyMap<DeviceId, number>): Generator<GatheredDevice> {
  for (const [id, all] of bits) {
    yield { id, what: DEVICE_NEWS.filter((what) => (all & BITS[what]) !== 0) };
  }
}

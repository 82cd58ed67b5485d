/** The events of devices: what has happened is gathered, and each device is described as it is when its event is sent. */
import { z } from 'zod';
import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { FirmwareCensus } from '../../domain/firmware-census.ts';
import { lateFromMs } from '../../domain/polls.ts';
import { DEVICE_NEWS, type DeviceNews } from '../../engine/contents/fleet-news.ts';
import type { Registry } from '../../fleet/register/registry.ts';
import type { Slices } from '../../platform/base/turns.ts';
import { fleetDeviceOf } from '../fleet/fleet-devices.ts';
import { fleetRow, fleetRowSchema } from '../fleet/fleet-row.ts';
import type { View } from '../view.ts';

interface FleetEventSources {
  readonly registry: Pick<Registry, 'peek' | 'ids'>;
  config(): ConfigSnapshot;
}

export const streamedDeviceSchema = z
  .object({
    mac: z.string(),
    what: z.array(z.enum(DEVICE_NEWS)).describe('All that has happened to it since the last event about it'),
    device: fleetRowSchema.nullable().describe('Its row as it is now; null for a device that is forgotten'),
  })
  .meta({ id: 'StreamedDevice', examples: [{ mac: 'AA:BB:CC:DD:EE:FF', what: ['gone'], device: null }] });

/** What a stream says of a device. */
export type FleetEvent = View<typeof streamedDeviceSchema>;

export class FleetEvents {
  readonly #sources: FleetEventSources;
  readonly #gathered = new GatheredDevices();
  /** Counted in the last sweep. */
  #firmware = new FirmwareCensus();
  /** Up to when it was looked which devices have become late. */
  #sweptMs = 0;

  constructor(sources: FleetEventSources) {
    this.#sources = sources;
  }

  note(id: DeviceId, what: DeviceNews): void {
    this.#gathered.add(id, what);
  }

  take(): Iterable<GatheredDevice> {
    return this.#gathered.take();
  }

  describe({ id, what }: GatheredDevice): FleetEvent {
    const { registry, config } = this.#sources;
    const record = registry.peek(id);
    if (record === null) return { mac: id, what: ['gone'], device: null };
    const nowMs = Date.now();
    const device = fleetDeviceOf(record, { config: config(), firmware: this.#firmware, nowMs });
    const hasFailed = record.failing !== null && what.includes('told');
    // One that was forgotten has called again since.
    const happened = what.filter((one) => one !== 'gone');
    return {
      mac: id,
      what: hasFailed && !what.includes('failed') ? [...happened, 'failed'] : happened,
      device: fleetRow(device, nowMs),
    };
  }

  begin(): void {
    this.#sweptMs = Date.now();
  }

  /** Sends nothing any more. */
  end(): void {
    this.#gathered.take();
    this.#firmware = new FirmwareCensus();
  }

  /** Note the devices that have become late since the last sweep, in slices. */
  *sweep(nowMs: number): Slices<void> {
    const fromMs = this.#sweptMs;
    this.#sweptMs = nowMs;
    const firmware = new FirmwareCensus();
    const { registry, config } = this.#sources;
    const moment = { config: config(), firmware, nowMs };
    for (const each of registry.ids()) {
      yield;
      const record = registry.peek(each);
      if (record === null) continue;
      const { id, toldRefreshSeconds, lastSeenMs, report } = record;
      const lateMs = lateFromMs(toldRefreshSeconds, lastSeenMs);
      if (lateMs !== null && lateMs >= fromMs && lateMs < nowMs) this.note(id, 'late');
      if (fleetDeviceOf(record, moment).isRegistered) firmware.add(report);
    }
    this.#firmware = firmware;
  }
}

const BITS: Readonly<Record<DeviceNews, number>> = Object.fromEntries(
  DEVICE_NEWS.map((what, place) => [what, 1 << place]),
) as Record<DeviceNews, number>;

/** A device, and what has happened to it. */
interface GatheredDevice {
  readonly id: DeviceId;
  readonly what: readonly DeviceNews[];
}

/** What has happened to devices since the last look, each device once. */
class GatheredDevices {
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

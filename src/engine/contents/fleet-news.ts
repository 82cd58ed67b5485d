/** Passes what happens to devices to whoever shows the fleet live. While nobody does, it costs a look at one field. */
import type { DeviceId } from '../../domain/device-id.ts';

/**
 * `seen`: it has called this server, or another one. `told`: it was given its answer. `drawn`, `fetched`: the picture that was
 * announced to it, by or from this server. `failed`: its screen. `late`: it has not called for twice its refresh. `gone`: it is
 * forgotten.
 */
export const DEVICE_NEWS = ['seen', 'told', 'drawn', 'fetched', 'failed', 'late', 'gone'] as const;
export type DeviceNews = (typeof DEVICE_NEWS)[number];

export interface FleetListener {
  /** Called in the midst of calls of devices: it may only take note. */
  device(id: DeviceId, what: DeviceNews): void;
}

export class FleetNews {
  /** Null while nobody listens. */
  listener: FleetListener | null = null;

  device(id: DeviceId, what: DeviceNews): void {
    this.listener?.device(id, what);
  }
}

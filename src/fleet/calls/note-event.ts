/** Notes what happens to the identity of devices, and whether it came from where the device was heard last. */
import type { DeviceId } from '../../domain/device-id.ts';
import { type EventKind, isUnproven } from '../../domain/event-kinds.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import type { EventShelf } from '../register/kept-events.ts';
import type { Registry } from '../register/registry.ts';
import { networkOf } from './attempts.ts';

interface Noting {
  readonly registry: Pick<Registry, 'get'>;
  readonly events: EventShelf;
  nowMs(): number;
}

/** Tells who made a call. */
export interface EventCaller {
  /** Network address. */
  readonly address: string;
  readonly requestId: string;
}

/** Note an event of a device that the registry knows, for its admin. */
export function note(
  gate: Noting,
  { address, requestId }: EventCaller,
  id: DeviceId,
  kind: EventKind,
  detail: string | null,
): void {
  const isUsual = isUnproven(kind) ? isUsualAddress(gate.registry.get(id), address) : null;
  gate.events.add(id, { kind, address, isUsual, detail, requestId }, gate.nowMs());
}

/** Whether an address is in the network of the device's last good call; null where there was none. */
function isUsualAddress(record: Pick<DeviceRecord, 'address'> | null, address: string): boolean | null {
  const usual = record?.address ?? null;
  return usual === null ? null : networkOf(usual) === networkOf(address);
}

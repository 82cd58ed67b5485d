/** What keeps the devices of the registry beyond this process, and shares them with other servers. */
import type { DeviceId } from '../../domain/device-id.ts';
import type { DeviceRecord } from './device-record.ts';

/** How keeping an identity has ended. */
export type Kept =
  | 'kept'
  /** Another server was first: the record is what that one has kept. */
  | 'overtaken'
  /** The store cannot be asked: the record is what was kept before, and one that is new is gone. */
  | 'unavailable';

export interface DeviceKeeper {
  /**
   * Learn what other servers know of a device, before its call is judged. Never rejects.
   * @returns false where a device that is not known here may be known elsewhere
   */
  refresh(id: DeviceId): Promise<boolean> | true;
  /** Resolves when the registry has all devices, as far as the store can be asked; null when it has them. Never rejects. */
  whole(): Promise<unknown> | null;
  /** Keep the identity of a record, if it is not what was kept last. What was awaited is not lost any more. Never rejects. */
  keep(record: DeviceRecord): Promise<Kept> | 'kept';
  /**
   * Forget a device, here, in the store and on all servers: its next call is that of an unknown one. Never rejects.
   * @returns false where the store cannot be asked; then nothing was changed
   */
  forget(id: DeviceId): Promise<boolean> | true;
  /** Whether the stored record of a device was found damaged: nobody can be taken for it until it is forgotten. */
  isDamaged(id: DeviceId): boolean;
  /** The device that used a long registration code last, for one that the registry does not know. Never rejects. */
  findByCode(code: string): Promise<DeviceId | null>;
  /** Remember a signed call. False when it was made before, here or on another server. Never rejects. */
  isFirst(call: string): Promise<boolean> | true;
  /** Keep what was noted of a call, in a moment. */
  note(record: DeviceRecord): void;
}

/** What was done without the store. */
export type Fallback =
  /** A call of a device that this server knows. */
  | 'known_device'
  /** A call that was told to come back, as its device may be known elsewhere. */
  | 'held_back'
  /** An identity that was not changed, or not adopted. */
  | 'identity'
  /** What a call has said, until the next one. */
  | 'contact'
  /** A signed call that only this server remembers. */
  | 'signed_call';

/** Counters that stand at zero. */
export function noFallbacks(): Record<Fallback, number> {
  return { known_device: 0, held_back: 0, identity: 0, contact: 0, signed_call: 0 };
}

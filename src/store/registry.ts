/** The registry: which devices have been seen, their tokens and what they said of themselves. In memory only. */
import type { ContentHash } from '../domain/content-hash.ts';
import type { DeviceId } from '../domain/device-id.ts';
import type { Size } from '../domain/panel.ts';

export interface DeviceRecord {
  readonly id: DeviceId;
  /** The key that this server made; null for a device that brought a token of its own. */
  apiKey: string | null;
  /** SHA-256 of every token that is accepted: the key made here, and the token that was adopted. */
  tokenDigests: readonly Buffer[];
  /** The ed25519 key that is pinned to the device, 64 hex characters; null while none is. */
  publicKey: string | null;
  readonly friendlyId: string;
  /** Derived from the token; null while there is none. */
  registrationCode: string | null;
  firmwareVersion: string | null;
  model: string | null;
  board: string | null;
  size: Size | null;
  colors: string | null;
  batteryVoltage: number | null;
  percentCharged: number | null;
  rssi: number | null;
  /** Time of the last contact, in ms since 1970. */
  lastSeenMs: number;
  /** The picture that the device was last told to show. */
  lastContent: ContentHash | null;
  /** The last of them that was no error screen. */
  lastGood: ContentHash | null;
}

export interface RegistryOptions {
  /** Devices that are not in the config and may be kept; the least recently seen goes first. */
  readonly maxUnmapped: number;
  /** True when the config has a mapping of the device's own: such a device is never forgotten. */
  isMapped(record: DeviceRecord): boolean;
}

export class Registry {
  /** In order of last contact, the oldest first. */
  readonly #records = new Map<DeviceId, DeviceRecord>();
  readonly #options: RegistryOptions;

  constructor(options: RegistryOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: DeviceId): DeviceRecord | null {
    return this.#records.get(id) ?? null;
  }

  /** The device with a registration code; the one seen last where several brought the same token. */
  byRegistrationCode(code: string): DeviceRecord | null {
    return this.list().findLast((record) => record.registrationCode === code) ?? null;
  }

  /** All records, the one that was seen longest ago first. */
  list(): readonly DeviceRecord[] {
    return [...this.#records.values()];
  }

  /** Add a device, or move a known one to the end of the order of contact. */
  touch(record: DeviceRecord): void {
    const known = this.#records.delete(record.id);
    this.#records.set(record.id, record);
    if (!known && this.#records.size > this.#options.maxUnmapped) this.#forget();
  }

  /** Forget the unmapped devices that are too many, those seen longest ago. Mapped ones do not count. */
  #forget(): void {
    const unmapped = this.list().filter((record) => !this.#options.isMapped(record));
    const surplus = Math.max(unmapped.length - this.#options.maxUnmapped, 0);
    for (const record of unmapped.slice(0, surplus)) this.#records.delete(record.id);
  }
}

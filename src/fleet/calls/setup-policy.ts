/** Whether setup gives a device a key, and what the panel says if not. Anybody can send a MAC address: it is no secret. */

import type { ConfigSnapshot } from '../../domain/config-snapshot.ts';
import type { DeviceId } from '../../domain/device-id.ts';
import { LIMITS } from '../../platform/base/limits.ts';
import type { DeviceRecord } from '../register/device-record.ts';
import { hasCredential, hasOwn, mayRegister } from './claim.ts';

/** Why setup gives no key. */
export type SetupRefusal =
  /** The config names the device neither by its address nor by its code. */
  | 'registration_closed'
  /** Its key is in use; after a silence it gets one. */
  | 'in_use'
  /** Only an admin's reset helps. */
  | 'needs_reset'
  | 'too_many_attempts'
  /** The store with the devices cannot be asked: it may know this one. */
  | 'unavailable';

/** Why a device gets no key; null when it gets one, as new devices and devices that were reset do. */
export function setupRefusal(
  config: ConfigSnapshot,
  id: DeviceId,
  record: DeviceRecord | null,
  nowMs: number,
): Exclude<SetupRefusal, 'too_many_attempts' | 'unavailable'> | null {
  if (record?.isReset) return null;
  if (!mayRegister(config, id, record?.registrationCode ?? null)) return 'registration_closed';
  if (record === null || !hasCredential(record)) return null;
  const brought = hasOwn(record);
  if (brought && !config.registrationEnabled) return 'needs_reset';
  if (config.knownDevices === 'closed') return 'needs_reset';
  if (brought && isRecent(record, record.lastOwnUseMs, nowMs)) return 'in_use';
  return config.knownDevices === 'quiet' && isRecent(record, record.lastUsedMs, nowMs) ? 'in_use' : null;
}

/** How long a silent device still counts as in use, in seconds. */
function patienceSeconds({ toldRefreshSeconds }: DeviceRecord): number {
  return LIMITS.inUseRefreshes * (toldRefreshSeconds ?? LIMITS.defaultRefreshSeconds);
}

function isRecent(record: DeviceRecord, thenMs: number | null, nowMs: number): boolean {
  return thenMs !== null && nowMs - thenMs <= patienceSeconds(record) * 1000;
}

/** What the panel says; firmware keeps 127 characters. */
export function refusalMessage(refusal: SetupRefusal, id: DeviceId, record: DeviceRecord | null): string {
  switch (refusal) {
    case 'registration_closed':
      return `Registration is closed. Ask the operator to add ${id} to the server's config.`;
    case 'in_use': {
      // The whole time, not the rest: a stranger must not learn when the last call was.
      const minutes = record === null ? 0 : Math.ceil(patienceSeconds(record) / 60);
      return `Known here with a key in use. Wait ${minutes} min, or ask the operator to reset ${id} in the admin API.`;
    }
    case 'needs_reset':
      return `Known here already. Ask the operator to reset ${id} in the admin API, then wait.`;
    case 'too_many_attempts':
      return 'Too many devices are registering at once. This one tries again in 15 minutes.';
    case 'unavailable':
      return 'The server cannot look up its devices at the moment. This one tries again in 15 minutes.';
  }
}

/**
 * For whom work is done. Strangers cause work as devices of the config do; whoever shares out room, memory or time asks
 * here whose it is. What a caller says of itself (model, firmware, address) never raises its standing.
 */

import type { DeviceParty } from '../platform/base/party-shares.ts';

/**
 * For so long a device has to use one token before it counts as established. Longer than an attack lasts that fills the
 * registry, as strangers who are seen once push each other out; short enough that a new panel is at home the next day.
 */
export const ESTABLISHED_AFTER_MS = 24 * 3_600_000;

/** When a device used its present token or key. */
export interface TokenUse {
  /** First accepted call, in ms since 1970; null before the first. */
  readonly firstUsedMs: number | null;
  /** Last accepted call, in ms since 1970; null before the first. */
  readonly lastUsedMs: number | null;
}

/** True for a device that has called with one token for longer than a day. */
export function isEstablished({ firstUsedMs, lastUsedMs }: TokenUse): boolean {
  return firstUsedMs !== null && lastUsedMs !== null && lastUsedMs - firstUsedMs > ESTABLISHED_AFTER_MS;
}

/**
 * The party of a device.
 * @param hasEntry  the config has an entry for its address, or for the code that it holds
 * @param isInGroup  a group selects it
 */
export function deviceParty(hasEntry: boolean, isInGroup: boolean, use: TokenUse): DeviceParty {
  if (hasEntry) return 'entry';
  return isInGroup && isEstablished(use) ? 'adopted' : 'stranger';
}

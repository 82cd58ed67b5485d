/** Names of pictures on devices that keep a history: they end in the time at which the device was first told of them. */

import { type ContentHash, parseContentHash } from './content-hash.ts';
import { PANEL_LIMITS } from './panel-limits.ts';

/** A picture that a device was told of, and when first, in seconds since 1970. */
export type AnnouncedName = readonly [hash: ContentHash, firstSeconds: number];

/** Hex characters of the content hash: the time and the device do the rest to keep names apart. */
const HASH_LENGTH = 12;

/** Firmware looks for exactly so many digits. */
const TIME_DIGITS = 10;

/**
 * The names with a picture among them, as the one that was told last. One that is known keeps its time; of too many the one
 * that was told longest ago goes. The same list where nothing changes.
 */
export function tellName(
  names: readonly AnnouncedName[],
  hash: ContentHash,
  nowMs: number,
): readonly AnnouncedName[] {
  const last = names.at(-1);
  if (last?.[0] === hash) return names;
  const known = names.find(([one]) => one === hash);
  const told: AnnouncedName = known ?? [hash, Math.floor(nowMs / 1000)];
  return [...names.filter((name) => name !== known), told].slice(-PANEL_LIMITS.toldNames);
}

/** What the firmware is told as `filename`. */
export function historyName([hash, firstSeconds]: AnnouncedName): string {
  return `${hash.slice(0, HASH_LENGTH)}-${String(firstSeconds).padStart(TIME_DIGITS, '0')}`;
}

/** The names of stored data. What is no name is left out. */
export function restoreNames(value: unknown): readonly AnnouncedName[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown): AnnouncedName[] => {
    const [hash, seconds] = Array.isArray(entry) ? (entry as readonly unknown[]) : [];
    const parsed = typeof hash === 'string' ? parseContentHash(hash) : null;
    const isTime = Number.isInteger(seconds) && (seconds as number) >= 0 && (seconds as number) < 1e10;
    return parsed !== null && isTime ? [[parsed, seconds as number]] : [];
  });
}

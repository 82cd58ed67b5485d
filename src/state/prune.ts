/** Forgets devices that nobody needs, in whatever engine. For the holder of a lease: once at a time is enough. */
import type { State, StoredDevice } from './state.ts';

export interface PruneRule {
  /** How long a device without a mapping may be silent. */
  readonly silentMs: number;
  /** How many devices without a mapping are kept; those seen longest ago go first. */
  readonly maxUnmapped: number;
  /** True for a device that the config names. It never goes. */
  isMapped(device: StoredDevice): boolean;
}

/** Forget what a rule does not keep. A device that calls meanwhile stays. @returns the ids that are forgotten */
export async function pruneDevices(
  { devices }: Pick<State, 'devices'>,
  rule: PruneRule,
  nowMs: number,
): Promise<readonly string[]> {
  const unmapped: Pick<StoredDevice, 'id' | 'seenMs'>[] = [];
  for await (const batch of devices.all()) {
    for (const device of batch) {
      if (!rule.isMapped(device)) unmapped.push({ id: device.id, seenMs: device.seenMs });
    }
  }
  const surplus = unmapped.length - rule.maxUnmapped;
  const gone: string[] = [];
  for (const [index, { id, seenMs }] of unmapped.entries()) {
    if (index >= surplus && nowMs - seenMs <= rule.silentMs) continue;
    if (await devices.forget(id, seenMs)) gone.push(id);
  }
  return gone;
}

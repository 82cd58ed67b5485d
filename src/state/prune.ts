/** Forgets devices that nobody needs, in whatever engine. For the holder of a lease: once at a time is enough. */
import type { State, StoredDevice } from './state.ts';

export interface PruneRule {
  /** How long a device may be silent, in ms. */
  readonly silentMs: number;
  /** True for a device that may go when it was silent for so long. */
  mayGo(device: StoredDevice): boolean;
}

/** Forget what a rule does not keep. A device that calls meanwhile stays. @returns the ids that are forgotten */
export async function pruneDevices(
  { devices }: Pick<State, 'devices'>,
  { silentMs, mayGo }: PruneRule,
  nowMs: number,
): Promise<readonly string[]> {
  const silent: Pick<StoredDevice, 'id' | 'seenMs'>[] = [];
  for await (const batch of devices.all()) {
    for (const device of batch) {
      if (nowMs - device.seenMs > silentMs && mayGo(device))
        silent.push({ id: device.id, seenMs: device.seenMs });
    }
    // The one seen longest ago comes first: the others have called since.
    const last = batch.at(-1);
    if (last !== undefined && nowMs - last.seenMs <= silentMs) break;
  }
  const gone: string[] = [];
  for (const { id, seenMs } of silent) if (await devices.forget(id, seenMs)) gone.push(id);
  return gone;
}

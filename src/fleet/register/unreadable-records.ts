/** What is said of records that cannot be read: they stay where they are, nobody is taken for their device, and all else is served. */
import type { Logger } from '../../platform/base/logger.ts';
import type { DeviceState, State, StateNotice } from '../../state/state.ts';

const DEVICE = 'device';

/** Names each device whose record cannot be read, once. */
export class UnreadableRecords {
  readonly #log: Logger;
  readonly #devices: Pick<DeviceState, 'unreadable'>;
  readonly #said = new Set<string>();

  constructor(log: Logger, devices: Pick<DeviceState, 'unreadable'>) {
    this.#log = log;
    this.#devices = devices;
  }

  /** Name those that were found since the last time. */
  say(): void {
    for (const device of this.#devices.unreadable) {
      if (this.#said.has(device)) continue;
      this.#said.add(device);
      this.#log.error(
        { device },
        'the stored record of a device is damaged: forget the device (DELETE with forget), or put back a backup',
      );
    }
  }
}

/** Name each other record that is damaged, once. */
export function sayDamaged(log: Logger, { setAside }: Pick<State, 'setAside'>): void {
  setAside.tell((kind, key) => {
    // Those of devices are told with what can be done.
    if (kind !== DEVICE)
      log.error({ kind, key }, 'a stored record is damaged: it counts as none until another one is written');
  });
}

/** Heed what other servers tell. Nobody waits for it: what goes wrong is said, and ends nothing. */
export function subscribeToNotices(
  { state, log }: { readonly state: Pick<State, 'notices'>; readonly log: Logger },
  onNotice: (notice: StateNotice) => Promise<void>,
): () => void {
  return state.notices.subscribe((notice) => {
    onNotice(notice).catch((error: unknown) => {
      log.error({ reason: String(error) }, 'a notice of another server was not heeded');
    });
  });
}

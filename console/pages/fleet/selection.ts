/** The devices that were picked in the table, by their keys: they stay picked while others are looked for. */
import { useSignal } from '@preact/signals';
import type { FleetRow } from '../../api/types.ts';

/** A device, and whether the config has an entry for it. */
export type Picked = Pick<FleetRow, 'key' | 'registered'>;

export interface Selection {
  readonly devices: readonly Picked[];
  has(key: string): boolean;
  toggle(device: Picked): void;
  add(devices: readonly Picked[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const picked = useSignal<ReadonlyMap<string, Picked>>(new Map());
  return {
    devices: [...picked.value.values()],
    has: (key) => picked.value.has(key),
    toggle: (device) => {
      const devices = new Map(picked.value);
      if (!devices.delete(device.key)) devices.set(device.key, device);
      picked.value = devices;
    },
    add: (devices) => {
      picked.value = new Map([
        ...picked.value,
        ...devices.map((device): [string, Picked] => [device.key, device]),
      ]);
    },
    clear: () => {
      picked.value = new Map();
    },
  };
}

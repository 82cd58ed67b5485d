/** The devices that were picked in the table, by their keys: they stay picked while others are looked for. */
import { useSignal } from '@preact/signals';

export interface Selection {
  readonly keys: readonly string[];
  has(key: string): boolean;
  toggle(key: string): void;
  add(keys: readonly string[]): void;
  clear(): void;
}

export function useSelection(): Selection {
  const picked = useSignal<ReadonlySet<string>>(new Set());
  return {
    keys: [...picked.value],
    has: (key) => picked.value.has(key),
    toggle: (key) => {
      const keys = new Set(picked.value);
      if (!keys.delete(key)) keys.add(key);
      picked.value = keys;
    },
    add: (keys) => {
      picked.value = new Set([...picked.value, ...keys]);
    },
    clear: () => {
      picked.value = new Set();
    },
  };
}

/** Dark or light: as the system has it, unless the user chose. */
import { signal } from '@preact/signals';

export const SCHEMES = ['system', 'light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

const KEY = 'stipple.scheme';

export const scheme = signal<Scheme>(readScheme());

function readScheme(): Scheme {
  const kept = storage()?.getItem(KEY);
  return SCHEMES.find((one) => one === kept) ?? 'system';
}

/** Null where the browser keeps nothing for this page. */
function storage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}

/** Choose a scheme, and keep the choice in this browser. */
export function chooseScheme(chosen: Scheme): void {
  scheme.value = chosen;
  storage()?.setItem(KEY, chosen);
  applyScheme();
}

/** Show the page in the scheme that was chosen. */
export function applyScheme(): void {
  document.documentElement.dataset['scheme'] = scheme.value;
}

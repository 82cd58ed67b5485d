/** Where the user is: the path below the console and the query, both of which live in the address of the page. */
import { computed, signal } from '@preact/signals';
import { CONSOLE_PATH } from '../api/place.ts';

const address = signal(readAddress());

/** The path below the console, such as `/` or `/devices/AA:BB:CC:DD:EE:FF`, decoded by those who use it. */
export const path = computed(
  () => new URL(address.value).pathname.slice(CONSOLE_PATH.length).replace(/\/+$/, '') || '/',
);

/** The query of the address. */
export const query = computed(() => new URL(address.value).searchParams);

function readAddress(): string {
  return globalThis.location.href;
}

globalThis.addEventListener('popstate', () => {
  address.value = readAddress();
});

/** The address of a place of the console. @param to its path, with its query, such as `/?state=late` */
export function hrefOf(to: string): string {
  return `${CONSOLE_PATH}${to}`;
}

const guards = new Set<() => boolean>();

/** Ask before the page is left, while `isUnsaved` says so. Returns the function that ends it. */
export function guardLeaving(isUnsaved: () => boolean): () => void {
  guards.add(isUnsaved);
  return () => guards.delete(isUnsaved);
}

globalThis.addEventListener('beforeunload', (event) => {
  if ([...guards].some((isUnsaved) => isUnsaved())) event.preventDefault();
});

/** Reads where on its page the user is; null where nothing keeps that. */
let readPlace: (() => unknown) | null = null;

/**
 * Keep where on the page the user is with its entry of the history, so that Back leads to the same place. Returns the function
 * that ends it.
 */
export function keepPlace(read: () => unknown): () => void {
  readPlace = read;
  return () => {
    if (readPlace === read) readPlace = null;
  };
}

/** Where on the page the user was when this entry of the history was left; null where they never were. */
export function keptPlace(): unknown {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && 'place' in state ? state.place : null;
}

/** Go to a place of the console. */
export function navigate(to: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  const isOther = to.split('?')[0] !== path.value;
  if (isOther && [...guards].some((isUnsaved) => isUnsaved())) {
    if (!globalThis.confirm('Leave without saving? What you changed is lost.')) return;
  }
  if (!replace && readPlace !== null) history.replaceState({ place: readPlace() }, '');
  if (replace) history.replaceState(null, '', hrefOf(to));
  else history.pushState(null, '', hrefOf(to));
  address.value = readAddress();
  if (!replace && isOther) globalThis.scrollTo(0, 0);
}

/** Set parameters of the query, and remove those that are null; the user stays where they are. */
export function setQuery(values: Readonly<Record<string, string | null>>): void {
  const changed = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === '') changed.delete(name);
    else changed.set(name, value);
  }
  const text = changed.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  navigate(text === '' ? path.value : `${path.value}?${text}`, { replace: true });
}
